// The text itself, kept to show the line of an error.

/// A text and its name.
package final class SourceText {
  /// The name that messages carry.
  package let file: String
  /// The text, as it was given.
  package let bytes: [UInt8]

  /// A text of this name.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  // Decoded only when there is an error to show; broken bytes become U+FFFD.
  private lazy var lines: [[Unicode.Scalar]] = {
    var lines: [[Unicode.Scalar]] = [[]]
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\n", previous == "\r" {
        previous = scalar
        continue
      }
      previous = scalar
      guard SourceText.breaks(scalar) else {
        lines[lines.count - 1].append(scalar)
        continue
      }
      lines.append([])
    }
    return lines
  }()

  /// The characters of a line, counted from 1; nothing past the end.
  package func line(_ number: Int) -> [Unicode.Scalar] {
    lines.indices.contains(number - 1) ? lines[number - 1] : []
  }

  /// The line and column, from 1, of a byte.
  func position(ofByte offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes.prefix(offset), as: UTF8.self).unicodeScalars {
      if SourceText.breaks(scalar) {
        if scalar != "\n" || previous != "\r" { line += 1 }
        column = 1
      } else {
        column += 1
      }
      previous = scalar
    }
    return (line, column)
  }

  /// The line with a mark under the position, or nil for an empty line.
  package func excerpt(line number: Int, column: Int, length: Int) -> String? {
    let whole = line(number)
    guard !whole.isEmpty else { return nil }
    // A very long line is cut to the text around the mark.
    let start = column > 100 ? column - 60 : 0
    let shown = whole.dropFirst(start).prefix(120)
    var text = ""
    var mark = ""
    if start > 0 {
      text.append("…")
      mark.append(" ")
    }
    for (offset, scalar) in shown.enumerated() {
      let printable = scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F
      text.unicodeScalars.append(printable ? scalar : "\u{FFFD}")
      if start + offset < column - 1 { mark.unicodeScalars.append(scalar == "\t" ? "\t" : " ") }
    }
    if start + shown.count < whole.count { text.append("…") }
    while mark.unicodeScalars.count < column - 1 - start { mark.append(" ") }
    let tail = max(0, min(length, 120 - (column - 1 - start)) - 1)
    return text + "\n" + mark + "^" + String(repeating: "~", count: tail)
  }

  // The line breaks by which libyaml counts lines.
  private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}

/// The position of a node in its text.
package struct Mark {
  /// The text.
  package let source: SourceText
  // Every node and every key has a mark.
  private let shortLine: Int32
  private let shortColumn: Int32
  private let shortLength: Int32

  /// The line, from 1.
  package var line: Int { Int(shortLine) }
  /// The column in characters, from 1.
  package var column: Int { Int(shortColumn) }
  /// The number of characters of the line that belong to the node, at least 1.
  package var length: Int { Int(shortLength) }

  init(source: SourceText, line: Int, column: Int, length: Int) {
    self.source = source
    shortLine = Int32(clamping: line)
    shortColumn = Int32(clamping: column)
    shortLength = Int32(clamping: length)
  }
}
