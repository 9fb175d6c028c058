// Taps: their keys.

import ConfigurationText
import ResponderKit

extension RecognizerKind {
  static let tap = RecognizerKind(TapGestureRecognizer.init(id:)) {
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
}
