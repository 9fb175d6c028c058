// The first responder, and its changes.

/// The status of first responder: one responder has it, or none.
final class FirstResponderStatus {
  unowned var application: Application!
  private(set) var holder: Responder?

  /// Asks the current first responder to resign, then the candidate to become first responder.
  func pass(to candidate: Responder) -> Bool {
    guard candidate.application === application, !candidate.liesBehindPage else { return false }
    if holder === candidate {
      report(.firstResponder(candidate: candidate, accepted: true, now: candidate))
      return true
    }
    var mayChange = holderResigns()
    if mayChange {
      mayChange = candidate.canBecomeFirstResponder
      report(.canBecomeFirstResponder(candidate, mayChange))
    }
    if mayChange { holder = candidate }
    report(.firstResponder(candidate: candidate, accepted: mayChange, now: holder))
    return mayChange
  }

  /// Asks the current first responder to resign.
  func resign() -> Bool {
    guard holder != nil else { return true }
    let answer = holderResigns()
    if answer { holder = nil }
    report(.firstResponder(candidate: nil, accepted: answer, now: holder))
    return answer
  }

  private func holderResigns() -> Bool {
    guard let holder else { return true }
    let answer = holder.canResignFirstResponder
    report(.canResignFirstResponder(holder, answer))
    return answer
  }

  /// Sets the first responder without asking.
  func set(_ responder: Responder?) { holder = responder }

  /// Removes the status from a responder whose view leaves its window, without asking.
  func release(in root: View) {
    guard let holder, holder.lies(in: root) else { return }
    self.holder = nil
    report(.firstResponder(candidate: nil, accepted: true, now: nil))
  }

  private func report(_ kind: Report.Kind) {
    let outbox = application.outbox
    if outbox.wants.contains(.firstResponder) { outbox.append(kind) }
  }
}

extension Application {
  /// The receiver of motion and remote control.
  public final var firstResponder: Responder? { firstResponderStatus.holder }

  /// Sets the first responder without asking, as a configuration does at start.
  public final func setInitialFirstResponder(_ responder: Responder?) {
    firstResponderStatus.set(responder)
  }
}
