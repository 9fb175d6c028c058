// Strokes along a template: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let path = RecognizerKind(
    PathGestureRecognizer.init(id:), needs: [("template", "template: [[0, 0], [100, 0]]")]
  ) {
    [
      .of(
        PathGestureRecognizer.self, "template", value: "list of points [x, y], 2 or more",
        \.template
      ) { reader, node in
        guard let nodes = node.sequence, nodes.count >= 2 else {
          reader.expected("the points [x, y] of a stroke, at least two", at: node)
          return nil
        }
        let points = nodes.map { reader.point($0) }
        return points.contains { $0 == nil } ? nil : points.compactMap { $0 }
      },
      .of(PathGestureRecognizer.self, "minimumScore", \.minimumScore, .number(0...1)),
      .of(PathGestureRecognizer.self, "minimumLength", \.minimumLength, .distance),
      .of(PathGestureRecognizer.self, "maximumDuration", \.maximumDuration, .duration),
    ]
  }
}
