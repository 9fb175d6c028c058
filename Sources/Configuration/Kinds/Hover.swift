// Pointers that hover: their keys.

import ResponderKit

extension RecognizerKind {
  static let hover = RecognizerKind(HoverGestureRecognizer.init(id:)) {
    []
  }
}
