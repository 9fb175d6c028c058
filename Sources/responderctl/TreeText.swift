// A view tree as indented lines for people.

import Configuration
import Protocol

/// Writes nodes as the snapshot has them, one a line, children below their parent.
enum TreeText {
  static func write(_ nodes: JSON, to output: Output) {
    for node in nodes.elements ?? [] { write(node, indent: 0, to: output) }
  }

  private static func write(_ node: JSON, indent: Int, to output: Output) {
    let space = String(repeating: "  ", count: indent)
    let id = node["id"]?.string ?? "?"
    let kind = ViewKind.allCases.first { node[$0.rawValue] != nil }
    let numbers = node["frame"]?.elements?.compactMap(\.double) ?? []
    let isPlain = numbers.count == 4
    let box = isPlain ? numbers : node["at"]?.elements?.compactMap(\.double)
    let frame = box?.map { Readable.number($0) }.joined(separator: ",")
    let word = kind?.rawValue ?? (indent == 0 && node["screen"] != nil ? "window" : "view")
    let apart: Set<String> = [
      "id", isPlain ? "frame" : "at", "viewController", "gestureRecognizers", "subviews",
    ]
    let own = kind.flatMap { node[$0.rawValue]?.members } ?? []
    output.line(
      (["\(space)\(id)", word, frame ?? ""]
        + words((node.members ?? []).filter { $0.name != kind?.rawValue } + own, without: apart))
        .joined(separator: " "))
    if let controller = node["viewController"] {
      let isNavigation = controller["navigationController"] != nil
      let kind = isNavigation ? "navigationController" : "viewController"
      let said = words(controller.members ?? [], without: ["id", "navigationController"])
      output.line(
        (["\(space)  ^ \(controller["id"]?.string ?? "?")", kind] + said).joined(separator: " "))
    }
    for recognizer in node["gestureRecognizers"]?.elements ?? [] {
      let members = (recognizer.members ?? []).filter { $0.name != "id" }
      let said = members.flatMap { [$0.name] + words($0.value.members ?? [], without: []) }
      output.line(
        (["\(space)  * \(recognizer["id"]?.string ?? "?")"] + said).joined(separator: " "))
    }
    for child in node["subviews"]?.elements ?? [] { write(child, indent: indent + 1, to: output) }
  }

  private static func words(_ members: [JSON.Member], without apart: Set<String>) -> [String] {
    members.filter { !apart.contains($0.name) }.map { "\($0.name)=\(list($0.value))" }
  }

  private static func list(_ value: JSON) -> String {
    guard let elements = value.elements, elements.allSatisfy({ $0.string != nil }) else {
      return Readable.value(value)
    }
    return elements.compactMap(\.string).joined(separator: ",")
  }
}
