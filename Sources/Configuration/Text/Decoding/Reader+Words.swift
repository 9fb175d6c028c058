// Truth values, words, names, choices, lists.

import CommandLine

extension Reader {
  /// A truth value.
  package func bool(_ node: Node) -> Bool? {
    if let value = node.scalar?.bool { return value }
    var hint: String?
    switch node.string {
    case "yes", "on", "Yes", "On", "YES": hint = "write true"
    case "no", "off", "No", "Off", "NO": hint = "write false"
    default: break
    }
    expected("true or false", at: node, hint: hint)
    return nil
  }

  /// Some text.
  package func text(_ node: Node) -> String? {
    guard let scalar = node.scalar, !scalar.isNull else {
      expected("text", at: node)
      return nil
    }
    return scalar.text
  }

  /// A name that something is known by: no spaces, nothing invisible, at most 128 bytes.
  package func name(_ node: Node) -> String? {
    guard let scalar = node.scalar, !scalar.isNull, case let text = scalar.text, !text.isEmpty
    else {
      expected("a name without spaces", at: node)
      return nil
    }
    let count = text.utf8.count
    guard count <= 128 else {
      complain(node.complaint("expected a name of at most 128 bytes, found one of \(count)"))
      return nil
    }
    // The properties of other characters are slow to look up.
    if text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return text }
    if let hidden = text.unicodeScalars.first(where: { $0.isInvisible }) {
      let number = String(hidden.value, radix: 16, uppercase: true)
      let digits = String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
      complain(
        node.complaint(
          "expected a name of visible characters, found the character U+\(digits) in it"))
      return nil
    }
    guard text.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace }) else {
      expected("a name without spaces", at: node)
      return nil
    }
    return text
  }

  /// The path of a Unix socket.
  package func socketPath(_ node: Node) -> String? {
    guard let path = node.string, path.hasPrefix("/"), (2...107).contains(path.utf8.count) else {
      expected("an absolute path of at most 107 bytes", at: node)
      return nil
    }
    return path
  }

  /// One of a closed set of words.
  package func choice<Value>(_ node: Node, _ words: [(String, Value)]) -> Value? {
    if let text = node.string {
      for (word, value) in words where word == text { return value }
    }
    let known = words.map(\.0)
    expected(
      "one of \(known.joined(separator: ", "))", at: node,
      hint: node.string.flatMap { didYouMean($0, among: known) })
    return nil
  }

  /// One of the words of an enumeration.
  package func choice<Value>(_ node: Node, _ type: Value.Type) -> Value?
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    choice(node, Value.allCases.map { ($0.rawValue, $0) })
  }

  /// A list whose elements are read one by one; what cannot be read is left out.
  package func list<Element>(_ node: Node, _ what: String, _ read: (Node) -> Element?) -> [Element]?
  {
    guard let nodes = node.sequence else {
      expected("a list of \(what)", at: node)
      return nil
    }
    return nodes.compactMap(read)
  }

  /// A list, or a single element in its place.
  package func oneOrMore<Element>(_ node: Node, _ read: (Node) -> Element?) -> [Element] {
    node.oneOrMore.compactMap(read)
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible, or changes how its neighbours look, so that two different
  /// names look the same.
  package var isInvisible: Bool {
    if properties.isDefaultIgnorableCodePoint { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      true
    default: false
    }
  }
}
