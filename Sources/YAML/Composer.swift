// Events become trees: aliases and merge keys resolved, duplicates and bombs refused.

/// Builds the documents of one text.
final class Composer {
  private let reader: EventReader
  private let limits: YAML.Limits
  private var anchors: [String: Node] = [:]
  private var openAnchors: Set<String> = []
  private var count = 0
  private var copies = 0
  /// The errors that do not end the reading.
  private(set) var complaints: [Diagnostic] = []
  /// The values of keys that were written again; they are in no document.
  private(set) var dropped: [Node] = []

  init(reader: EventReader, limits: YAML.Limits) {
    self.reader = reader
    self.limits = limits
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
        documents.append(try value(at: .root, depth: 1))
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

  private func complain(_ diagnostic: Diagnostic) throws(YAMLError) {
    complaints.append(diagnostic)
    if complaints.count >= limits.complaints { throw YAMLError(complaints) }
  }

  private func complain(at mark: Mark, _ path: Path, _ message: String) throws(YAMLError) {
    try complain(Diagnostic(at: mark, path: path, message))
  }

  private func stop(at mark: Mark, _ path: Path, _ message: String) -> YAMLError {
    YAMLError(complaints + [Diagnostic(at: mark, path: path, message)])
  }

  private func tooDeep(at mark: Mark, _ path: Path) -> YAMLError {
    stop(at: mark, path, "expected at most \(limits.depth) levels, found more")
  }

  // The value that begins with the latest event.
  private func value(at path: Path, depth: Int) throws(YAMLError) -> Node {
    guard depth <= limits.depth else { throw tooDeep(at: reader.mark, path) }
    count += 1
    guard count <= limits.nodes else {
      throw stop(
        at: reader.mark, path, "expected at most \(limits.nodes) values, found more")
    }
    let anchor = reader.isDecorated ? try decoration(at: path) : nil
    let mark = reader.mark
    let content: Node.Content
    switch reader.kind {
    case .alias: return try use(at: path, depth: depth)
    case .scalar: content = .scalar(reader.scalar)
    case .sequenceStart: content = .sequence(try elements(at: path, depth: depth))
    case .mappingStart: content = .mapping(try mapping(at: path, depth: depth))
    case .none, .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      throw stop(at: mark, path, "expected a value, found the end of a list or mapping")
    }
    let node = Node(content, at: mark, path: path)
    if let anchor {
      openAnchors.remove(anchor)
      anchors[anchor] = node
    }
    return node
  }

  // The anchor of the latest event; a tag is an error.
  private func decoration(at path: Path) throws(YAMLError) -> String? {
    if let tag = reader.tag {
      try complain(
        at: reader.mark, path, "expected a value without a tag, found the tag \"\(tag)\"")
    }
    let anchor = reader.anchor
    if let anchor { openAnchors.insert(anchor) }
    return anchor
  }

  private func elements(at path: Path, depth: Int) throws(YAMLError) -> [Node] {
    var elements: [Node] = []
    while true {
      try advance()
      if reader.kind == .sequenceEnd { return elements }
      elements.append(try value(at: .index(elements.count, in: path), depth: depth + 1))
    }
  }

  private func mapping(at path: Path, depth: Int) throws(YAMLError) -> Mapping {
    var entries: [Mapping.Entry] = []
    var lines: [String: Int] = [:]
    var merge: (index: Int, value: Node)?
    while true {
      try advance()
      if reader.kind == .mappingEnd { break }
      let mark = reader.mark
      let key = try key(at: path, depth: depth)
      try advance()
      let entryPath = Path.key(key.text, in: path)
      let value = try value(at: entryPath, depth: depth + 1)
      if let line = lines.updateValue(mark.line, forKey: key.text) {
        lines[key.text] = line
        try complain(
          at: mark, entryPath,
          "expected each key once, found it again; it is first on line \(line)")
        dropped.append(value)
      } else if key.text == "<<", key.style == .plain {
        merge = (entries.count, value)
      } else {
        entries.append(Mapping.Entry(key.text, at: mark, value))
      }
    }
    guard let merge else { return Mapping(entries) }
    return try merging(merge.value, at: merge.index, of: entries, at: path, depth: depth)
  }

  // The key that begins with the latest event.
  private func key(at path: Path, depth: Int) throws(YAMLError) -> Scalar {
    let mark = reader.mark
    let key = try value(at: path, depth: depth + 1)
    guard let scalar = key.scalar else {
      throw stop(at: mark, path, "expected a word as key, found \(key.inWords)")
    }
    return scalar
  }

  // MARK: Aliases

  // The value of the alias that is the latest event.
  private func use(at path: Path, depth: Int) throws(YAMLError) -> Node {
    let name = reader.alias
    let mark = reader.mark
    guard let node = anchors[name] else {
      try complain(
        at: mark, path,
        openAnchors.contains(name)
          ? "expected a complete value, found \"*\(name)\" inside its own anchor"
          : "expected an anchor \"&\(name)\" further up, found none")
      return Node(.scalar(Scalar(text: "", style: .missing)), at: mark, path: path)
    }
    return try copy(of: node, at: path, depth: depth, for: Use(mark: mark, path: path))
  }

  // Where an alias is, or the value of a merge key.
  private struct Use {
    let mark: Mark
    let path: Path
  }

  // A use is a copy with a path of its own, so that an error in it names the use.
  private func copy(
    of node: Node, at path: Path, depth: Int, for use: Use
  ) throws(YAMLError) -> Node {
    guard depth <= limits.depth else { throw tooDeep(at: use.mark, use.path) }
    copies += 1
    guard copies <= limits.copies else {
      throw stop(
        at: use.mark, use.path,
        "expected at most \(limits.copies) values from aliases, found more")
    }
    var content = node.content
    switch content {
    case .scalar: break
    case .sequence(let elements):
      var copies: [Node] = []
      copies.reserveCapacity(elements.count)
      for element in elements {
        let path = Path.index(copies.count, in: path)
        copies.append(try copy(of: element, at: path, depth: depth + 1, for: use))
      }
      content = .sequence(copies)
    case .mapping(let mapping):
      var copies: [Mapping.Entry] = []
      copies.reserveCapacity(mapping.entries.count)
      for entry in mapping.entries {
        copies.append(try copy(of: entry, in: path, depth: depth, for: use))
      }
      content = .mapping(Mapping(copies, isIncomplete: mapping.isIncomplete))
    }
    return Node(content, at: node.mark, path: path)
  }

  private func copy(
    of entry: Mapping.Entry, in path: Path, depth: Int, for use: Use
  ) throws(YAMLError) -> Mapping.Entry {
    let path = Path.key(entry.key, in: path)
    return Mapping.Entry(
      entry.key, at: entry.keyMark,
      try copy(of: entry.value, at: path, depth: depth + 1, for: use))
  }

  // Inserts what a merge key names. Keys of the mapping itself take precedence; of several merged
  // mappings the first one does.
  private func merging(
    _ value: Node, at index: Int, of own: [Mapping.Entry], at path: Path, depth: Int
  ) throws(YAMLError) -> Mapping {
    var taken = Set(own.map(\.key))
    var merged: [Mapping.Entry] = []
    var isIncomplete = false
    for source in value.sequence ?? [value] {
      guard let mapping = source.mapping else {
        isIncomplete = true
        // An alias without an anchor is an error already.
        if source.scalar?.style == .missing { continue }
        try complain(
          source.complaint("expected a mapping to merge, found \(source.inWords)"))
        continue
      }
      if mapping.isIncomplete { isIncomplete = true }
      for entry in mapping.entries where taken.insert(entry.key).inserted {
        let use = Use(mark: value.mark, path: .key(entry.key, in: path))
        merged.append(try copy(of: entry, in: path, depth: depth, for: use))
      }
    }
    return Mapping(own[..<index] + merged + own[index...], isIncomplete: isIncomplete)
  }
}
