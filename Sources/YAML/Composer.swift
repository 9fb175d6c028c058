// Events become trees: aliases and merge keys resolved, duplicates and bombs refused.

/// Builds the documents of one text.
final class Composer {
  private let reader: EventReader
  private let limits: YAML.Limits
  private let pauseIfDue: () -> Void
  private var anchors: [String: Anchored] = [:]
  private var openAnchors: Set<String> = []
  private var count = 0
  private var copies = 0
  /// The errors that do not end the reading.
  private(set) var complaints: [Diagnostic] = []
  /// The values of keys that were written again; they are in no document.
  private(set) var dropped: [Node] = []

  private struct Anchored {
    var node: Node
    var depth: Int
  }

  init(reader: EventReader, limits: YAML.Limits, pausing pauseIfDue: @escaping () -> Void) {
    self.reader = reader
    self.limits = limits
    self.pauseIfDue = pauseIfDue
  }

  /// Every document of the stream, in order.
  func documents() throws(YAMLError) -> [Node] {
    var documents: [Node] = []
    reading: while true {
      let event = try next()
      switch event.kind {
      case .streamEnd: break reading
      case .documentStart:
        anchors.removeAll()
        count = 0
        copies = 0
        documents.append(try node(from: try next(), path: .root, depth: 1).node)
      case .streamStart, .documentEnd, .alias, .scalar, .sequenceStart, .sequenceEnd,
        .mappingStart, .mappingEnd:
        continue
      }
    }
    return documents
  }

  // Errors before a syntax error are reported, too.
  private func next() throws(YAMLError) -> YAMLEvent {
    pauseIfDue()
    do { return try reader.next() } catch { throw YAMLError(complaints + error.diagnostics) }
  }

  private func complain(_ diagnostic: Diagnostic) throws(YAMLError) {
    complaints.append(diagnostic)
    if complaints.count >= limits.complaints { throw YAMLError(complaints) }
  }

  private func stop(_ mark: Mark, _ path: Path, _ message: String) -> YAMLError {
    YAMLError(complaints + [Diagnostic(at: mark, path: path, message)])
  }

  private func node(
    from event: YAMLEvent, path: Path, depth: Int
  ) throws(YAMLError) -> Anchored {
    guard depth <= limits.depth else {
      throw stop(event.mark, path, "expected at most \(limits.depth) levels, found more")
    }
    count += 1
    guard count <= limits.nodes else {
      throw stop(event.mark, path, "expected at most \(limits.nodes) values, found more")
    }
    if let tag = event.tag {
      try complain(
        Diagnostic(
          at: event.mark, path: path, "expected a value without a tag, found the tag \"\(tag)\""))
    }
    if let anchor = event.anchor { openAnchors.insert(anchor) }
    let result: Anchored
    switch event.kind {
    case .alias(let name): return try use(of: name, at: event.mark, path: path, depth: depth)
    case .scalar(let scalar):
      result = Anchored(
        node: Node(content: .scalar(scalar), mark: event.mark, path: path), depth: 1)
    case .sequenceStart: result = try sequence(at: event.mark, path: path, depth: depth)
    case .mappingStart: result = try mapping(at: event.mark, path: path, depth: depth)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      throw stop(event.mark, path, "expected a value, found the end of a list or mapping")
    }
    if let anchor = event.anchor {
      openAnchors.remove(anchor)
      anchors[anchor] = result
    }
    return result
  }

  private func sequence(
    at mark: Mark, path: Path, depth: Int
  ) throws(YAMLError) -> Anchored {
    var nodes: [Node] = []
    nodes.reserveCapacity(4)
    var height = 0
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind { break }
      let element = try node(
        from: event, path: .index(nodes.count, in: path), depth: depth + 1)
      height = max(height, element.depth)
      nodes.append(element.node)
    }
    return Anchored(
      node: Node(content: .sequence(nodes), mark: mark, path: path), depth: height + 1)
  }

  private func mapping(
    at mark: Mark, path: Path, depth: Int
  ) throws(YAMLError) -> Anchored {
    var entries: [Mapping.Entry] = []
    entries.reserveCapacity(4)
    var lines = KeyLines()
    var merges: [(position: Int, node: Node)] = []
    var height = 0
    while true {
      let event = try next()
      if case .mappingEnd = event.kind { break }
      let key = try key(from: event, path: path, depth: depth)
      let value = try node(
        from: try next(), path: .key(key.text, in: path), depth: depth + 1)
      height = max(height, value.depth)
      if let first = lines.line(of: key.text, among: entries) {
        try complain(
          Diagnostic(
            at: event.mark, path: value.node.path,
            "expected each key once, found it again; it is first on line \(first)"))
        dropped.append(value.node)
        continue
      }
      if key.text == "<<", key.style == .plain {
        merges.append((entries.count, value.node))
        lines.insert(key.text, line: event.mark.line)
      } else {
        entries.append(Mapping.Entry(key: key.text, keyMark: event.mark, value: value.node))
        if entries.count > KeyLines.few { lines.insert(key.text, line: event.mark.line) }
      }
    }
    var isIncomplete = false
    for merge in merges.reversed() {
      let merged = try merged(merge.node, into: path, taken: Set(entries.map(\.key)))
      entries.insert(contentsOf: merged.entries, at: merge.position)
      if merged.isIncomplete { isIncomplete = true }
    }
    let content = Node.Content.mapping(Mapping(entries: entries, isIncomplete: isIncomplete))
    return Anchored(node: Node(content: content, mark: mark, path: path), depth: height + 1)
  }

  private func key(
    from event: YAMLEvent, path: Path, depth: Int
  ) throws(YAMLError) -> Scalar {
    if case .scalar(let scalar) = event.kind {
      if event.anchor == nil, event.tag == nil { return scalar }
      // An anchored key can be used as a value elsewhere.
      return try node(from: event, path: path, depth: depth + 1).node.scalar ?? scalar
    }
    let node = try node(from: event, path: path, depth: depth + 1).node
    if let scalar = node.scalar { return scalar }
    throw stop(event.mark, path, "expected a word as key, found \(node.inWords)")
  }

  // MARK: Aliases

  private func use(
    of name: String, at mark: Mark, path: Path, depth: Int
  ) throws(YAMLError) -> Anchored {
    guard let anchored = anchors[name] else {
      try complain(
        Diagnostic(
          at: mark, path: path,
          openAnchors.contains(name)
            ? "expected a complete value, found \"*\(name)\" inside its own anchor"
            : "expected an anchor \"&\(name)\" further up, found none"))
      let nothing = Node.Content.scalar(Scalar(text: "", style: .missing))
      return Anchored(node: Node(content: nothing, mark: mark, path: path), depth: 1)
    }
    guard depth + anchored.depth - 1 <= limits.depth else {
      throw stop(mark, path, "expected at most \(limits.depth) levels, found more")
    }
    let node = try moved(anchored.node, to: path, at: mark)
    return Anchored(node: node, depth: anchored.depth)
  }

  // A use is a copy with a path of its own, so that an error in it names the use.
  private func moved(
    _ node: Node, to path: Path, at use: Mark
  ) throws(YAMLError) -> Node {
    pauseIfDue()
    copies += 1
    guard copies <= limits.copies else {
      throw stop(
        use, path, "expected at most \(limits.copies) values from aliases, found more")
    }
    switch node.content {
    case .scalar: return Node(content: node.content, mark: node.mark, path: path)
    case .sequence(let nodes):
      var copies: [Node] = []
      for (index, element) in nodes.enumerated() {
        copies.append(try moved(element, to: .index(index, in: path), at: use))
      }
      return Node(content: .sequence(copies), mark: node.mark, path: path)
    case .mapping(let mapping):
      var copies: [Mapping.Entry] = []
      for entry in mapping.entries {
        copies.append(try moved(entry, into: path, at: use))
      }
      let content = Node.Content.mapping(
        Mapping(entries: copies, isIncomplete: mapping.isIncomplete))
      return Node(content: content, mark: node.mark, path: path)
    }
  }

  private func moved(
    _ entry: Mapping.Entry, into path: Path, at use: Mark
  ) throws(YAMLError) -> Mapping.Entry {
    Mapping.Entry(
      key: entry.key, keyMark: entry.keyMark,
      value: try moved(entry.value, to: .key(entry.key, in: path), at: use))
  }

  // Keys of the mapping itself take precedence; of several merged mappings the first one does.
  private func merged(
    _ node: Node, into path: Path, taken: Set<String>
  ) throws(YAMLError) -> Mapping {
    var taken = taken
    var result: [Mapping.Entry] = []
    var isIncomplete = false
    for source in node.sequence ?? [node] {
      guard let mapping = source.mapping else {
        isIncomplete = true
        // An alias without an anchor is an error already.
        if source.scalar?.style == .missing { continue }
        try complain(source.complaint("expected a mapping to merge, found \(source.inWords)"))
        continue
      }
      if mapping.isIncomplete { isIncomplete = true }
      for entry in mapping.entries where taken.insert(entry.key).inserted {
        result.append(try moved(entry, into: path, at: node.mark))
      }
    }
    return Mapping(entries: result, isIncomplete: isIncomplete)
  }
}

/// The lines of the keys of one mapping: the first few are compared, the rest is hashed.
private struct KeyLines {
  static let few = 16
  private var lines: [String: Int] = [:]

  /// The line of a key that is there already.
  func line(of key: String, among entries: [Mapping.Entry]) -> Int? {
    if let entry = entries.prefix(Self.few).first(where: { $0.key == key }) {
      return entry.keyMark.line
    }
    return lines.isEmpty ? nil : lines[key]
  }

  mutating func insert(_ key: String, line: Int) { lines[key] = line }
}
