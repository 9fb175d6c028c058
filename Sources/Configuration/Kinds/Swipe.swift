// Swipes: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let swipe = RecognizerKind(SwipeGestureRecognizer.init(id:)) {
    [
      .of(
        SwipeGestureRecognizer.self, "direction", value: .oneOrMore(of: directionWords), \.direction
      ) { reader, node in
        guard node.sequence?.isEmpty != true else {
          reader.expected("at least one of right, left, up, down", at: node)
          return nil
        }
        return reader.oneOrMore(node) { reader.choice($0, directionWords) }
          .reduce(into: SwipeGestureRecognizer.Direction()) { $0.formUnion($1) }
      },
      .of(
        SwipeGestureRecognizer.self, "numberOfTouchesRequired", \.numberOfTouchesRequired,
        .whole(1...100)),
      .of(SwipeGestureRecognizer.self, "maximumDuration", \.maximumDuration, .duration),
      .of(SwipeGestureRecognizer.self, "minimumTravel", \.minimumTravel, .distance),
      .of(
        SwipeGestureRecognizer.self, "travelDecay", \.travelDecay,
        .length(0...100_000, "length per second")),
      .of(SwipeGestureRecognizer.self, "maximumDrift", \.maximumDrift, .distance),
      .of(
        SwipeGestureRecognizer.self, "driftDecay", \.driftDecay,
        .length(0...100_000, "length per second")),
    ]
  }

  /// The directions of a swipe.
  static let directionWords: [(String, SwipeGestureRecognizer.Direction)] = [
    ("right", .right), ("left", .left), ("up", .up), ("down", .down),
  ]
}
