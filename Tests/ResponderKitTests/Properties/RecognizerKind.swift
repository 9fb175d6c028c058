// The kinds of recognizer that the generated tests pair, as the engine's and as the model's.

import ResponderKit

/// A kind of recognizer, with its usual settings.
enum RecognizerKind: String, CaseIterable, Sendable {
  case tap, doubleTap, longPress, pan, edgePan, swipe, pinch, rotation

  /// The engine's recognizer.
  func recognizer(id: String) -> GestureRecognizer {
    switch self {
    case .tap: return TapGestureRecognizer(id: id)
    case .doubleTap:
      let tap = TapGestureRecognizer(id: id)
      tap.numberOfTapsRequired = 2
      return tap
    case .longPress: return LongPressGestureRecognizer(id: id)
    case .pan: return PanGestureRecognizer(id: id)
    case .edgePan:
      let pan = ScreenEdgePanGestureRecognizer(id: id)
      pan.edges = .left
      return pan
    case .swipe: return SwipeGestureRecognizer(id: id)
    case .pinch: return PinchGestureRecognizer(id: id)
    case .rotation: return RotationGestureRecognizer(id: id)
    }
  }

  /// The model's recognizer.
  func contender(name: String, accepts: @escaping (Point) -> Bool) -> Contender {
    switch self {
    case .tap: Contender(name: name, taps: 1, accepts: accepts) { TapModel(taps: 1) }
    case .doubleTap: Contender(name: name, taps: 2, accepts: accepts) { TapModel(taps: 2) }
    case .longPress: Contender(name: name, accepts: accepts) { LongPressModel() }
    case .pan: Contender(name: name, accepts: accepts) { PanModel(isAtEdge: false) }
    case .edgePan: Contender(name: name, accepts: accepts) { PanModel(isAtEdge: true) }
    case .swipe: Contender(name: name, accepts: accepts) { SwipeModel() }
    case .pinch: Contender(name: name, accepts: accepts) { TwoFingerModel(.distance) }
    case .rotation: Contender(name: name, accepts: accepts) { TwoFingerModel(.angle) }
    }
  }
}
