// A single value and what its text can mean.

/// A single value, and how it was written.
package struct Scalar {
  /// The value: a text that may stand for something else, or a number that was never a text.
  package enum Value {
    case text(String)
    case integer(Int)
    case number(Double)
  }

  /// The five ways to write a value, and the value of an alias whose anchor does not exist.
  package enum Style: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded, missing }

  /// The value, a text without quotes and escapes.
  package let value: Value
  /// How it was written; only a plain value can be a number, a truth value or nothing.
  package let style: Style

  /// A value written in some way.
  package init(text: String, style: Style) {
    value = .text(text)
    self.style = style
  }

  /// A whole number.
  package init(_ integer: Int) {
    value = .integer(integer)
    style = .plain
  }

  /// A number, which is no whole one for who asks for one.
  package init(_ number: Double) {
    value = .number(number)
    style = .plain
  }

  /// The text without quotes and escapes.
  package var text: String {
    switch value {
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let number): number == .infinity ? ".inf" : number.description
    }
  }

  // The text of a plain value, which can stand for something else.
  private var plainText: String? {
    if case .text(let text) = value, style == .plain { text } else { nil }
  }

  /// Whether the value is null.
  package var isNull: Bool {
    guard let text = plainText else { return false }
    return switch text.utf8.count {
    case 0: true
    case 1: text == "~"
    case 4: text == "null" || text == "Null" || text == "NULL"
    default: false
    }
  }

  /// The boolean, if the value is written as one.
  package var bool: Bool? {
    guard let text = plainText else { return nil }
    return switch text.utf8.count {
    case 4 where text == "true" || text == "True" || text == "TRUE": true
    case 5 where text == "false" || text == "False" || text == "FALSE": false
    default: nil
    }
  }

  /// The whole number, if the value is written as one that fits: decimal, 0x or 0o.
  package var int: Int? {
    if case .integer(let integer) = value { return integer }
    guard let text = plainText, Scalar.beginsNumber(text) else { return nil }
    if text.utf8.count > 2, text.utf8.first == UInt8(ascii: "0") {
      if text.hasPrefix("0x") { return Int(unsigned(text.dropFirst(2)), radix: 16) }
      if text.hasPrefix("0o") { return Int(unsigned(text.dropFirst(2)), radix: 8) }
    }
    return Int(text)
  }

  /// The number, if the value is written as one; `.nan` and `.inf` are numbers here.
  package var double: Double? {
    if case .number(let number) = value { return number }
    if let whole = int { return Double(whole) }
    guard let text = plainText, Scalar.beginsNumber(text) else { return nil }
    switch text {
    case ".nan", ".NaN", ".NAN": return .nan
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
    case "-.inf", "-.Inf", "-.INF": return -.infinity
    default: break
    }
    // Swift's conversion also accepts "nan", "0x1p3" and the like, which are words here.
    let digits = text.utf8.contains { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }
    let allowed = text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) }
    return digits && allowed ? Double(text) : nil
  }

  /// The value in words for "expected …, found …".
  var inWords: String {
    if isNull { return "nothing" }
    if bool != nil || double != nil { return text }
    let first = text.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
    let cut = first.count > 40 || first.count < text.count
    return "\"\(first.prefix(40))" + (cut ? "…\"" : "\"")
  }

  // Most texts are words, and end here.
  private static func beginsNumber(_ text: String) -> Bool {
    text.utf8.first.map { (UInt8(ascii: "+")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  // Int(_:radix:) would take a second sign.
  private func unsigned(_ digits: Substring) -> Substring {
    digits.hasPrefix("+") || digits.hasPrefix("-") ? "" : digits
  }
}
