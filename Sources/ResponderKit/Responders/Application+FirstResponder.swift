// Who is first responder, and how that changes.

extension Application {
  /// Asks the present first responder to resign, then the candidate whether it can.
  final func makeFirstResponder(_ candidate: Responder) -> Bool {
    guard candidate.application === self else { return false }
    if firstResponder === candidate {
      say(.firstResponder(candidate: candidate, accepted: true, now: candidate))
      return true
    }
    var mayChange = true
    if let current = firstResponder {
      mayChange = current.canResignFirstResponder
      say(.canResignFirstResponder(current, mayChange))
    }
    if mayChange {
      mayChange = candidate.canBecomeFirstResponder
      say(.canBecomeFirstResponder(candidate, mayChange))
    }
    if mayChange { firstResponder = candidate }
    say(.firstResponder(candidate: candidate, accepted: mayChange, now: firstResponder))
    return mayChange
  }

  final func dismissFirstResponder() -> Bool {
    guard let current = firstResponder else { return true }
    let answer = current.canResignFirstResponder
    say(.canResignFirstResponder(current, answer))
    if answer { firstResponder = nil }
    say(.firstResponder(candidate: nil, accepted: answer, now: firstResponder))
    return answer
  }

  /// Makes a responder the first one without asking anybody, as a configuration does at start.
  public final func setInitialFirstResponder(_ responder: Responder?) {
    firstResponder = responder
  }

  /// A responder whose view leaves its window loses the status, and focus, unasked.
  final func releaseFirstResponder(in root: View) {
    if isInside(focused, root) { focused = nil }
    guard isInside(firstResponder, root) else { return }
    firstResponder = nil
    say(.firstResponder(candidate: nil, accepted: true, now: nil))
  }

  /// Whether a view, or a controller's view, lies in a subtree.
  final func isInside(_ responder: Responder?, _ root: View) -> Bool {
    let view = responder as? View ?? (responder as? ViewController)?.view
    return view?.isDescendant(of: root) ?? false
  }

  private final func say(_ kind: Report.Kind) {
    if outbox.wants.contains(.firstResponder) { outbox.say(kind) }
  }
}
