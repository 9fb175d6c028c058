// Pans: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let pan = RecognizerKind(PanGestureRecognizer.init(id:)) {
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
}
