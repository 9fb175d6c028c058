// Failures of recognizers that a recognized gesture excludes.

extension Arbitration {
  /// Fails the possible recognizers that the winner excludes, or that require the winner's
  /// failure.
  func failPossible(because winner: GestureRecognizer) {
    for other in active where other !== winner && other.publicState == .possible {
      if requires(other, failureOf: winner) {
        makeFailed(other, because: .requirementRecognised(winner))
      } else if excludes(winner, other) {
        makeFailed(other, because: .excluded(by: winner))
      }
    }
  }

  /// Fails the possible recognizers that a gesture under way excludes, or that require its failure.
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

  /// Whether another recognizer, which does not require a pan's failure and is not simultaneous with
  /// it, may still be recognized for a drag in a direction.
  func hasRival(of pan: GestureRecognizer, towards direction: Point) -> Bool {
    active.contains { other in
      other !== pan && other.isEnabled && other.publicState == .possible && other.wanted != .failed
        && other.mayFollow(direction) && !requires(other, failureOf: pan)
        && areRelated(other, pan) && !areSimultaneous(other, pan)
    }
  }

  /// Whether a delegate lets both succeed; the answer is not reported.
  func areSimultaneous(_ one: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    (one.delegate?.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other) ?? false)
      || (other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: one) ?? false)
  }

  /// Whether the winner makes the other recognizer fail.
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
    if answer { outbox.report(.shouldRecognizeSimultaneously(one, with: other), true, about: one) }
    return answer
  }

  /// Whether two recognizers have views on one branch of the tree and a touch or press in common.
  func areRelated(_ one: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    guard let view = one.view, let otherView = other.view else { return false }
    let common: Deliverable? =
      one.touches.first { touch in other.touches.contains { $0 === touch } }
      ?? one.presses.first { press in other.presses.contains { $0 === press } }
    guard let common else { return false }
    // Both views were on the path from the hit view to the window when the touch began.
    if common.treeVersion == application.treeVersion || view === otherView { return true }
    return view.isDescendant(of: otherView) || otherView.isDescendant(of: view)
  }
}
