// Delivery of an event's phases to recognizers, deepest view first.

extension Arbitration {
  /// Delivers all phases of the event to one accepting recognizer after the other.
  func serveTouches() {
    sortIfNeeded()
    let number = event.number
    var index = 0
    // Here and below: counted, ten fingers take 5 % more instructions.
    while index < active.count {
      Uncounted(active[index]).read { serveTouches(of: number, to: $0) }
      index += 1
    }
  }

  private func serveTouches(of number: UInt64, to recognizer: GestureRecognizer) {
    var phases: UInt8 = 0
    var changed = 0
    var lastIndex = -1
    var isInOrder = true
    for index in recognizer.attempt.touches.indices {
      Uncounted(recognizer.attempt.touches[index]).read { touch in
        guard touch.eventNumber == number else { return }
        phases |= 1 &<< touch.phase.rawValue
        changed += 1
        if touch.eventIndex < lastIndex { isInOrder = false }
        lastIndex = touch.eventIndex
      }
    }
    guard changed > 0 else { return }
    // Usually all touches have the same phase; then the recognizer's own list can be passed as it is.
    if changed == recognizer.attempt.touches.count, isInOrder, phases & (phases - 1) == 0 {
      deliver(recognizer.attempt.touches, recognizer.attempt.touches[0].phase, to: recognizer)
    } else {
      fillBuffers(for: recognizer)
      if !buffers.began.isEmpty { deliver(buffers.began, .began, to: recognizer) }
      if !buffers.moved.isEmpty { deliver(buffers.moved, .moved, to: recognizer) }
      if !buffers.ended.isEmpty { deliver(buffers.ended, .ended, to: recognizer) }
      if !buffers.cancelled.isEmpty { deliver(buffers.cancelled, .cancelled, to: recognizer) }
    }
  }

  private func deliver(
    _ touches: ContiguousArray<Touch>, _ phase: TouchPhase, to recognizer: GestureRecognizer
  ) {
    guard !recognizer.hasDecided else {
      // A gesture that is still blocked is cancelled with its touches.
      if phase == .cancelled {
        interrupt(recognizer, because: .touchesCancelled(event.cancelReason))
      }
      return
    }
    if outbox.wants.contains(.recognizerTouches), phase != .stationary {
      let range = outbox.append(touches, in: recognizer.viewReference)
      outbox.append(.recognizerTouches(phase, recognizer, range))
    }
    switch phase {
    case .began: recognizer.touchesBegan(touches, with: event)
    case .moved: recognizer.touchesMoved(touches, with: event)
    case .stationary: break
    case .ended: recognizer.touchesEnded(touches, with: event)
    case .cancelled where event.cancelReason == .contact && recognizer.goesOnWithoutTakenContacts:
      recognizer.touchesEnded(touches, with: event)
    case .cancelled:
      recognizer.touchesCancelled(touches, with: event)
      proposeCancelled(recognizer)
    }
  }

  /// Delivers a press's phase of the event to each accepting recognizer.
  func serve(_ press: Press) {
    sortIfNeeded()
    for recognizer in active where recognizer.presses.contains(where: { $0 === press }) {
      guard !recognizer.hasDecided else {
        if press.phase == .cancelled {
          interrupt(recognizer, because: .touchesCancelled(event.cancelReason))
        }
        continue
      }
      if outbox.wants.contains(.recognizerTouches) {
        outbox.append(.recognizerPress(press.phase, recognizer, PressReport(press)))
      }
      switch press.phase {
      case .began: recognizer.pressesBegan([press], with: event)
      case .moved: recognizer.pressesChanged([press], with: event)
      case .stationary: break
      case .ended: recognizer.pressesEnded([press], with: event)
      case .cancelled:
        recognizer.pressesCancelled([press], with: event)
        proposeCancelled(recognizer)
      }
    }
  }

  /// Cancels a recognizer that has not set a state after its touches were cancelled.
  private func proposeCancelled(_ recognizer: GestureRecognizer) {
    guard !recognizer.hasDecided else { return }
    propose(
      .cancelled, by: recognizer, because: .touchesCancelled(event.cancelReason), byItself: false)
  }
}
