// The start of lines: the dashes and the first word, whose columns separate a block from its
// neighbours.

/// A dash, or the first word of a line, with its position.
struct LineStart {
  let position: SyntaxProblem.Position
  /// The word, or "-" for the dash of a list item.
  let word: String
  /// Whether a colon without a space after it follows.
  let hasTightColon: Bool

  var column: Int { position.column }

  /// The start as messages show it.
  var shown: String { word == "-" ? "\"- \"" : Scalar(text: word, style: .doubleQuoted).inWords }

  /// The start with its line, as messages name it.
  var named: String { "\(shown) on line \(position.line)" }

  /// Whether no key ends between it and a colon of its line, so that the colon is its own.
  func isFirst(before column: Int, in source: SourceText) -> Bool {
    let line = source.line(position.line)
    guard position.column < column, column - 1 <= line.count else { return false }
    let between = line[(position.column - 1)..<(column - 1)]
    return !zip(between, between.dropFirst()).contains { $0 == ":" && $1 == " " }
  }

  /// Text without a comment and blanks at its end.
  static func text(_ characters: some Sequence<Unicode.Scalar>) -> String {
    var kept = String.UnicodeScalarView()
    var before: Unicode.Scalar = " "
    for character in characters {
      if character == "#", before == " " { break }
      kept.append(character)
      before = character
    }
    while let last = kept.last, last == " " || last == "\t" { kept.removeLast() }
    return String(kept)
  }
}

/// The starts on one line, from the left: any dashes, then the first word.
struct LineStarts {
  private let dashes: [LineStart]
  /// The first word; nil where the line has dashes only.
  let content: LineStart?

  /// The start furthest to the left.
  var first: LineStart? { dashes.first ?? content }

  /// The starts on a line; nil where it is empty or a comment.
  init?(of source: SourceText, line number: Int) {
    let line = source.line(number)
    var column = 0
    var dashes: [LineStart] = []
    while true {
      while column < line.count, line[column] == " " { column += 1 }
      guard column < line.count, line[column] == "-",
        column + 1 == line.count || line[column + 1] == " "
      else { break }
      let position = SyntaxProblem.Position(line: number, column: column + 1)
      dashes.append(LineStart(position: position, word: "-", hasTightColon: false))
      column += 1
    }
    self.dashes = dashes
    let text = LineStart.text(line.dropFirst(column))
    guard !text.isEmpty else {
      content = nil
      if dashes.isEmpty { return nil }
      return
    }
    let word = LineStarts.key(of: text)
    content = LineStart(
      position: SyntaxProblem.Position(line: number, column: column + 1), word: word,
      hasTightColon: word == text && word.dropLast().contains(":"))
  }

  /// The starts on the nearest line above that has any.
  init?(of source: SourceText, above number: Int) {
    for line in stride(from: number - 1, through: 1, by: -1) {
      if let starts = LineStarts(of: source, line: line) {
        self = starts
        return
      }
    }
    return nil
  }

  /// The dash at a column.
  func dash(at column: Int) -> LineStart? { dashes.first { $0.column == column } }

  /// Whether something starts at a column.
  func contains(_ column: Int) -> Bool {
    dash(at: column) != nil || content?.column == column
  }

  /// The start above, in another column, to which this one was meant to be aligned; nil if it is
  /// aligned with one.
  static func sibling(of start: LineStart, in source: SourceText) -> LineStart? {
    var sibling: LineStart?
    for number in stride(from: start.position.line - 1, through: 1, by: -1) {
      guard let line = LineStarts(of: source, line: number) else { continue }
      let all = line.dashes + (line.content.map { [$0] } ?? [])
      if all.contains(where: { $0.column == start.column }) { return nil }
      // Dashes are aligned with dashes, keys with keys.
      let sort = all.filter { ($0.word == "-") == (start.word == "-") }
      if let inner = sort.last(where: { $0.column > start.column }),
        inner.column <= sibling?.column ?? .max
      {
        sibling = inner
      }
      if let outer = all.last(where: { $0.column < start.column }) {
        return sibling ?? (sort.contains { $0.column == outer.column } ? outer : nil)
      }
    }
    return sibling
  }

  // The text up to the first colon that ends a key.
  private static func key(of text: String) -> String {
    let characters = Array(text.unicodeScalars)
    for (index, character) in characters.enumerated()
    where character == ":" && (index + 1 == characters.count || characters[index + 1] == " ") {
      return String(String.UnicodeScalarView(characters[..<index]))
    }
    return text
  }
}
