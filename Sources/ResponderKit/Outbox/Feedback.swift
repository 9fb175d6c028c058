// What a person should feel or see of what a finger has done, apart from what it has done.

/// A hint for a motor, a lamp or a picture.
public enum Feedback: String, Sendable {
  /// Something was hit: a control takes a finger, a slider reaches its end, a long press begins.
  case impact
  /// Something else is chosen: a value, or what a finger that explores has come to.
  case selection
  /// A control whose finger has lifted before is no longer drawn pressed.
  case unhighlight
}

extension View {
  /// Gives feedback about the view, if anyone asks for it.
  final func give(_ feedback: Feedback) {
    guard let outbox = application?.outbox, outbox.wants.contains(.feedback) else { return }
    outbox.append(.feedback(self, feedback))
  }
}
