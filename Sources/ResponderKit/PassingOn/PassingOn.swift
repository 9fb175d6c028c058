// The rest of the system as a responder: views that take touches for it, and unhandled keys.
//
// A view with `passesOn` handles all four touch callbacks, whatever its `handles` is.
// `TouchReport.isPassedOn` marks the touches. So the rules for touches in views apply to touches
// that are passed on: they are held back, refused and cancelled, and each began has one end.

extension Responder {
  /// The callbacks that the responder handles, or passes on to other programs.
  final var takes: Handling { passesTouchesOn ? handles.union(.touches) : handles }
}

/// Whether a press can be passed on to other programs.
package enum PassedPressStatus: Sendable {
  /// A recognizer may still take it.
  case undecided
  /// A responder has it.
  case taken
  /// No responder has it, or will.
  case left
}

extension Application {
  /// Whether the press of a key can be passed on that is down on a device, or has just come up.
  package final func passedStatus(of type: PressType, on device: Device) -> PassedPressStatus {
    guard let press = livePresses.first(where: { $0.type == type && $0.device === device }) else {
      return .left
    }
    if press.isUsed || !press.handlers.isEmpty { return .taken }
    return press.gestureRecognizers.isEmpty ? .left : .undecided
  }

  /// Whether a view on a screen passes touches on to other programs.
  public final func passesTouchesOn(from screen: Screen) -> Bool {
    windows.contains { window in
      window.passingViews > 0 && (window.screen == nil || window.screen === screen)
    }
  }
}
