// A value of a text with the place of everything in it, for changes that leave the rest as it is.

/// A value as it is written: aliases and merge keys stand for themselves.
package final class TextValue {
  package enum Content {
    case scalar(String)
    case alias
    case list([TextValue])
    case mapping([Entry])
  }

  package struct Entry {
    package let name: String
    package let key: TextValue
    package let value: TextValue
  }

  package let content: Content
  /// The characters of the text that it takes, from its anchor to its end.
  package let range: Range<Int>
  /// The characters before it in its line.
  package let indentation: Int
  /// Whether it is written in brackets.
  package let isInBrackets: Bool
  /// Whether an alias may stand for it elsewhere.
  package let hasAnchor: Bool

  /// The first document of a text that was read without an error.
  package static func read(_ source: SourceText) throws(YAMLError) -> TextValue {
    let reader = try EventReader(source: source)
    while true {
      try reader.advance()
      switch reader.kind {
      case .streamStart, .documentStart: continue
      default: return try TextValue(reader)
      }
    }
  }

  // The value that begins with the latest event.
  private init(_ reader: EventReader) throws(YAMLError) {
    let start = reader.characters.lowerBound
    var end = reader.characters.upperBound
    indentation = reader.indentation
    isInBrackets = reader.isInBrackets
    hasAnchor = reader.isDecorated
    switch reader.kind {
    case .scalar: content = .scalar(reader.scalar.text)
    case .sequenceStart:
      var elements: [TextValue] = []
      try reader.advance()
      while reader.kind != .sequenceEnd {
        elements.append(try TextValue(reader))
        end = elements[elements.count - 1].range.upperBound
        try reader.advance()
      }
      content = .list(elements)
    case .mappingStart:
      var entries: [Entry] = []
      try reader.advance()
      while reader.kind != .mappingEnd {
        let key = try TextValue(reader)
        try reader.advance()
        let value = try TextValue(reader)
        entries.append(Entry(name: key.text ?? "", key: key, value: value))
        end = value.range.upperBound
        try reader.advance()
      }
      content = .mapping(entries)
    default: content = .alias
    }
    if isInBrackets { end = reader.characters.upperBound }
    range = start..<max(start, end)
  }

  /// The text of a scalar.
  package var text: String? { if case .scalar(let text) = content { text } else { nil } }

  /// The elements, if it is a list.
  package var elements: [TextValue]? {
    if case .list(let elements) = content { elements } else { nil }
  }

  /// The entries, if it is a mapping.
  package var entries: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// Whether there is nothing but the key that it belongs to.
  package var isMissing: Bool { range.isEmpty }

  package func entry(_ name: String) -> Entry? { entries?.first { $0.name == name } }

  package subscript(_ name: String) -> TextValue? { entry(name)?.value }
}
