// The errors of libyaml, in words with the position and the fix.

/// A syntax error as libyaml reports it, with the text around it.
struct SyntaxProblem {
  /// A position in the text; line and column count from 1.
  struct Position: Equatable {
    var line: Int
    var column: Int
  }

  let source: SourceText
  /// libyaml's words for the problem, such as "did not find expected key".
  let problem: String
  /// libyaml's words for what it was reading, such as "while parsing a block mapping".
  let context: String
  /// The position of the error.
  let position: Position
  /// The start of the value that was being read.
  let start: Position

  /// The error in our words.
  var diagnostic: Diagnostic {
    switch problem {
    case "found character that cannot start any token": strangeCharacter
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      tab(at: position)
    case "mapping values are not allowed in this context": surplusColon
    case "could not find expected ':'": missingColon
    case "found unexpected ':'":
      diagnostic(
        at: position, "expected a space after the colon, found \(quoted(rest(from: position)))",
        fix: "write KEY: VALUE, or put the value in quotes")
    case "block sequence entries are not allowed in this context":
      diagnostic(
        at: position, "expected a value on this line, found a list item",
        fix: "begin the list on a line of its own, or write it as [a, b]")
    case "did not find expected '-' indicator": notAnItem
    case "did not find expected key": notAKey
    case "did not find expected <document start>": afterTheEnd
    case "did not find expected ',' or ']'": openBracket("[", "]")
    case "did not find expected ',' or '}'": openBracket("{", "}")
    case "did not find expected node content" where rest(from: position).isEmpty:
      diagnostic(
        at: position, "expected a value, found the end of the text", fix: "finish the line above")
    case "did not find expected node content":
      diagnostic(
        at: position, "expected a value, found \(quoted(rest(from: position)))",
        fix: "put a value that begins like this in quotes")
    case "found unexpected end of stream", "found unexpected document indicator":
      diagnostic(
        at: start, "expected a second \(character(at: start)) after this one, found none",
        fix: "close the quotes")
    case "found unknown escape character":
      diagnostic(
        at: position,
        "expected an escape such as \\n or \\\", found \\\(character(after: position))",
        fix: "write \\\\ for a backslash, or use single quotes")
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      diagnostic(
        at: position, "expected the hexadecimal digits of a character after the backslash",
        fix: "write \\\\ for a backslash, or use single quotes")
    case "did not find expected alphabetic or numeric character":
      diagnostic(
        at: start, "expected a name after \(character(at: start)), found none",
        fix: "put a value that begins with \(character(at: start)) in quotes")
    case "did not find expected comment or line break":
      diagnostic(
        at: start,
        "expected the end of the line after \(character(at: start)), "
          + "found \(quoted(rest(from: position)))",
        fix: "begin the text on the next line, or put the value in quotes")
    case "found undefined tag handle", "did not find expected tag URI",
      "did not find expected whitespace or line break", "did not find expected '!'":
      diagnostic(
        at: start, "expected a value without a tag, found \(quoted(rest(from: start)))",
        fix: "put a value that begins with ! in quotes")
    default: other
    }
  }

  // MARK: Characters

  private var strangeCharacter: Diagnostic {
    if character(at: position) == "a tab" { return tab(at: position) }
    return diagnostic(
      at: position, "expected a value, found \(character(at: position)), which cannot begin one",
      fix: "put the value in quotes")
  }

  private func tab(at position: Position) -> Diagnostic {
    diagnostic(
      at: position, "expected spaces as indentation, found a tab", fix: "replace it with spaces")
  }

  // Directives, and whatever a later libyaml finds.
  private var other: Diagnostic {
    if rest(from: Position(line: start.line, column: 1)).hasPrefix("%") {
      return diagnostic(
        at: Position(line: start.line, column: 1), "expected a key, found \"%\"",
        fix: "remove the line, or put a value that begins with % in quotes")
    }
    let reading = context.isEmpty ? "" : " \(context)"
    return diagnostic(at: position, "expected YAML, but \(problem)\(reading)", fix: nil)
  }

  // MARK: Keys and colons

  // A colon where no key can be: in a value, or on a line that continues the one before it.
  private var surplusColon: Diagnostic {
    let starts = LineStarts(of: source, line: position.line)
    guard let own = starts?.content, own.isFirst(before: position.column, in: source) else {
      let value = valueStart(before: position)
      return diagnostic(
        at: value, "expected a value without \": \", found \(quoted(rest(from: value)))",
        fix: "put the value in quotes")
    }
    guard let sibling = LineStarts(of: source, above: position.line)?.content else { return other }
    if sibling.column == own.column { return lineWithoutColon(sibling, before: own) }
    let comparison = own.column > sibling.column ? "more" : "less"
    return diagnostic(
      at: own.position,
      "expected the indentation of \(sibling.named), found \(quoted(own.word)) indented "
        + comparison,
      fix: "begin both in the same column, or give \(quoted(sibling.word)) no value of its own")
  }

  private var missingColon: Diagnostic {
    guard let line = LineStarts(of: source, line: start.line)?.content else { return other }
    return lineWithoutColon(line, before: nil)
  }

  private func lineWithoutColon(_ line: LineStart, before next: LineStart?) -> Diagnostic {
    if line.hasTightColon {
      return diagnostic(
        at: line.position, "expected a space after the colon, found \(quoted(line.word))",
        fix: "write KEY: VALUE")
    }
    return diagnostic(
      at: line.position, "expected a key with a colon, found \(quoted(line.word))",
      fix: "write \(line.word): and a value, or make it part of the line above")
  }

  // MARK: Indentation

  // Something in the column of a list's dashes, or between them and their content, is no item.
  private var notAnItem: Diagnostic {
    if let off = wrongColumn { return off }
    let word = LineStarts(of: source, line: position.line)?.content?.word ?? rest(from: position)
    return diagnostic(
      at: position, "expected \"- \" as on line \(start.line), found \(quoted(word))",
      fix: "begin it with \"- \", or indent it more to make it part of the item above")
  }

  private var notAKey: Diagnostic {
    if isAfterQuote { return textAfterQuote }
    if let starts = LineStarts(of: source, line: position.line), starts.contains(position.column) {
      if let off = wrongColumn { return off }
      if starts.dash(at: position.column) != nil {
        return diagnostic(
          at: position, "expected a key as on line \(start.line), found a list item",
          fix: "put the list under a key, or remove \"- \"")
      }
    }
    return diagnostic(
      at: position, "expected the end of the line, found \(quoted(rest(from: position)))",
      fix: "remove it, or put the whole value in quotes")
  }

  private var afterTheEnd: Diagnostic {
    if isAfterQuote { return textAfterQuote }
    if let off = wrongColumn { return off }
    return diagnostic(
      at: position, "expected one value, found \(quoted(rest(from: position))) after it",
      fix: "write KEY: VALUE on each line")
  }

  // A line whose column is that of nothing above it.
  private var wrongColumn: Diagnostic? {
    guard let own = LineStarts(of: source, line: position.line)?.first,
      own.column == position.column,
      let sibling = LineStarts.sibling(of: own, in: source)
    else { return nil }
    return diagnostic(
      at: own.position,
      "expected the indentation of \(sibling.named), found \(own.shown) indented "
        + (own.column < sibling.column ? "less" : "more"),
      fix: "begin both in the same column")
  }

  // MARK: Quotes and brackets

  // Text directly after a closing quote belongs to the value, or the quote opened elsewhere.
  private var isAfterQuote: Bool {
    let before = source.line(position.line).prefix(position.column - 1)
    guard let last = before.last(where: { $0 != " " }) else { return false }
    return last == "\"" || last == "'"
  }

  private var textAfterQuote: Diagnostic {
    let before = source.line(position.line).prefix(position.column - 1)
    let quote = before.last { $0 != " " } ?? "\""
    // An odd number of quotes: the one that closes here was opened on a line above.
    if before.count(where: { $0 == quote }) % 2 == 1 {
      for line in stride(from: position.line - 1, through: 1, by: -1) {
        let text = source.line(line)
        guard text.count(where: { $0 == quote }) % 2 == 1,
          let column = text.lastIndex(of: quote)
        else { continue }
        return diagnostic(
          at: Position(line: line, column: column + 1),
          "expected a second \(name(of: quote)) on this line, found it on line \(position.line)",
          fix: "close the quotes")
      }
    }
    return diagnostic(
      at: position,
      "expected the end of the line after the closing quote, found \(quoted(rest(from: position)))",
      fix: quote == "'"
        ? "write '' for a quote inside single quotes"
        : "write \\\" for a quote inside double quotes")
  }

  private func openBracket(_ opening: String, _ closing: String) -> Diagnostic {
    let found = wordStart(at: position)
    let text = rest(from: found)
    let opened = found.line == start.line ? "" : " for the \"\(opening)\" on line \(start.line)"
    guard !text.isEmpty else {
      return diagnostic(
        at: start, "expected \"\(closing)\" for this \"\(opening)\", found the end of the text",
        fix: "close it with \"\(closing)\"")
    }
    return diagnostic(
      at: found, "expected \",\" or \"\(closing)\"\(opened), found \(quoted(text))",
      fix: "put a comma between the elements, and \"\(closing)\" after the last")
  }

  // MARK: Text

  private func diagnostic(at position: Position, _ message: String, fix: String?) -> Diagnostic {
    Diagnostic(
      file: source.file, line: position.line, column: position.column,
      message: fix.map { "\(message); \($0)" } ?? message,
      excerpt: source.excerpt(line: position.line, column: position.column, length: 1))
  }

  // The text from a position to the end of the line, without a comment.
  private func rest(from position: Position) -> String {
    LineStart.text(source.line(position.line).dropFirst(position.column - 1))
  }

  private func quoted(_ text: String) -> String {
    text.isEmpty ? "nothing" : Scalar(text: text, style: .doubleQuoted).inWords
  }

  private func character(at position: Position) -> String {
    source.line(position.line).dropFirst(position.column - 1).first.map { name(of: $0) }
      ?? "nothing"
  }

  private func character(after position: Position) -> String {
    let next = source.line(position.line).dropFirst(position.column).first
    return next.map { String(Character($0)) } ?? ""
  }

  private func name(of character: Unicode.Scalar) -> String {
    switch character {
    case "\t": "a tab"
    case "\"": "'\"'"
    default: "\"\(Character(character))\""
    }
  }

  // The start of the value around a position: after the last ": " or "- " before it.
  private func valueStart(before position: Position) -> Position {
    let line = source.line(position.line)
    var start = 0
    for column in 0..<max(0, position.column - 2)
    where (line[column] == ":" || line[column] == "-") && line[column + 1] == " " {
      start = column + 2
    }
    while start < line.count, line[start] == " " { start += 1 }
    return Position(line: position.line, column: start + 1)
  }

  // The start of the word around or before a position.
  private func wordStart(at position: Position) -> Position {
    let line = source.line(position.line)
    var column = min(position.column - 1, line.count)
    if column < line.count, line[column] != ":" { return position }
    while column > 0, !" \t,[]{}".unicodeScalars.contains(line[column - 1]) { column -= 1 }
    return Position(line: position.line, column: column + 1)
  }
}
