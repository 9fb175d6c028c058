// The kinds of recognizer that a configuration can name.

package import ResponderKit

/// The kinds of recognizer, by the word under which their keys are written.
package enum RecognizerKind: String, CaseIterable, Sendable {
  case tap, longPress, pan, screenEdgePan, swipe, pinch, rotation, hover, transform, path

  /// The kind of a recognizer; nil for classes from outside the engine.
  package init?(of recognizer: GestureRecognizer) {
    switch recognizer {
    case is TapGestureRecognizer: self = .tap
    case is LongPressGestureRecognizer: self = .longPress
    case is ScreenEdgePanGestureRecognizer: self = .screenEdgePan
    case is PanGestureRecognizer: self = .pan
    case is SwipeGestureRecognizer: self = .swipe
    case is PinchGestureRecognizer: self = .pinch
    case is RotationGestureRecognizer: self = .rotation
    case is HoverGestureRecognizer: self = .hover
    case is TransformGestureRecognizer: self = .transform
    case is PathGestureRecognizer: self = .path
    default: return nil
    }
  }

  /// A new recognizer of this kind.
  func make(id: String) -> GestureRecognizer {
    switch self {
    case .tap: TapGestureRecognizer(id: id)
    case .longPress: LongPressGestureRecognizer(id: id)
    case .pan: PanGestureRecognizer(id: id)
    case .screenEdgePan: ScreenEdgePanGestureRecognizer(id: id)
    case .swipe: SwipeGestureRecognizer(id: id)
    case .pinch: PinchGestureRecognizer(id: id)
    case .rotation: RotationGestureRecognizer(id: id)
    case .hover: HoverGestureRecognizer(id: id)
    case .transform: TransformGestureRecognizer(id: id)
    case .path: PathGestureRecognizer(id: id)
    }
  }

  /// The keys without which it is never recognized, each with an example.
  var neededKeys: [(name: String, example: String)] {
    switch self {
    case .screenEdgePan: [("edges", "edges: [left]")]
    case .path: [("template", "template: [[0, 0], [100, 0]]")]
    case .tap, .longPress, .pan, .swipe, .pinch, .rotation, .hover, .transform: []
    }
  }

  /// The keys of this kind alone.
  var ownKeys: [RecognizerKey] {
    switch self {
    case .tap: RecognizerKeys.ofTap
    case .longPress: RecognizerKeys.ofLongPress
    case .pan: RecognizerKeys.ofPan
    case .screenEdgePan: RecognizerKeys.ofScreenEdgePan
    case .swipe: RecognizerKeys.ofSwipe
    case .pinch: RecognizerKeys.ofPinch
    case .rotation: RecognizerKeys.ofRotation
    case .hover: []
    case .transform: RecognizerKeys.ofTransform
    case .path: RecognizerKeys.ofPath
    }
  }
}
