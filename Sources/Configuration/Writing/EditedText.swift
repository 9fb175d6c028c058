// A text in which some values are others. What is not changed stays as it is written, comments included.
//
//     characters ──► changes of mappings and lists, each at its place ──► characters

import ConfigurationText
import Protocol

/// A YAML text with changes.
struct EditedText {
  /// An element of a list: one that is written, by its number, or a new one.
  enum Piece {
    case element(Int)
    case new(JSON)
  }

  private struct Edit {
    let range: Range<Int>
    let text: String
    /// The mapping or list that is changed.
    let owner: TextValue
  }

  private let characters: [Unicode.Scalar]
  private var edits: [Edit] = []

  init(_ bytes: [UInt8]) {
    let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    // The mark at the beginning of a text is no character for the parser.
    characters = text.first == "\u{FEFF}" ? Array(text.dropFirst()) : text
  }

  /// Whether anything is another one.
  var isChanged: Bool { !edits.isEmpty }

  /// The text with its changes.
  var text: String { text(in: 0..<characters.count) }

  // MARK: Keys

  /// Gives a key another value.
  mutating func replace(
    _ entry: TextValue.Entry, by new: JSON, in owner: TextValue
  ) {
    let text = YAMLText.flow(new)
    let value = entry.value
    if !value.isMissing, value.isInBrackets || value.elements == nil && value.entries == nil {
      edits.append(Edit(range: trimmed(value.range), text: text, owner: owner))
    } else {
      let range = entry.key.range.lowerBound..<max(entry.key.range.upperBound, end(of: value))
      edits.append(
        Edit(range: range, text: "\(YAMLText.scalar(entry.name)): \(text)", owner: owner))
    }
  }

  /// Adds a key behind the others.
  mutating func add(_ name: String, _ value: JSON, to owner: TextValue) {
    let line = "\(YAMLText.scalar(name)): \(YAMLText.flow(value))"
    guard let last = owner.entries?.last else {
      edits.append(Edit(range: owner.range, text: "{ \(line) }", owner: owner))
      return
    }
    if owner.isInBrackets {
      let place = max(last.key.range.upperBound, end(of: last.value))
      edits.append(Edit(range: place..<place, text: ", \(line)", owner: owner))
      return
    }
    let end = endOfLine(max(last.key.range.upperBound, end(of: last.value)))
    let place = min(end + 1, characters.count)
    let isLong = value.elements?.contains { $0.members != nil } ?? (value.members != nil)
    let lines = isLong ? YAMLText.text(of: .object([.init(name, value)])) : line + "\n"
    edits.append(Edit(range: place..<place, text: lines.indented(owner.indentation), owner: owner))
  }

  /// Removes a key; returns whether another one is left.
  mutating func remove(_ entry: TextValue.Entry, from owner: TextValue) -> Bool {
    let entries = owner.entries ?? []
    let index = entries.firstIndex { $0.key.range == entry.key.range } ?? 0
    if entries.count < 2 { return false }
    let start = entry.key.range.lowerBound
    if !owner.isInBrackets, isFirstInLine(start) {
      let end = endOfLine(max(entry.key.range.upperBound, end(of: entry.value)))
      edits.append(
        Edit(range: startOfLine(start)..<min(end + 1, characters.count), text: "", owner: owner))
    } else if index + 1 < entries.count {
      edits.append(
        Edit(range: start..<entries[index + 1].key.range.lowerBound, text: "", owner: owner))
    } else {
      let before = entries[index - 1]
      let from = max(before.key.range.upperBound, end(of: before.value))
      edits.append(Edit(range: from..<end(of: entry.value), text: "", owner: owner))
    }
    return true
  }

  // MARK: Lists

  /// Makes a list of some of its elements and of new ones; returns whether that is possible.
  mutating func rebuild(_ list: TextValue, _ pieces: [Piece]) -> Bool {
    let segments = list.isInBrackets ? list.elements?.map(\.range) : segments(of: list)
    guard let segments, let first = segments.first, let last = segments.last else { return false }
    let texts = pieces.map { piece in
      switch piece {
      case .element(let number): text(in: segments[number])
      case .new(let json):
        list.isInBrackets
          ? YAMLText.flow(json) : YAMLText.text(of: .array([json])).indented(list.indentation)
      }
    }
    let range = first.lowerBound..<last.upperBound
    edits = edits.filter { !isInside($0, range) }
    // Brackets may not be as far to the left as the key that they belong to.
    let none = list.isInBrackets ? "" : "[]\n".indented(list.indentation + 2)
    let all = texts.isEmpty ? none : texts.joined(separator: list.isInBrackets ? ", " : "")
    edits.append(Edit(range: range, text: all, owner: list))
    return true
  }

  // The lines of each element, with the comments directly above it; nil if one begins within a line.
  private func segments(of list: TextValue) -> [Range<Int>]? {
    var starts: [Int] = []
    for element in list.elements ?? [] {
      var dash = element.range.lowerBound
      while dash > 0, characters[dash] != "-" || dash - startOfLine(dash) != list.indentation {
        dash -= 1
      }
      guard isFirstInLine(dash) else { return nil }
      var start = startOfLine(dash)
      while start > 0 {
        let above = startOfLine(start - 1)
        guard characters[above...].first(where: { $0 != " " }) == "#" else { break }
        start = above
      }
      starts.append(start)
    }
    guard let last = list.elements?.last else { return nil }
    let end = min(endOfLine(end(of: last)) + 1, characters.count)
    return zip(starts, starts.dropFirst() + [end]).map { $0..<$1 }
  }

  // MARK: The text

  private func text(in range: Range<Int>) -> String {
    var result = ""
    var place = range.lowerBound
    func keep(to end: Int) {
      for character in characters[place..<max(place, end)] {
        result.unicodeScalars.append(character)
      }
    }
    // The last line of a file need not end, but one before another does.
    func endLine(at end: Int) {
      let isLines = range.lowerBound == startOfLine(range.lowerBound)
      if isLines, end == characters.count, !result.hasSuffix("\n") { result += "\n" }
    }
    // Lines that are added at one place are those of the innermost mapping first.
    let inside = edits.enumerated().filter { isInside($1, range) }.sorted {
      ($0.element.range.lowerBound, -$0.element.owner.range.lowerBound, $0.offset)
        < ($1.element.range.lowerBound, -$1.element.owner.range.lowerBound, $1.offset)
    }
    for (_, edit) in inside {
      keep(to: edit.range.lowerBound)
      endLine(at: edit.range.lowerBound)
      result += edit.text
      place = edit.range.upperBound
    }
    keep(to: range.upperBound)
    if range.lowerBound > 0 { endLine(at: range.upperBound) }
    return result
  }

  private func isInside(_ edit: Edit, _ range: Range<Int>) -> Bool {
    range.contains(edit.owner.range.lowerBound) && end(of: edit.owner) <= range.upperBound
  }

  // A text of several lines ends with its last line.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, characters[end - 1].properties.isWhitespace { end -= 1 }
    return range.lowerBound..<end
  }

  private func end(of value: TextValue) -> Int { trimmed(value.range).upperBound }

  private func startOfLine(_ place: Int) -> Int {
    characters[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  private func endOfLine(_ place: Int) -> Int {
    characters[place...].firstIndex(of: "\n") ?? characters.count
  }

  private func isFirstInLine(_ place: Int) -> Bool {
    characters[startOfLine(place)..<place].allSatisfy { $0 == " " }
  }
}

extension String {
  /// Lines, further to the right.
  fileprivate func indented(_ count: Int) -> String {
    let margin = String(repeating: " ", count: count)
    return dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      .map { margin + $0 + "\n" }.joined()
  }
}
