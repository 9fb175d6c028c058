// Rotations: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let rotation = RecognizerKind(RotationGestureRecognizer.init(id:)) {
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
}
