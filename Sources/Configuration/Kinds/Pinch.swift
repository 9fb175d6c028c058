// Pinches: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let pinch = RecognizerKind(PinchGestureRecognizer.init(id:)) {
    [
      .of(PinchGestureRecognizer.self, "threshold", \.threshold, .distance),
      .of(PinchGestureRecognizer.self, "velocityWindow", \.velocityWindow, .duration),
    ]
  }
}
