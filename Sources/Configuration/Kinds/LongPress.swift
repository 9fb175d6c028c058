// Long presses: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let longPress = RecognizerKind(LongPressGestureRecognizer.init(id:)) {
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
      .of(LongPressGestureRecognizer.self, "drags", \.drags, .bool),
    ]
  }
}
