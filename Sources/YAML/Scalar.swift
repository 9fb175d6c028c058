// A single value and what its text can mean.

/// The text of a value, and how it was written.
package struct Scalar {
  /// The five ways to write a value, and the value of an alias whose anchor does not exist.
  package enum Style: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded, missing }

  /// The text without quotes and escapes.
  package let text: String
  /// How it was written; only a plain value can be a number, a truth value or nothing.
  package let style: Style

  /// A value written in some way.
  package init(text: String, style: Style) {
    self.text = text
    self.style = style
  }

  /// Whether the value is null.
  package var isNull: Bool {
    guard style == .plain, text.utf8.count <= 4 else { return false }
    return switch text {
    case "", "~", "null", "Null", "NULL": true
    default: false
    }
  }

  /// The boolean, if the value is written as one.
  package var bool: Bool? {
    guard style == .plain else { return nil }
    switch text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: return nil
    }
  }

  /// The whole number, if the value is written as one that fits: decimal, 0x or 0o.
  package var int: Int? {
    guard style == .plain else { return nil }
    if text.utf8.first == UInt8(ascii: "0"), text.utf8.count > 2 {
      if text.hasPrefix("0x") { return Int(unsigned(text.dropFirst(2)), radix: 16) }
      if text.hasPrefix("0o") { return Int(unsigned(text.dropFirst(2)), radix: 8) }
    }
    return Int(text)
  }

  /// The number, if the value is written as one; `.nan` and `.inf` are numbers here.
  package var double: Double? {
    guard style == .plain else { return nil }
    if let whole = int { return Double(whole) }
    switch text {
    case ".nan", ".NaN", ".NAN": return .nan
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
    case "-.inf", "-.Inf", "-.INF": return -.infinity
    default: break
    }
    // Swift's conversion also accepts "nan", "0x1p3" and the like, which are words here.
    let digits = text.utf8.contains { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }
    let allowed = text.utf8.allSatisfy { byte in
      "0123456789.+-eE".utf8.contains(byte)
    }
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

  // Int(_:radix:) would take a second sign.
  private func unsigned(_ digits: Substring) -> Substring {
    digits.hasPrefix("+") || digits.hasPrefix("-") ? "" : digits
  }
}
