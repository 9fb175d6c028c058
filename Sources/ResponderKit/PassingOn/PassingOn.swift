// Views that pass touches on to other programs.
//
// A view with `passesOn` handles all four touch callbacks, whatever its `handles` is.
// `TouchReport.isPassedOn` marks the touches. So the rules for touches in views apply to touches
// that are passed on: they are held back, refused and cancelled, and each began has one end.

extension Responder {
  /// The callbacks that the responder handles, or passes on to other programs.
  final var takes: Handling { passesTouchesOn ? handles.union(.touches) : handles }
}

extension Application {
  /// Whether a view on a screen passes touches on to other programs.
  public final func passesTouchesOn(from screen: Screen) -> Bool {
    windows.contains { window in
      window.passingViews > 0 && (window.screen == nil || window.screen === screen)
    }
  }
}
