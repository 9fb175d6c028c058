// Events become trees: aliases and merge keys resolved, duplicates and bombs refused.

/// Builds the documents of one text.
final class Composer {
  private let reader: EventReader
  private let limits: YAML.Limits
  private let document: Document
  // The children of the sequences and mappings that are being read, those of the inner ones last.
  private var open: ContiguousArray<Int32> = []
  private var anchors: [String: Anchored] = [:]
  private var openAnchors: Set<String> = []
  private var count = 0
  private var copies = 0
  /// The errors that do not end the reading.
  private(set) var complaints: [Diagnostic] = []
  /// The values of keys that were written again; they are in no document.
  private(set) var dropped: [Node] = []

  private struct Anchored {
    var number: Int32
    /// How many levels of values it has.
    var height: Int32
  }

  init(reader: EventReader, limits: YAML.Limits) {
    self.reader = reader
    self.limits = limits
    document = Document(of: reader.source, size: reader.source.bytes.count)
  }

  /// Every document of the stream, in order.
  func documents() throws(YAMLError) -> [Node] {
    var documents: [Node] = []
    reading: while true {
      try advance()
      switch reader.kind {
      case .none, .streamEnd: break reading
      case .documentStart:
        anchors.removeAll()
        count = 0
        copies = 0
        try advance()
        let root = try value(in: .root, depth: 1)
        documents.append(Node(document: document, number: root.number))
      case .streamStart, .documentEnd, .alias, .scalar, .sequenceStart, .sequenceEnd,
        .mappingStart, .mappingEnd:
        continue
      }
    }
    return documents
  }

  // Errors before a syntax error are reported, too.
  private func advance() throws(YAMLError) {
    do { try reader.advance() } catch { throw YAMLError(complaints + error.diagnostics) }
  }

  private func complain(
    at position: Mark.Position, _ slot: Document.Slot, _ message: String
  ) throws(YAMLError) {
    complaints.append(diagnostic(at: position, slot, message))
    if complaints.count >= limits.complaints { throw YAMLError(complaints) }
  }

  private func stop(
    at position: Mark.Position, _ slot: Document.Slot, _ message: String
  ) -> YAMLError {
    YAMLError(complaints + [diagnostic(at: position, slot, message)])
  }

  private func diagnostic(
    at position: Mark.Position, _ slot: Document.Slot, _ message: String
  ) -> Diagnostic {
    Diagnostic(
      at: Mark(source: reader.source, position: position), path: document.path(of: slot), message)
  }

  // The value that begins with the latest event.
  private func value(in slot: Document.Slot, depth: Int) throws(YAMLError) -> Anchored {
    guard depth <= limits.depth else {
      throw stop(
        at: reader.position, slot, "expected at most \(limits.depth) levels, found more")
    }
    count += 1
    guard count <= limits.nodes else {
      throw stop(
        at: reader.position, slot, "expected at most \(limits.nodes) values, found more")
    }
    let anchor = reader.isDecorated ? try decoration(in: slot) : nil
    let result: Anchored
    switch reader.kind {
    case .alias: return try use(in: slot, depth: depth)
    case .scalar:
      let (style, position) = (reader.style, reader.position)
      let number =
        if let part = reader.scalarInSource {
          document.append(part, in: slot, at: position)
        } else {
          reader.withScalar { document.append($0, style, in: slot, at: position) }
        }
      result = Anchored(number: number, height: 1)
    case .sequenceStart: result = try sequence(in: slot, depth: depth)
    case .mappingStart: result = try mapping(in: slot, depth: depth)
    case .none, .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      throw stop(
        at: reader.position, slot, "expected a value, found the end of a list or mapping")
    }
    if let anchor {
      openAnchors.remove(anchor)
      anchors[anchor] = result
    }
    return result
  }

  // The anchor of the latest event; a tag is an error.
  private func decoration(in slot: Document.Slot) throws(YAMLError) -> String? {
    if let tag = reader.tag {
      try complain(
        at: reader.position, slot, "expected a value without a tag, found the tag \"\(tag)\"")
    }
    let anchor = reader.anchor
    if let anchor { openAnchors.insert(anchor) }
    return anchor
  }

  private func sequence(in slot: Document.Slot, depth: Int) throws(YAMLError) -> Anchored {
    let sequence = document.append(.sequence, in: slot, at: reader.position)
    let first = open.count
    var height: Int32 = 0
    while true {
      try advance()
      if reader.kind == .sequenceEnd { break }
      let place = Int32(truncatingIfNeeded: open.count - first)
      let element = try value(
        in: Document.Slot(parent: sequence, place: place), depth: depth + 1)
      height = max(height, element.height)
      open.append(element.number)
    }
    fill(sequence, from: first)
    return Anchored(number: sequence, height: height + 1)
  }

  // Gives a sequence or mapping the open children from an index on.
  private func fill(_ number: Int32, from first: Int) {
    document.fill(number, with: open, from: first)
    while open.count > first { open.removeLast() }
  }

  private func mapping(in slot: Document.Slot, depth: Int) throws(YAMLError) -> Anchored {
    let mapping = document.append(.mapping, in: slot, at: reader.position)
    let first = open.count
    var lines = KeyLines()
    var merges: [(index: Int, value: Int32)] = []
    var height: Int32 = 0
    while true {
      try advance()
      if reader.kind == .mappingEnd { break }
      let key = try key(of: mapping, in: slot, depth: depth)
      try advance()
      let value = try value(in: Document.Slot(parent: mapping, place: key), depth: depth + 1)
      height = max(height, value.height)
      let word = document[key].place
      if let line = lines.line(of: word, among: open[first...], in: document) {
        try complain(
          at: document[key].position, Document.Slot(parent: mapping, place: key),
          "expected each key once, found it again; it is first on line \(line)")
        dropped.append(Node(document: document, number: value.number))
        continue
      }
      if document.isMerge(key) {
        merges.append((open.count, value.number))
        lines.insert(word, line: document[key].position.line)
      } else {
        open.append(key)
        open.append(value.number)
        if open.count - first > 2 * KeyLines.few {
          lines.insert(word, line: document[key].position.line)
        }
      }
    }
    for merge in merges.reversed() {
      try insert(merge.value, at: merge.index, in: mapping, from: first)
    }
    fill(mapping, from: first)
    return Anchored(number: mapping, height: height + 1)
  }

  // The key that begins with the latest event.
  private func key(
    of mapping: Int32, in slot: Document.Slot, depth: Int
  ) throws(YAMLError) -> Int32 {
    let position = reader.position
    if reader.kind == .scalar {
      let style = reader.style
      let key = reader.withScalar { document.appendKey($0, style, at: position) }
      // An anchored key can be used as a value elsewhere.
      if reader.isDecorated { _ = try value(in: slot, depth: depth + 1) }
      return key
    }
    let number = try value(in: slot, depth: depth + 1).number
    let record = document[number]
    guard record.shape == .scalar else {
      let found = Node(document: document, number: number).inWords
      throw stop(at: position, slot, "expected a word as key, found \(found)")
    }
    let text = ContiguousArray(document.text(of: number).utf8)
    return unsafe text.withUnsafeBufferPointer {
      document.appendKey($0, record.style, at: position)
    }
  }

  // MARK: Aliases

  // The value of the alias that is the latest event.
  private func use(in slot: Document.Slot, depth: Int) throws(YAMLError) -> Anchored {
    let name = reader.alias
    let position = reader.position
    guard let anchored = anchors[name] else {
      try complain(
        at: position, slot,
        openAnchors.contains(name)
          ? "expected a complete value, found \"*\(name)\" inside its own anchor"
          : "expected an anchor \"&\(name)\" further up, found none")
      let nothing = unsafe document.append(
        UnsafeBufferPointer(start: nil, count: 0), .missing, in: slot, at: position)
      return Anchored(number: nothing, height: 1)
    }
    guard depth + Int(anchored.height) - 1 <= limits.depth else {
      throw stop(at: position, slot, "expected at most \(limits.depth) levels, found more")
    }
    let number = try copy(of: anchored.number, in: slot, at: position)
    return Anchored(number: number, height: anchored.height)
  }

  // A use is a copy with a path of its own, so that an error in it names the use.
  private func copy(
    of number: Int32, in slot: Document.Slot, at use: Mark.Position
  ) throws(YAMLError) -> Int32 {
    copies += 1
    guard copies <= limits.copies else {
      throw stop(
        at: use, slot, "expected at most \(limits.copies) values from aliases, found more")
    }
    let copy = document.appendCopy(of: number, in: slot)
    let record = document[number]
    guard record.shape != .scalar else { return copy }
    let first = open.count
    for index in 0..<record.count {
      let child = document.child(record.start + index)
      guard record.shape == .sequence || index % 2 == 1 else {
        open.append(child)
        continue
      }
      let place = record.shape == .sequence ? index : document.child(record.start + index - 1)
      let slot = Document.Slot(parent: copy, place: place)
      open.append(try self.copy(of: child, in: slot, at: use))
    }
    fill(copy, from: first)
    return copy
  }

  // Inserts what a merge key names. Keys of the mapping itself take precedence; of several merged
  // mappings the first one does.
  private func insert(
    _ value: Int32, at index: Int, in mapping: Int32, from first: Int
  ) throws(YAMLError) {
    let own = stride(from: first, to: open.count, by: 2)
    var taken = Set(own.map { document[open[$0]].place })
    let node = Node(document: document, number: value)
    var merged: ContiguousArray<Int32> = []
    for source in node.sequence ?? [node] {
      let record = document[source.number]
      guard record.shape == .mapping else {
        document.markIncomplete(mapping)
        // An alias without an anchor is an error already.
        if record.style == .missing { continue }
        complaints.append(
          source.complaint("expected a mapping to merge, found \(source.inWords)"))
        if complaints.count >= limits.complaints { throw YAMLError(complaints) }
        continue
      }
      if record.isIncomplete { document.markIncomplete(mapping) }
      for index in stride(from: 0, to: record.count, by: 2) {
        let key = document.child(record.start + index)
        guard taken.insert(document[key].place).inserted else { continue }
        let entry = document.child(record.start + index + 1)
        let slot = Document.Slot(parent: mapping, place: key)
        merged.append(key)
        merged.append(try copy(of: entry, in: slot, at: node.mark.position))
      }
    }
    open.insert(contentsOf: merged, at: index)
  }
}

/// The lines of the keys of one mapping: the first few are compared, the rest is hashed.
private struct KeyLines {
  static let few = 16
  private var lines: [Int32: Int32] = [:]

  /// The line of a key, by its word, that is among the open keys and values already.
  func line(
    of word: Int32, among entries: ContiguousArray<Int32>.SubSequence, in document: Document
  ) -> Int32? {
    for index in stride(from: 0, to: min(entries.count, 2 * Self.few), by: 2) {
      let key = document[entries[entries.startIndex + index]]
      if key.place == word { return key.position.line }
    }
    return lines.isEmpty ? nil : lines[word]
  }

  mutating func insert(_ word: Int32, line: Int32) { lines[word] = line }
}
