// The keys of each kind of recognizer.

import ResponderKit
import YAML

extension RecognizerKeys {
  static var ofTap: [RecognizerKey] {
    [
      .of(
        TapGestureRecognizer.self, "numberOfTapsRequired", \.numberOfTapsRequired, .whole(1...100)),
      .of(
        TapGestureRecognizer.self, "numberOfTouchesRequired", \.numberOfTouchesRequired,
        .whole(1...100)),
      .of(TapGestureRecognizer.self, "allowableMovement", \.allowableMovement, .distance),
      .of(TapGestureRecognizer.self, "maximumTapDuration", \.maximumTapDuration, .duration),
      .of(TapGestureRecognizer.self, "maximumTapInterval", \.maximumTapInterval, .duration),
      .of(
        TapGestureRecognizer.self, "buttonMaskRequired", value: .oneOrMore(of: ButtonMask.names),
        \.buttonMaskRequired
      ) { reader, node in
        let buttons = reader.oneOrMore(node) { reader.choice($0, ButtonMask.names) }
        return buttons.reduce(into: ButtonMask()) { $0.formUnion($1) }
      },
    ]
  }

  static var ofLongPress: [RecognizerKey] {
    [
      .of(
        LongPressGestureRecognizer.self, "minimumPressDuration", \.minimumPressDuration,
        .seconds(0...3600)),
      .of(
        LongPressGestureRecognizer.self, "numberOfTapsRequired", \.numberOfTapsRequired,
        .whole(0...100)),
      .of(
        LongPressGestureRecognizer.self, "numberOfTouchesRequired", \.numberOfTouchesRequired,
        .whole(1...100)),
      .of(LongPressGestureRecognizer.self, "allowableMovement", \.allowableMovement, .distance),
      .of(
        LongPressGestureRecognizer.self, "allowableTapMovement", \.allowableTapMovement, .distance),
      .of(LongPressGestureRecognizer.self, "maximumTapDuration", \.maximumTapDuration, .duration),
      .of(LongPressGestureRecognizer.self, "maximumTapInterval", \.maximumTapInterval, .duration),
    ]
  }

  static var ofPan: [RecognizerKey] {
    [
      .of(
        PanGestureRecognizer.self, "minimumNumberOfTouches", \.minimumNumberOfTouches,
        .whole(1...100)),
      .of(
        PanGestureRecognizer.self, "maximumNumberOfTouches",
        value: "whole number, minimumNumberOfTouches or more", reading: \.touchLimit
      ) { pan, node, builder in
        let range = pan.minimumNumberOfTouches...Int.max
        guard let count = builder.reader.whole(node, in: range) else { return }
        builder.change { pan.maximumNumberOfTouches = count }
      },
      .of(PanGestureRecognizer.self, "threshold", \.threshold, .distance),
      .of(PanGestureRecognizer.self, "velocityWindow", \.velocityWindow, .duration),
    ]
  }

  static var ofScreenEdgePan: [RecognizerKey] {
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
    ]
  }

  static var ofSwipe: [RecognizerKey] {
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

  static var ofPinch: [RecognizerKey] {
    [
      .of(PinchGestureRecognizer.self, "threshold", \.threshold, .distance),
      .of(PinchGestureRecognizer.self, "velocityWindow", \.velocityWindow, .duration),
    ]
  }

  static var ofRotation: [RecognizerKey] {
    [
      .of(
        RotationGestureRecognizer.self, "threshold", value: "degrees, 0 to 180",
        reading: \.thresholdInDegrees
      ) { rotation, node, builder in
        guard let degrees = builder.reader.number(node, in: 0...180) else { return }
        builder.change { rotation.threshold = degrees * .pi / 180 }
      },
      .of(RotationGestureRecognizer.self, "velocityWindow", \.velocityWindow, .duration),
    ]
  }

  static var ofTransform: [RecognizerKey] {
    [
      .of(
        TransformGestureRecognizer.self, "minimumNumberOfTouches", \.minimumNumberOfTouches,
        .whole(1...100)),
      .of(TransformGestureRecognizer.self, "threshold", \.threshold, .distance),
      .of(TransformGestureRecognizer.self, "allowsShear", \.allowsShear, .bool),
    ]
  }

  static var ofPath: [RecognizerKey] {
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

  /// The directions of a swipe.
  static let directionWords: [(String, SwipeGestureRecognizer.Direction)] = [
    ("right", .right), ("left", .left), ("up", .up), ("down", .down),
  ]

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
