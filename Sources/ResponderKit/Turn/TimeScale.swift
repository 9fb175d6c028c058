// How much longer everything takes that waits for hands: 1 is usual, 5 the most.

extension View {
  /// The factor of the view's window: its own, or else that of the application.
  final var appliedTimeScale: Double { window?.timeScale ?? window?.shownBy?.timeScale ?? 1 }
}

extension GestureRecognizer {
  /// A time limit or a wait of the recognizer, as it is in its window.
  final func scaled(_ time: TimeInterval) -> TimeInterval {
    time * (view?.appliedTimeScale ?? 1)
  }
}
