// Points, sizes, rectangles, insets and edges.

import ConfigurationText
import ResponderKit

extension Reader {
  /// A point `[x, y]`, in points or millimetres.
  func point(_ node: Node) -> Point? {
    guard let nodes = node.sequence, nodes.count == 2 else {
      expectedList("[x, y]", count: 2, at: node)
      return nil
    }
    let values = nodes.map { length($0) }
    guard let x = values[0], let y = values[1] else { return nil }
    return Point(x: x, y: y)
  }

  /// A size `[width, height]` that is more than nothing.
  func size(_ node: Node) -> Size? {
    guard let nodes = node.sequence, nodes.count == 2 else {
      expectedList("[width, height]", count: 2, at: node)
      return nil
    }
    let range = 0.001...1_000_000
    let values = nodes.map { number($0, in: range) }
    guard let width = values[0], let height = values[1] else { return nil }
    return Size(width: width, height: height)
  }

  /// A rectangle `[x, y, width, height]` or `fill`; parts and `fill` are of the whole.
  func rect(_ node: Node, in whole: Size) -> Rect? {
    if node.string == "fill" {
      return Rect(origin: .zero, size: whole)
    }
    guard let nodes = node.sequence, nodes.count == 4 else {
      let count = node.sequence.map { " of \($0.count)" } ?? ""
      complain(
        node.complaint(
          "expected [x, y, width, height] or fill, found \(node.inWords)\(count)"))
      return nil
    }
    // Each error is reported, so none of these ends the reading of the others.
    let (x, y) = (length(nodes[0], of: whole.width), length(nodes[1], of: whole.height))
    let (widthNode, heightNode) = (nodes[2], nodes[3])
    let width = length(widthNode, of: whole.width)
    let height = length(heightNode, of: whole.height)
    let isWidth = isLength(width, at: widthNode)
    let isHeight = isLength(height, at: heightNode)
    guard let x, let y, let width, let height, isWidth, isHeight else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// Insets: one length for all sides, or `[top, left, bottom, right]`.
  func insets(_ node: Node) -> EdgeInsets? {
    sides(node) { length($0) }.map {
      EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
    }
  }

  /// One or more edges of a rectangle.
  func edges(_ node: Node) -> RectEdge? {
    let words: [(String, RectEdge)] = [
      ("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right), ("all", .all),
    ]
    return oneOrMore(node) { choice($0, words) }.reduce(into: RectEdge()) { $0.formUnion($1) }
  }

  /// At least one edge of a rectangle.
  func someEdges(_ node: Node) -> RectEdge? {
    guard node.sequence?.isEmpty != true else {
      expected("at least one of top, left, bottom, right, all", at: node)
      return nil
    }
    return edges(node)
  }
}
