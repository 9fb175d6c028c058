// The phases of touches and presses that views have not received yet, and their delivery.

/// Delivers the phases of touches and presses to their targets.
///
/// A target receives every phase of a touch in order, from began to ended or cancelled, or no phase
/// at all. It receives a phase in the event that brought it, unless a possible recognizer holds the
/// phase back; then it receives it when no recognizer holds it any more, or never, if the gesture
/// is recognized. `Deliverable.Progress` has the diagram of one touch.
final class Delivery {
  unowned var application: Application!
  /// The touches and presses whose targets have more phases to receive.
  private(set) var owed: ContiguousArray<Deliverable> = []
  private(set) var buffers = PhaseBuffers()

  // A copy of the application's reference: reading it through the application would count
  // references.
  let turn: Turn
  let event: Event
  let outbox: Outbox

  init(turn: Turn, event: Event, outbox: Outbox) {
    self.turn = turn
    self.event = event
    self.outbox = outbox
  }

  /// Adds a touch or press that has begun.
  func append(_ item: Deliverable) { owed.append(item) }

  /// Removes the touches and presses whose targets receive no more phases.
  func removeFinished() {
    if owed.contains(where: { !$0.isOwed }) { owed.removeAll { !$0.isOwed } }
  }

  // MARK: An event's own phases

  /// Delivers the phases of the current event to the hit views, unless they are held or cancelled.
  func deliverOwnPhases() {
    let touches = event.touches
    guard !touches.isEmpty else { return }
    let number = event.number
    for touch in touches where touch.phase == .began { decideDelivery(touch) }
    // Windows and views are served in the order in which their first touch appears.
    for index in touches.indices where !touches[index].isServed(in: number) {
      for inner in index..<touches.count {
        let touch = touches[inner]
        guard !touch.isServed(in: number), touch.window === touches[index].window,
          let view = touch.view
        else { continue }
        deliverOwnPhases(of: touches, from: inner, to: view)
      }
    }
  }

  private func deliverOwnPhases(
    of touches: ContiguousArray<Touch>, from first: Int, to view: View
  ) {
    let number = event.number
    buffers.removeAll()
    for index in first..<touches.count {
      let touch = touches[index]
      guard touch.view === view else { continue }
      touch.markServed(in: number)
      if isDueNow(touch) { buffers.append(touch) }
    }
    if buffers.hasOnlyMoved { return deliver(buffers.moved, .moved, to: view) }
    let began = buffers.began
    let moved = buffers.moved
    let ended = buffers.ended
    let cancelled = buffers.cancelled
    for touch in began { touch.deliverBegan() }
    for touch in ended { touch.finishDelivery() }
    for touch in cancelled { touch.finishDelivery() }
    deliver(began, .began, to: view)
    // A callback may have removed the view; then its touches are cancelled already.
    let isIntact = moved.allSatisfy { $0.progress == .delivered }
    deliver(isIntact ? moved : moved.filter { $0.progress == .delivered }, .moved, to: view)
    deliver(ended, .ended, to: view)
    deliver(cancelled, .cancelled, to: view)
  }

  /// Delivers a press's phase of the current event, unless it is held or cancelled.
  func deliverOwnPhase(of press: Press) {
    if press.progress == .pending, let holder = holderOfBegan(press) {
      hold(press, .began, for: holder)
    }
    guard isDueNow(press) else { return }
    switch press.phase {
    case .began: press.deliverBegan()
    case .moved, .stationary: break
    case .ended, .cancelled: press.finishDelivery()
    }
    deliver([press], press.phase, to: press.target)
  }

  /// Whether a phase is delivered in this event; a phase that is not is held or dropped here.
  private func isDueNow(_ item: Deliverable) -> Bool {
    switch (item.progress, item.phase) {
    case (.pending, .began): return true
    case (.delivered, .moved), (.delivered, .cancelled), (.endedHeld, .cancelled): return true
    case (.delivered, .stationary):
      // Only its recognizers do not receive that a finger changed in place.
      item.change(to: .moved, at: item.timestamp)
      return true
    case (.delivered, .ended):
      guard let holder = holderOfEnded(item) else { return true }
      hold(item, .ended, for: holder)
      return false
    case (.beganHeld, .cancelled):
      item.finishDelivery()
      return false
    case (.pending, _), (.beganHeld, _), (.delivered, _), (.endedHeld, _), (.finished, _),
      (.refused, _):
      return false
    }
  }

  // MARK: Refusals

  /// Decides whether a new touch's view receives the touch, and whether it is held back.
  private func decideDelivery(_ touch: Touch) {
    guard touch.progress == .pending, let view = touch.view else { return }
    if let refusal = refusal(of: touch, by: view) {
      touch.refuseDelivery()
      if outbox.wants.contains(.explain) {
        outbox.append(.refused(touch, by: .responder(view), refusal))
      }
    } else if let holder = holderOfBegan(touch) {
      hold(touch, .began, for: holder)
    } else if !contentMayBegin(touch) {
      touch.refuseDelivery()
    }
  }

  /// Why a view does not receive a touch: it has another touch, or an exclusive view has one.
  func refusal(of touch: Touch, by view: View) -> Reason? {
    for other in application.liveTouches where other !== touch && other.isDown {
      guard other.window === touch.window, let otherView = other.view else { continue }
      // Of the touches that began in this event, only those before this one have been decided.
      if other.progress == .pending && other.eventIndex > touch.eventIndex { continue }
      if otherView === view {
        if !view.isMultipleTouchEnabled && !view.passesOn && other.progress != .refused {
          return .onlyOneTouch
        }
      } else if view.isExclusiveTouch || otherView.isExclusiveTouch {
        if other.isTracked || other.progress == .pending { return .exclusive(otherView) }
      }
    }
    return nil
  }

  /// Whether the scroll view around a touch's view lets content receive the touch.
  func contentMayBegin(_ touch: Touch) -> Bool {
    guard let view = touch.view, let scrollView = view.enclosingScrollView else { return true }
    let answer = scrollView.touchesShouldBegin([touch], with: event, in: view)
    outbox.report(.touchesShouldBegin(scrollView, view), answer)
    if !answer, outbox.wants.contains(.explain) {
      outbox.append(.refused(touch, by: .responder(view), .contentMayNotBegin(scrollView)))
    }
    return answer
  }
}
