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

  // Where the lines begin; found only when there is an error to show. libyaml counts lines like this.
  private lazy var starts: [Int] = {
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x0A where index > 0 && bytes[index - 1] == 0x0D: starts[starts.count - 1] = index + 1
      case 0x0A, 0x0D: starts.append(index + 1)
      case 0x85 where index > 0 && bytes[index - 1] == 0xC2: starts.append(index + 1)
      case 0xA8 where index > 1 && bytes[index - 2] == 0xE2 && bytes[index - 1] == 0x80,
        0xA9 where index > 1 && bytes[index - 2] == 0xE2 && bytes[index - 1] == 0x80:
        starts.append(index + 1)
      default: break
      }
    }
    return starts
  }()

  // The lines that errors have shown.
  private var shown: [Int: [Unicode.Scalar]] = [:]

  /// The characters of a line, counted from 1; nothing past the end. Broken bytes become U+FFFD.
  package func line(_ number: Int) -> [Unicode.Scalar] {
    guard starts.indices.contains(number - 1) else { return [] }
    if let line = shown[number] { return line }
    let end = number < starts.count ? starts[number] : bytes.count
    let line = characters(from: starts[number - 1], to: end)
    shown[number] = line
    return line
  }

  /// The line and column, from 1, of a byte.
  func position(ofByte offset: Int) -> (line: Int, column: Int) {
    let line = max(1, starts.count { $0 <= offset })
    return (line, characters(from: starts[line - 1], to: offset).count + 1)
  }

  // Those before a line break.
  private func characters(from start: Int, to end: Int) -> [Unicode.Scalar] {
    String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.prefix {
      switch $0 {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": false
      default: true
      }
    }.map(\.self)
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
}

/// The position of a value in numbers.
struct Span {
  // Every value and every key has one.
  let line: Int32
  let column: Int32
  let length: Int32

  init(line: Int, column: Int, length: Int) {
    self.line = Int32(clamping: line)
    self.column = Int32(clamping: column)
    self.length = Int32(clamping: length)
  }
}

/// The position of a node in its text.
package struct Mark {
  /// The text.
  package let source: SourceText
  private let span: Span

  init(source: SourceText, _ span: Span) {
    self.source = source
    self.span = span
  }

  /// The line, from 1.
  package var line: Int { Int(span.line) }
  /// The column in characters, from 1.
  package var column: Int { Int(span.column) }
  /// The number of characters of the line that belong to the node, at least 1.
  package var length: Int { Int(span.length) }
}
