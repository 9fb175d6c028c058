// The kinds of recognizer that the generated tests pair, as the engine's and as the model's.

import ResponderKit

/// A kind of recognizer, with its usual settings.
enum RecognizerKind: String, CaseIterable, Sendable {
  case tap, doubleTap, longPress, tapAndPress, pan, edgePan, scrollPan, swipe, pinch, rotation
  case transform, path, hover, custom

  /// The engine's recognizer; that of a scroll view belongs to one, and is a pan elsewhere.
  func recognizer(id: String) -> GestureRecognizer {
    switch self {
    case .tap: return TapGestureRecognizer(id: id)
    case .doubleTap:
      let tap = TapGestureRecognizer(id: id)
      tap.numberOfTapsRequired = 2
      return tap
    case .longPress: return LongPressGestureRecognizer(id: id)
    case .tapAndPress:
      let press = LongPressGestureRecognizer(id: id)
      press.numberOfTapsRequired = 1
      return press
    case .pan: return PanGestureRecognizer(id: id)
    case .scrollPan: return ScrollPanGestureRecognizer(id: id)
    case .edgePan:
      let pan = ScreenEdgePanGestureRecognizer(id: id)
      pan.edges = .left
      return pan
    case .swipe: return SwipeGestureRecognizer(id: id)
    case .pinch: return PinchGestureRecognizer(id: id)
    case .rotation: return RotationGestureRecognizer(id: id)
    case .transform: return TransformGestureRecognizer(id: id)
    case .path:
      let path = PathGestureRecognizer(id: id)
      path.template = [.zero, Point(x: 1, y: 0)]
      return path
    case .hover: return HoverGestureRecognizer(id: id)
    case .custom: return StubbornRecognizer(id: id)
    }
  }

  /// The model's recognizer.
  func contender(name: String, accepts: @escaping (Point) -> Bool) -> Contender {
    switch self {
    case .tap: Contender(name: name, taps: 1, accepts: accepts) { TapModel(taps: 1) }
    case .doubleTap: Contender(name: name, taps: 2, accepts: accepts) { TapModel(taps: 2) }
    case .longPress: Contender(name: name, accepts: accepts) { LongPressModel() }
    case .tapAndPress: Contender(name: name, accepts: accepts) { TapAndPressModel() }
    case .pan, .scrollPan:
      Contender(name: name, isDrag: true, accepts: accepts) { PanModel(isAtEdge: false) }
    case .edgePan: Contender(name: name, accepts: accepts) { PanModel(isAtEdge: true) }
    case .swipe: Contender(name: name, isDrag: true, accepts: accepts) { SwipeModel() }
    case .pinch: Contender(name: name, accepts: accepts) { TwoFingerModel(.distance) }
    case .rotation: Contender(name: name, accepts: accepts) { TwoFingerModel(.angle) }
    case .transform: Contender(name: name, accepts: accepts) { TransformModel() }
    case .path: Contender(name: name, accepts: accepts) { PathModel() }
    case .hover: Contender(name: name, isHover: true, accepts: accepts) { HoverModel() }
    case .custom:
      Contender(name: name, isBuiltIn: false, accepts: accepts) { StubbornModel() }
    }
  }
}
