// Moving, scaling and turning together: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let transform = RecognizerKind(TransformGestureRecognizer.init(id:)) {
    [
      .of(
        TransformGestureRecognizer.self, "minimumNumberOfTouches", \.minimumNumberOfTouches,
        .whole(1...100)),
      .of(TransformGestureRecognizer.self, "threshold", \.threshold, .distance),
      .of(TransformGestureRecognizer.self, "allowsShear", \.allowsShear, .bool),
      .of(TransformGestureRecognizer.self, "velocityWindow", \.velocityWindow, .duration),
    ]
  }
}
