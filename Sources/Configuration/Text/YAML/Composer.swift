// Events become documents: aliases and merge keys resolved, duplicates and bombs refused.

/// Builds the documents of one text.
final class Composer {
  private let reader: EventReader
  private let limits: YAML.Limits
  private var document: Document
  // Complete values by their anchors, and the anchors of those that are not complete.
  private var anchors: [String: Int] = [:]
  private var openAnchors: Set<String> = []
  // The keys that are written, each with the one before it that has its text; the latest of each text.
  private var keys: ContiguousArray<(index: Int, before: Int?)> = []
  private var latest: [String: Int] = [:]
  private var count = 0
  private var copies = 0
  /// The errors that do not end the reading.
  private(set) var complaints: [Diagnostic] = []
  /// The values of keys that were written again; they are in no document.
  private(set) var dropped: [Node] = []

  init(reader: EventReader, limits: YAML.Limits) {
    self.reader = reader
    self.limits = limits
    document = Document(source: reader.source)
  }

  /// Every document of the stream, in order.
  func documents() throws(YAMLError) -> [Node] {
    var documents: [Node] = []
    reading: while true {
      try advance()
      switch reader.kind {
      case .none, .streamEnd: break reading
      case .documentStart:
        document = Document(source: reader.source)
        anchors.removeAll()
        keys.removeAll()
        latest.removeAll()
        count = 0
        copies = 0
        try advance()
        documents.append(Node(document, try value(.root, depth: 1)))
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

  private func diagnostic(at span: Span, _ index: Int, _ message: String) -> Diagnostic {
    Diagnostic(at: Mark(source: reader.source, span), path: document.path(to: index), message)
  }

  private func complain(at span: Span, _ index: Int, _ message: String) throws(YAMLError) {
    complaints.append(diagnostic(at: span, index, message))
    if complaints.count >= limits.complaints { throw YAMLError(complaints) }
  }

  private func stop(at span: Span, _ index: Int, _ message: String) -> YAMLError {
    YAMLError(complaints + [diagnostic(at: span, index, message)])
  }

  private func tooDeep(at span: Span, _ index: Int) -> YAMLError {
    stop(at: span, index, "expected at most \(limits.depth) levels, found more")
  }

  // Adds the value that begins with the latest event.
  private func value(_ place: Document.Place, depth: Int) throws(YAMLError) -> Int {
    let span = reader.span
    let index = document.add(
      place, at: span, reader.kind == .scalar ? .scalar(reader.scalar) : .missing)
    guard depth <= limits.depth else { throw tooDeep(at: span, index) }
    count += 1
    guard count <= limits.nodes else {
      throw stop(at: span, index, "expected at most \(limits.nodes) values, found more")
    }
    let anchor = reader.isDecorated ? try decoration(of: index) : nil
    switch reader.kind {
    case .alias: try use(at: index, depth: depth)
    case .scalar: break
    case .sequenceStart: try elements(of: index, depth: depth)
    case .mappingStart: try entries(of: index, depth: depth)
    case .none, .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      throw stop(at: span, index, "expected a value, found the end of a list or mapping")
    }
    if let anchor {
      openAnchors.remove(anchor)
      anchors[anchor] = index
    }
    return index
  }

  // The anchor of the latest event; a tag is an error.
  private func decoration(of index: Int) throws(YAMLError) -> String? {
    if let tag = reader.tag {
      try complain(
        at: reader.span, index, "expected a value without a tag, found the tag \"\(tag)\"")
    }
    let anchor = reader.anchor
    if let anchor { openAnchors.insert(anchor) }
    return anchor
  }

  private func elements(of index: Int, depth: Int) throws(YAMLError) {
    let first = document.open.count
    while true {
      try advance()
      if reader.kind == .sequenceEnd { break }
      let number = document.open.count - first
      _ = try value(.element(number, of: index), depth: depth + 1)
    }
    document.end(sequence: index, from: first)
  }

  private func entries(of index: Int, depth: Int) throws(YAMLError) {
    let first = document.open.count
    var merge: (place: Int, value: Int)?
    while true {
      try advance()
      if reader.kind == .mappingEnd { break }
      let span = reader.span
      let key = try key(of: index, depth: depth)
      let original = note(document.values.count - 1, key.text, in: index)
      try advance()
      let value = try value(.value(of: index), depth: depth + 1)
      if let original {
        let line = document.values[original].span.line
        try complain(
          at: span, value, "expected each key once, found it again; it is first on line \(line)")
        dropped.append(Node(document, value))
        document.open.removeLast()
      } else if key.style == .plain, key.text == "<<" {
        document.open.removeLast()
        merge = (document.open.count, value)
      }
    }
    var isIncomplete = false
    if let merge {
      isIncomplete = try !self.merge(
        merge.value, into: index, at: merge.place, from: first, depth: depth)
    }
    document.end(mapping: index, from: first, isIncomplete: isIncomplete)
  }

  // Keeps a key; returns the first one of the mapping that has its text, if there is one.
  private func note(_ index: Int, _ text: String, in mapping: Int) -> Int? {
    var before = latest.updateValue(keys.count, forKey: text)
    keys.append((index, before))
    var first: Int?
    // All keys of the mapping come after it.
    while let number = before, keys[number].index > mapping {
      if document.values[keys[number].index].parent == mapping { first = keys[number].index }
      before = keys[number].before
    }
    return first
  }

  // Adds the key that begins with the latest event.
  private func key(of mapping: Int, depth: Int) throws(YAMLError) -> Scalar {
    let span = reader.span
    let index = try value(.key(of: mapping), depth: depth + 1)
    guard case .scalar(let scalar) = document.values[index].content else {
      throw stop(
        at: span, index, "expected a word as key, found \(Node(document, index).inWords)")
    }
    document.values[index].span = span
    return scalar
  }

  // MARK: Aliases

  // Gives a value the content of that of the alias that is the latest event.
  private func use(at index: Int, depth: Int) throws(YAMLError) {
    let name = reader.alias
    let span = reader.span
    guard let anchor = anchors[name] else {
      return try complain(
        at: span, index,
        openAnchors.contains(name)
          ? "expected a complete value, found \"*\(name)\" inside its own anchor"
          : "expected an anchor \"&\(name)\" further up, found none")
    }
    try copy(anchor, to: index, depth: depth, for: Use(span: span, index: index))
  }

  // Where an alias is, or the value of a merge key.
  private struct Use {
    let span: Span
    let index: Int
  }

  // A use is a copy with a path of its own, so that an error in it names the use.
  private func copy(
    _ original: Int, to index: Int, depth: Int, for use: Use
  ) throws(YAMLError) {
    try document.copy(
      original, to: index, depth: depth,
      enter: { depth throws(YAMLError) in
        guard depth <= limits.depth else { throw tooDeep(at: use.span, use.index) }
        copies += 1
        guard copies <= limits.copies else {
          throw stop(
            at: use.span, use.index,
            "expected at most \(limits.copies) values from aliases, found more")
        }
      })
  }

  // Inserts what a merge key names; returns whether that was possible. Keys of the mapping itself take
  // precedence; of several merged mappings the first one does.
  private func merge(
    _ value: Int, into mapping: Int, at place: Int, from first: Int, depth: Int
  ) throws(YAMLError) -> Bool {
    let own = document.open.count
    var taken = Set(document.open[first...].map { document.key(ofValue: Int($0)) })
    var isComplete = true
    let named = Node(document, value)
    for source in named.oneOrMore {
      guard let merged = source.mapping else {
        isComplete = false
        // An alias without an anchor is an error already.
        if source.scalar?.style == .missing { continue }
        try complain(
          at: document.values[source.index].span, source.index,
          "expected a mapping to merge, found \(source.inWords)")
        continue
      }
      if merged.isIncomplete { isComplete = false }
      for entry in merged.entries where taken.insert(entry.key).inserted {
        let copied = document.addEntry(of: entry.value.index, to: mapping)
        let use = Use(span: document.values[value].span, index: copied)
        try copy(entry.value.index, to: copied, depth: depth + 1, for: use)
      }
    }
    let copied = document.open[own...]
    document.open.removeLast(copied.count)
    document.open.insert(contentsOf: copied, at: place)
    return isComplete
  }
}
