// Truth values, words, names, choices, lists.

import ResponderKit
import YAML

extension Reader {
  /// A truth value.
  func bool(_ node: Node) -> Bool? {
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
  func text(_ node: Node) -> String? {
    guard let scalar = node.scalar, !scalar.isNull else {
      expected("text", at: node)
      return nil
    }
    return scalar.text
  }

  /// A name that something is known by: no spaces, at most 128 bytes.
  func name(_ node: Node) -> String? {
    guard let scalar = node.scalar, !scalar.isNull, !scalar.text.isEmpty,
      scalar.text.utf8.count <= 128,
      scalar.text.unicodeScalars.allSatisfy({
        $0.isASCII ? $0.value > 0x20 && $0.value != 0x7F : !$0.properties.isWhitespace
      })
    else {
      expected("a name without spaces", at: node)
      return nil
    }
    return scalar.text
  }

  /// One of a closed set of words.
  func choice<Value>(_ node: Node, _ words: [(String, Value)]) -> Value? {
    if let text = node.string, let found = words.first(where: { $0.0 == text }) {
      return found.1
    }
    let known = words.map(\.0)
    expected(
      "one of \(known.joined(separator: ", "))", at: node,
      hint: node.string.flatMap { didYouMean($0, among: known) })
    return nil
  }

  /// One of the words of an enumeration.
  func choice<Value>(_ node: Node, _ type: Value.Type) -> Value?
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    choice(node, Value.allCases.map { ($0.rawValue, $0) })
  }

  /// One or more edges of a rectangle.
  func edges(_ node: Node) -> RectEdge? {
    let words: [(String, RectEdge)] = [
      ("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right), ("all", .all),
    ]
    return oneOrMore(node) { choice($0, words) }.reduce(into: RectEdge()) { $0.formUnion($1) }
  }

  /// A list whose elements are read one by one; what cannot be read is left out.
  func list<Element>(_ node: Node, _ what: String, _ read: (Node) -> Element?) -> [Element]? {
    guard let nodes = node.sequence else {
      expected("a list of \(what)", at: node)
      return nil
    }
    return nodes.compactMap(read)
  }

  /// A list, or a single element in its place.
  func oneOrMore<Element>(_ node: Node, _ read: (Node) -> Element?) -> [Element] {
    (node.sequence ?? [node]).compactMap(read)
  }
}
