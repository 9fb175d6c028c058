// The first responder of what is in front, and its changes.

extension Application {
  /// The receiver of motion and remote control.
  public final var firstResponder: Responder? { zones.shared.firstResponder }

  /// Sets the first responder without asking, as a configuration does at start.
  public final func setInitialFirstResponder(_ responder: Responder?) {
    (responder.map(zones.zone(of:)) ?? zones.shared).setFirstResponder(responder)
  }

  /// Asks the current first responder to resign, then the candidate to become first responder.
  final func pass(firstResponderTo candidate: Responder) -> Bool {
    guard candidate.application === self else { return false }
    let zone = zones.zone(of: candidate)
    let holder = zone.firstResponder
    guard holder !== candidate else {
      report(candidate: candidate, isAccepted: true, in: zone)
      return true
    }
    var mayChange = !candidate.liesBehind && holder.map(mayResign) ?? true
    if mayChange {
      mayChange = candidate.canBecomeFirstResponder
      tell(.canBecomeFirstResponder(candidate, mayChange))
    }
    if mayChange { zone.setFirstResponder(candidate) }
    report(candidate: candidate, isAccepted: mayChange, in: zone)
    return mayChange
  }

  /// Asks the first responder to resign.
  final func resignFirstResponder(asking holder: Responder) -> Bool {
    let answer = mayResign(holder)
    let zone = zones.zone(of: holder)
    if answer { zone.setFirstResponder(nil) }
    report(candidate: nil, isAccepted: answer, in: zone)
    return answer
  }

  private final func mayResign(_ holder: Responder) -> Bool {
    let answer = holder.canResignFirstResponder
    tell(.canResignFirstResponder(holder, answer))
    return answer
  }

  private final func report(candidate: Responder?, isAccepted: Bool, in zone: Zone) {
    let now = zone.firstResponder
    zone.didTell(firstResponder: now)
    tell(
      .firstResponder(candidate: candidate, accepted: isAccepted, now: now, zone: zone.name))
  }

  private final func tell(_ kind: Report.Kind) {
    if outbox.wants.contains(.firstResponder) { outbox.append(kind) }
  }
}
