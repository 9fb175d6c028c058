// Recognizers that stay possible after their last finger has lifted, and recognizers that wait for
// each other in a cycle.

extension Arbitration {
  /// Reports recognizers that stayed possible, and fails them if `failsStuckRecognizers` is set.
  func reportStuck() {
    guard beginWork(.stuckCheck) else { return }
    for recognizer in active where isStuck(recognizer) {
      recognizer.attempt.markReportedStuck()
      if outbox.wants.contains(.explain) { outbox.append(.stuck(recognizer), of: recognizer) }
      if application.constants.failsStuckRecognizers {
        end(recognizer, because: .stayedPossible)
      }
    }
    while turn.needsUpdate { application.updatePass() }
  }

  private func isStuck(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.publicState == .possible && recognizer.wanted == nil
      && !recognizer.attempt.hasReportedStuck && !recognizer.hasRunningTimer
      && !application.questions.isOpen(about: recognizer)
      && !(recognizer.touches.isEmpty && recognizer.presses.isEmpty)
      && !recognizer.touches.contains { $0.isDown } && !recognizer.presses.contains { $0.isDown }
  }

  // MARK: Cycles

  /// Fails the recognizers of one cycle whose fingers have all lifted; false if there is no cycle.
  func failWaitingCycle() -> Bool {
    guard wanting > 0, active.contains(where: isLeftWaiting) else { return false }
    let waiting = active.filter { isWaiting($0) && !application.questions.isOpen(about: $0) }
    guard let cycle = firstCycle(among: closed(waiting)) else { return false }
    if outbox.wants.contains(.explain) { outbox.append(.cycle(cycle)) }
    for recognizer in cycle {
      makeFailed(recognizer, because: .waitsInCycle(cycle.count))
    }
    return true
  }

  /// Those of the waiting recognizers that wait only for each other, with no finger down. A
  /// recognizer that waits for another one, or for a recognizer that does, is left out.
  private func closed(_ waiting: [GestureRecognizer]) -> [GestureRecognizer] {
    var kept = Set(waiting.filter(isLeftWaiting).map(ObjectIdentifier.init))
    var waiters: [ObjectIdentifier: [GestureRecognizer]] = [:]
    var open: [GestureRecognizer] = []
    for recognizer in waiting where kept.contains(ObjectIdentifier(recognizer)) {
      for other in undecidedRequirements(of: recognizer) {
        waiters[ObjectIdentifier(other), default: []].append(recognizer)
        if !kept.contains(ObjectIdentifier(other)) { open.append(recognizer) }
      }
    }
    while let next = open.popLast() {
      guard kept.remove(ObjectIdentifier(next)) != nil else { continue }
      open += waiters[ObjectIdentifier(next)] ?? []
    }
    return waiting.filter { kept.contains(ObjectIdentifier($0)) }
  }

  private func isWaiting(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.publicState == .possible && recognizer.wanted != nil
      && recognizer.wanted != .failed
  }

  private func isLeftWaiting(_ recognizer: GestureRecognizer) -> Bool {
    isWaiting(recognizer) && recognizer.numberOfTouches == 0
      && !recognizer.presses.contains { $0.isDown }
  }

  /// The first set of recognizers, in the order of arbitration, that all wait for each other,
  /// directly or indirectly, and for no other recognizer.
  private func firstCycle(among waiting: [GestureRecognizer]) -> [GestureRecognizer]? {
    for recognizer in waiting {
      let behind = reached(from: recognizer)
      guard behind.contains(ObjectIdentifier(recognizer)) else { continue }
      let cycle = waiting.filter { behind.contains(ObjectIdentifier($0)) }
      let isClosed = cycle.allSatisfy {
        reached(from: $0).contains(ObjectIdentifier(recognizer))
      }
      if isClosed { return cycle }
    }
    return nil
  }

  /// All recognizers for whose failure a recognizer waits, directly or indirectly.
  private func reached(from recognizer: GestureRecognizer) -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    var open = undecidedRequirements(of: recognizer)
    while let next = open.popLast() {
      if found.insert(ObjectIdentifier(next)).inserted { open += undecidedRequirements(of: next) }
    }
    return found
  }

  private func undecidedRequirements(
    of recognizer: GestureRecognizer
  ) -> [GestureRecognizer] {
    (recognizer.failureRequirements + recognizer.attempt.dynamicRequirements).filter(isUndecided)
  }
}
