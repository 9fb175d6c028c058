// The kinds and keys of recognizers.

import ResponderKit

extension RecognizerLine {
  /// The engine's object of this kind, as it is before any key.
  func makeRecognizer() -> GestureRecognizer {
    switch kind {
    case .tap: TapGestureRecognizer(id: id)
    case .longpress: LongPressGestureRecognizer(id: id)
    case .pan: PanGestureRecognizer(id: id)
    case .edge: ScreenEdgePanGestureRecognizer(id: id)
    case .swipe: SwipeGestureRecognizer(id: id)
    case .pinch: PinchGestureRecognizer(id: id)
    case .rotation: RotationGestureRecognizer(id: id)
    case .hover: HoverGestureRecognizer(id: id)
    case .custom: CustomRecognizer(id: id)
    }
  }
}

extension Stage {
  /// Gives a recognizer an attribute.
  func apply(
    _ attribute: Attribute, to recognizer: GestureRecognizer, answers: Answers
  ) throws(Problem) {
    switch attribute.key {
    case "cancels": recognizer.cancelsTouchesInView = try attribute.flag()
    case "delaysBegan": recognizer.delaysTouchesBegan = try attribute.flag()
    case "delaysEnded": recognizer.delaysTouchesEnded = try attribute.flag()
    case "enabled": recognizer.isEnabled = try attribute.flag()
    case "requires":
      for other in try recognizers(attribute) { recognizer.require(toFail: other) }
    case "dynRequires": answers.requires = Set(try recognizers(attribute).map(\.id))
    case "dynRequiredBy": answers.requiredBy = Set(try recognizers(attribute).map(\.id))
    case "with":
      answers.simultaneous =
        attribute.value == "all" ? .all : .these(Set(try recognizers(attribute).map(\.id)))
    case "canPrevent":
      let answer = try attribute.flag()
      recognizer.prevents = { _ in answer }
    case "canBePrevented":
      let answer = try attribute.flag()
      recognizer.isPreventable = { _ in answer }
    case "shouldBegin":
      answers.shouldBegin = try attribute.flag()
      disclosed.shouldBegin.insert(recognizer.id)
    case "receive":
      answers.receive = try receive(attribute)
      disclosed.receive.insert(recognizer.id)
    case "presses": recognizer.allowedPressTypes = Set(attribute.names().map { PressType($0) })
    default:
      switch recognizer {
      case let tap as TapGestureRecognizer: try apply(attribute, toTap: tap)
      case let press as LongPressGestureRecognizer: try apply(attribute, toLongPress: press)
      case let edge as ScreenEdgePanGestureRecognizer: try apply(attribute, toEdge: edge)
      case let pan as PanGestureRecognizer: try apply(attribute, toPan: pan)
      case let swipe as SwipeGestureRecognizer: try apply(attribute, toSwipe: swipe)
      case let pinch as PinchGestureRecognizer:
        pinch.threshold = try hysteresis(attribute, of: pinch)
      case let rotation as RotationGestureRecognizer:
        rotation.threshold = try hysteresis(attribute, of: rotation) * .pi / 180
      default: throw attribute.unknown(for: recognizer.id)
      }
    }
  }

  private func receive(_ attribute: Attribute) throws(Problem) -> Answers.Receive {
    switch attribute.value {
    case "yes": return .everything
    case "notControls": return .notControls
    default:
      guard attribute.value.hasPrefix("notIn:") else {
        throw Problem(
          at: attribute.place, expected: "yes, notControls or notIn:view", found: attribute.value)
      }
      let name = String(attribute.value.dropFirst("notIn:".count))
      return .notIn(try view(Word(text: name, place: attribute.place)))
    }
  }

  private func apply(
    _ attribute: Attribute, toTap tap: TapGestureRecognizer
  ) throws(Problem) {
    switch attribute.key {
    case "taps": tap.numberOfTapsRequired = try attribute.count()
    case "touches": tap.numberOfTouchesRequired = try attribute.count()
    case "movement": tap.allowableMovement = try attribute.number()
    case "duration": tap.maximumTapDuration = try attribute.number()
    case "interval": tap.maximumTapInterval = try attribute.number()
    default: throw attribute.unknown(for: tap.id)
    }
  }

  private func apply(
    _ attribute: Attribute, toLongPress press: LongPressGestureRecognizer
  ) throws(Problem) {
    switch attribute.key {
    case "min": press.minimumPressDuration = try attribute.number()
    case "movement": press.allowableMovement = try attribute.number()
    case "touches": press.numberOfTouchesRequired = try attribute.count()
    default: throw attribute.unknown(for: press.id)
    }
  }

  private func apply(
    _ attribute: Attribute, toPan pan: PanGestureRecognizer
  ) throws(Problem) {
    switch attribute.key {
    case "min": pan.minimumNumberOfTouches = try attribute.count()
    case "max": pan.maximumNumberOfTouches = try attribute.count()
    case "hysteresis": pan.threshold = try attribute.number()
    default: throw attribute.unknown(for: pan.id)
    }
  }

  private func apply(
    _ attribute: Attribute, toEdge edge: ScreenEdgePanGestureRecognizer
  ) throws(Problem) {
    switch attribute.key {
    case "edge":
      edge.edges = try attribute.word(Side.self).edge
    case "region": edge.edgeRegion = try attribute.number()
    case "hysteresis": edge.threshold = try attribute.number()
    default: throw attribute.unknown(for: edge.id)
    }
  }

  private func apply(
    _ attribute: Attribute, toSwipe swipe: SwipeGestureRecognizer
  ) throws(Problem) {
    switch attribute.key {
    case "dir":
      var directions: SwipeGestureRecognizer.Direction = []
      for name in attribute.names() {
        directions.insert(try Word(text: name, place: attribute.place).one(of: Way.self).direction)
      }
      swipe.direction = directions
    case "touches": swipe.numberOfTouchesRequired = try attribute.count()
    default: throw attribute.unknown(for: swipe.id)
    }
  }

  private func hysteresis(
    _ attribute: Attribute, of recognizer: GestureRecognizer
  ) throws(Problem) -> Double {
    guard attribute.key == "hysteresis" else { throw attribute.unknown(for: recognizer.id) }
    return try attribute.number()
  }
}

/// The edges of a window by name.
private enum Side: String, CaseIterable {
  case left, right, top, bottom

  var edge: RectEdge {
    switch self {
    case .left: .left
    case .right: .right
    case .top: .top
    case .bottom: .bottom
    }
  }
}

/// The directions of a swipe by name.
private enum Way: String, CaseIterable {
  case right, left, up, down

  var direction: SwipeGestureRecognizer.Direction {
    switch self {
    case .right: .right
    case .left: .left
    case .up: .up
    case .down: .down
    }
  }
}
