// The lines and words of a block of text, each knowing its place in the file.

/// One word of a line.
struct Word: Hashable, Sendable {
  var text: String
  var place: Place
}

/// One line of a tree, a script or a list.
struct TextLine: Hashable, Sendable {
  /// The line as it stands, indentation included.
  var text: String
  /// Where its first character is.
  var place: Place

  /// How many spaces it begins with.
  var indentation: Int { text.prefix { $0 == " " }.count }

  /// What lies between the spaces.
  var words: [Word] { words(of: text[...]) }

  /// The parts between separators, each as its words.
  func parts(separator: Character) -> [[Word]] {
    text.split(separator: separator, omittingEmptySubsequences: false).map { words(of: $0) }
  }

  private func words(of part: Substring) -> [Word] {
    part.split(separator: " ").map { word in
      let offset = text.distance(from: text.startIndex, to: word.startIndex)
      return Word(
        text: String(word),
        place: Place(file: place.file, line: place.line, column: place.column + offset))
    }
  }

  /// The lines of a text that say something, the first of them at a place.
  static func lines(of text: String, from place: Place) -> [TextLine] {
    var lines: [TextLine] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let said = line.drop { $0 == " " }
      if said.isEmpty || said.first == "#" { continue }
      lines.append(
        TextLine(
          text: String(line),
          place: Place(file: place.file, line: place.line + index, column: place.column)))
    }
    return lines
  }
}
