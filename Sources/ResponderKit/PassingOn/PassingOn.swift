// The rest of the system as a responder: views that take touches for it.
//
// A view that passes touches on takes all four touch callbacks, whatever it handles. Its reports say
// of which touches: `TouchReport.isPassedOn`. So all that holds of touches in views holds of those
// that are passed on: they are held back, refused and cancelled, and each that began has one end.

extension Responder {
  /// The callbacks that it takes: those that it handles, and those that it passes on.
  final var takes: Handling { passesTouchesOn ? handles.union(.touches) : handles }
}

extension Application {
  /// Whether a view on a screen gives touches to the rest of the system.
  public final func passesTouchesOn(from screen: Screen) -> Bool {
    windows.contains { window in
      window.passingViews > 0 && (window.screen == nil || window.screen === screen)
    }
  }
}
