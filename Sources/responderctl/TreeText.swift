// A view tree as indented lines for people.

import Wire

/// Writes nodes as the snapshot has them, one a line, children below their parent.
enum TreeText {
  static func write(_ nodes: JSON, to output: Output) {
    for node in nodes.elements ?? [] { write(node, indent: 0, to: output) }
  }

  private static func write(_ node: JSON, indent: Int, to output: Output) {
    let space = String(repeating: "  ", count: indent)
    let id = node["id"]?.string ?? "?"
    let kind = node["kind"]?.string ?? "view"
    let frame = node["frame"]?.elements?.map { Readable.number($0.double) }.joined(separator: ",")
    var words = ["\(space)\(id)", kind, frame ?? ""]
    let named: Set<String> = [
      "id", "kind", "frame", "viewController", "gestureRecognizers", "subviews",
    ]
    for member in node.members ?? [] where !named.contains(member.name) {
      words.append("\(member.name)=\(list(member.value))")
    }
    output.line(words.joined(separator: " "))
    if let controller = node["viewController"] {
      let handles = controller["handles"].map { " handles=\(list($0))" } ?? ""
      let above = controller["presentedBy"]?.string.map { " presentedBy=\($0)" } ?? ""
      let kind = controller["kind"]?.string ?? "viewController"
      let words = ["topPage", "modal", "forwards"].compactMap { name in
        controller[name].map { " \(name)=\(list($0))" }
      }
      output.line(
        "\(space)  ^ \(controller["id"]?.string ?? "?") \(kind)\(handles)\(above)"
          + words.joined())
    }
    for recognizer in node["gestureRecognizers"]?.elements ?? [] {
      let off = recognizer["isEnabled"]?.bool == false ? " isEnabled=false" : ""
      output.line(
        "\(space)  * \(recognizer["id"]?.string ?? "?") \(recognizer["kind"]?.string ?? "?")\(off)")
    }
    for child in node["subviews"]?.elements ?? [] { write(child, indent: indent + 1, to: output) }
  }

  private static func list(_ value: JSON) -> String {
    guard let elements = value.elements, elements.allSatisfy({ $0.string != nil }) else {
      return Readable.value(value)
    }
    return elements.compactMap(\.string).joined(separator: ",")
  }
}
