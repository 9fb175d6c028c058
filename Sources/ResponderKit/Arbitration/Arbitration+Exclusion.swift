// A recognized gesture makes others fail.

extension Arbitration {
  /// Fails the possible recognizers that the one that was just recognized excludes, or that require
  /// its failure.
  func failPossible(because winner: GestureRecognizer) {
    for other in active where other !== winner && other.publicState == .possible {
      if requires(other, failureOf: winner) {
        makeFailed(other, because: .requirementRecognised(winner))
      } else if excludes(winner, other) {
        makeFailed(other, because: .excluded(by: winner))
      }
    }
  }

  /// Fails the possible recognizers that one under way excludes, or that require its failure.
  func failExcluded() {
    let winners = active.filter { $0.publicState.isBegun }
    guard !winners.isEmpty else { return }
    for other in active where other.publicState == .possible {
      for winner in winners {
        if requires(other, failureOf: winner) {
          makeFailed(other, because: .requirementRecognised(winner))
          break
        }
        if excludes(winner, other) {
          makeFailed(other, because: .excluded(by: winner))
          break
        }
      }
    }
  }

  /// Whether the winner, recognized, makes the other fail.
  private func excludes(_ winner: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    guard areRelated(winner, other) else { return false }
    guard winner.prevents?(other) ?? winner.canPrevent(other),
      other.isPreventable?(winner) ?? other.canBePrevented(by: winner)
    else { return false }
    return !maySucceedTogether(winner, other) && !maySucceedTogether(other, winner)
  }

  private func maySucceedTogether(_ one: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    guard let delegate = one.delegate else { return false }
    let answer = delegate.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other)
    if answer { outbox.report(.shouldRecognizeSimultaneously(one, with: other), true) }
    return answer
  }

  /// Views on one branch, and at least one touch or press in common.
  private func areRelated(_ one: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    guard let view = one.view, let otherView = other.view else { return false }
    let common: Deliverable? =
      one.touches.first { touch in other.touches.contains { $0 === touch } }
      ?? one.presses.first { press in other.presses.contains { $0 === press } }
    guard let common else { return false }
    // Both lay on the way from the hit view to the window when it began.
    if common.treeVersion == application.treeVersion || view === otherView { return true }
    return view.isDescendant(of: otherView) || otherView.isDescendant(of: view)
  }
}
