// A value as YAML that people can read and edit.

package import Protocol

/// Writes values as YAML: short ones in a line, others with a line for each key or element.
package struct YAMLText {
  private static let width = 100

  /// The value as the text of a file.
  package static func text(of value: JSON) -> String {
    var text = YAMLText()
    text.block(value, indent: 0)
    return text.result
  }

  private var result = ""

  private init() {}

  private mutating func block(_ value: JSON, indent: Int) {
    switch value {
    case .object(let entries) where !entries.isEmpty:
      for (index, entry) in entries.enumerated() {
        if index > 0 { margin(indent) }
        add(entry, indent: indent)
      }
    case .array(let elements) where !elements.isEmpty:
      for (index, element) in elements.enumerated() {
        if index > 0 { margin(indent) }
        result += "- "
        if let line = YAMLText.line(element, room: YAMLText.width - indent - 2) {
          result += line + "\n"
        } else {
          block(element, indent: indent + 2)
        }
      }
    case .null, .bool, .integer, .number, .string, .array, .object:
      result += YAMLText.flow(value) + "\n"
    }
  }

  private mutating func add(_ entry: JSON.Member, indent: Int) {
    let key = YAMLText.scalar(entry.name)
    result += key + ":"
    // Top-level entries are written on lines of their own.
    let room = indent == 0 ? 0 : YAMLText.width - indent - key.utf8.count - 2
    if let line = YAMLText.line(entry.value, room: room) {
      result += " \(line)\n"
    } else {
      result += "\n"
      let inner = indent + 2
      margin(inner)
      block(entry.value, indent: inner)
    }
  }

  private mutating func margin(_ indent: Int) { result += String(repeating: " ", count: indent) }

  // A value in one line; nil when it is too long for the room, or holds views.
  private static func line(_ value: JSON, room: Int) -> String? {
    switch value {
    case .object(let entries) where !entries.isEmpty:
      if entries.contains(where: { hasBlock($0.value) }) { return nil }
    case .array(let elements) where !elements.isEmpty:
      if elements.contains(where: { $0.members != nil }) { return nil }
    case .null, .bool, .integer, .number, .string, .array, .object: return flow(value)
    }
    let text = flow(value)
    return text.utf8.count <= room ? text : nil
  }

  private static func hasBlock(_ value: JSON) -> Bool {
    guard let elements = value.elements else { return false }
    return elements.contains { $0.members != nil }
  }

  /// The value in one line.
  static func flow(_ value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value): number(value)
    case .string(let text): scalar(text)
    case .array(let elements): "[\(elements.map { flow($0) }.joined(separator: ", "))]"
    case .object(let entries):
      entries.isEmpty
        ? "{}"
        : "{ \(entries.map { "\(scalar($0.name)): \(flow($0.value))" }.joined(separator: ", ")) }"
    }
  }

  // Whole numbers without a point, others with as many digits as they need.
  private static func number(_ value: Double) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.inf" : ".inf" }
    return Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  /// A text as a value or key: words stay as they are; everything else is quoted.
  static func scalar(_ text: String) -> String {
    let first = text.utf8.first.map { isLetter($0) } ?? false
    let isPlain =
      first
      && text.utf8.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || "._-/".utf8.contains($0)
      }
      && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
    return isPlain ? text : quoted(text)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
          || scalar.value == 0x2029 || scalar.value == 0xFEFF
        {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
