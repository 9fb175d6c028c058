// The first responder of what is in front, and its changes.

extension Application {
  /// The receiver of motion and remote control.
  public final var firstResponder: Responder? { environments.firstResponder }

  /// Sets the first responder without asking, as a configuration does at start.
  public final func setInitialFirstResponder(_ responder: Responder?) {
    environments.setFirstResponder(responder)
  }

  /// Asks the current first responder to resign, then the candidate to become first responder.
  final func pass(firstResponderTo candidate: Responder) -> Bool {
    guard candidate.application === self else { return false }
    let holder = firstResponder
    guard holder !== candidate else {
      report(candidate: candidate, isAccepted: true)
      return true
    }
    var mayChange = !candidate.liesBehind && holder.map(mayResign) ?? true
    if mayChange {
      mayChange = candidate.canBecomeFirstResponder
      tell(.canBecomeFirstResponder(candidate, mayChange))
    }
    if mayChange { environments.setFirstResponder(candidate) }
    report(candidate: candidate, isAccepted: mayChange)
    return mayChange
  }

  /// Asks the first responder to resign.
  final func resignFirstResponder(asking holder: Responder) -> Bool {
    let answer = mayResign(holder)
    if answer { environments.setFirstResponder(nil) }
    report(candidate: nil, isAccepted: answer)
    return answer
  }

  private final func mayResign(_ holder: Responder) -> Bool {
    let answer = holder.canResignFirstResponder
    tell(.canResignFirstResponder(holder, answer))
    return answer
  }

  private final func report(candidate: Responder?, isAccepted: Bool) {
    let now = firstResponder
    environments.didTell(firstResponder: now)
    tell(.firstResponder(candidate: candidate, accepted: isAccepted, now: now))
  }

  private final func tell(_ kind: Report.Kind) {
    if outbox.wants.contains(.firstResponder) { outbox.append(kind) }
  }
}
