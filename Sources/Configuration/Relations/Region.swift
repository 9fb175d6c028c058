// Parts of a view: a strip along an edge, a rectangle, another view.

import ConfigurationText
import ResponderKit

/// A part of a view, in the view's own coordinates.
enum Region {
  /// The strip along an edge.
  case edge(Edge, within: Double)
  /// A rectangle; each side is points plus a part of the view's size.
  case rect([Part])
  /// The bounds of another view.
  case view(String)

  /// The four edges.
  enum Edge: String, CaseIterable { case left, right, top, bottom }

  /// Points plus a part of a whole.
  struct Part {
    var points: Double
    var fraction: Double

    func length(of whole: Double) -> Double { points + fraction * whole }
  }

  /// Whether a position on the screen is in the part of this view.
  func contains(_ place: Point, of view: View) -> Bool {
    let bounds = view.bounds
    switch self {
    case .edge(let edge, let within):
      let point = view.convert(place, from: nil)
      switch edge {
      case .left: return point.x - bounds.minX <= within
      case .right: return bounds.maxX - point.x <= within
      case .top: return point.y - bounds.minY <= within
      case .bottom: return bounds.maxY - point.y <= within
      }
    case .rect(let parts):
      let point = view.convert(place, from: nil)
      let rect = Rect(
        x: bounds.minX + parts[0].length(of: bounds.size.width),
        y: bounds.minY + parts[1].length(of: bounds.size.height),
        width: parts[2].length(of: bounds.size.width),
        height: parts[3].length(of: bounds.size.height))
      return rect.contains(point)
    case .view(let id):
      guard let other = view.window.flatMap({ Region.find(id, in: $0) }) else { return false }
      return other.bounds.contains(other.convert(place, from: nil))
    }
  }

  private static func find(_ id: String, in view: View) -> View? {
    if view.id == id { return view }
    for child in view.subviews {
      if let found = find(id, in: child) { return found }
    }
    return nil
  }
}

extension Builder {
  /// A region: `[x, y, width, height]`, `{edge, within}` or `{view}`.
  func region(_ node: Node) -> Region? {
    if node.sequence != nil { return rectangle(node).map { .rect($0) } }
    guard let mapping = node.mapping else {
      reader.expected("[x, y, width, height], {edge, within} or {view}", at: node)
      return nil
    }
    for entry in mapping.entries where !["edge", "within", "view"].contains(entry.key) {
      reader.unknown(entry, known: ["edge", "within", "view"])
    }
    if let view = mapping["view"] {
      for entry in mapping.entries where entry.key == "edge" || entry.key == "within" {
        reader.complain(entry.complaint("expected either a view or an edge, found both"))
      }
      return viewName(view).map { .view($0) }
    }
    guard let edgeNode = mapping["edge"], let withinNode = mapping["within"] else {
      reader.complain(node.complaint("expected the keys \"edge\" and \"within\""))
      return nil
    }
    let edge = reader.choice(edgeNode, Region.Edge.self)
    let within = reader.length(withinNode, in: 0...1_000_000)
    guard let edge, let within else { return nil }
    return .edge(edge, within: within)
  }

  private func rectangle(_ node: Node) -> [Region.Part]? {
    guard let nodes = node.sequence, nodes.count == 4 else {
      reader.expectedList("[x, y, width, height]", count: 4, at: node)
      return nil
    }
    let parts = nodes.map { element -> Region.Part? in
      guard let text = element.string, text.hasSuffix("%") else {
        return reader.length(element).map { Region.Part(points: $0, fraction: 0) }
      }
      return reader.length(element, of: 1).map { Region.Part(points: 0, fraction: $0) }
    }
    return parts.contains { $0 == nil } ? nil : parts.compactMap { $0 }
  }
}
