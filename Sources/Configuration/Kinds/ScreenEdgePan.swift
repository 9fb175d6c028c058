// Pans from an edge of the screen: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let screenEdgePan = RecognizerKind(
    ScreenEdgePanGestureRecognizer.init(id:), needs: [("edges", "edges: [left]")]
  ) {
    [
      .of(ScreenEdgePanGestureRecognizer.self, "edges", \.edges, .edges(isRequired: true)),
      .of(ScreenEdgePanGestureRecognizer.self, "edgeRegion", \.edgeRegion, .distance),
      .of(ScreenEdgePanGestureRecognizer.self, "threshold", \.threshold, .distance),
      .of(ScreenEdgePanGestureRecognizer.self, "velocityWindow", \.velocityWindow, .duration),
      .of(
        ScreenEdgePanGestureRecognizer.self, "section",
        value: "[from, to], parts of the edge such as \"50%\"", reading: \.sectionBounds
      ) { pan, node, builder in
        guard let section = section(builder.reader, node) else { return }
        builder.change { pan.section = section }
      },
      .of(ScreenEdgePanGestureRecognizer.self, "requiresCorner", \.requiresCorner, .bool),
      .of(ScreenEdgePanGestureRecognizer.self, "pops", \.pops, .bool),
    ]
  }

  // A part of an edge: two parts of its length, from the top or the left.
  private static func section(_ reader: Reader, _ node: Node) -> ClosedRange<Double>? {
    guard let nodes = node.sequence, nodes.count == 2,
      let low = reader.length(nodes[0], of: 1), let high = reader.length(nodes[1], of: 1),
      0 <= low, low < high, high <= 1
    else {
      reader.expected("a part of the edge such as [\"0%\", \"50%\"]", at: node)
      return nil
    }
    return low...high
  }
}
