// A hovering pointer: recognizers of the views under it begin, change and end.

extension Application {
  /// Moves a device's pointer, or takes it away.
  final func feedPointer(_ change: PointerChange, of device: Device, at time: Instant) {
    if change == .gone && (hovered.isEmpty || hoveringDevice !== device) { return }
    beginTurn(at: time)
    event.begin(.hover, at: time)
    hoveringDevice = device
    var under: ContiguousArray<HoverGestureRecognizer> = []
    var place: Point?
    var audience: Audience = []
    if case .at(let point) = change {
      place = point
      let hit = hitTest(point, on: device.screen, with: event)
      // Whatever lies in an inhibited view meets nothing, and nothing that lies around it.
      var ancestor = hit?.inhibitingView == nil ? hit : nil
      audience = ancestor?.wholeAudience ?? []
      while let each = ancestor {
        for case let recognizer as HoverGestureRecognizer in each.gestureRecognizers.reversed() {
          under.append(recognizer)
        }
        ancestor = each.superview
      }
    }
    for recognizer in hovered where !under.contains(where: { $0 === recognizer }) {
      recognizer.pointerLeft()
    }
    for recognizer in under {
      if hovered.contains(where: { $0 === recognizer }) {
        recognizer.pointerMoved(to: place ?? .zero, seenBy: audience)
      } else {
        recognizer.pointerEntered(at: place ?? .zero, seenBy: audience)
      }
    }
    hovered = under
    updatePass()
    endTurn()
  }

  /// Views have closed to touches, perhaps one under the pointer.
  final func hoverMayEnd() {
    mayHoverEnd = true
    settleSoon()
  }

  /// The pointer has left the views that are closed to touches now, though it did not move.
  final func endHoverOfClosedViews() {
    mayHoverEnd = false
    for recognizer in hovered where recognizer.view?.isOpen != true { recognizer.pointerLeft() }
    hovered.removeAll { $0.view?.isOpen != true }
  }
}

extension View {
  /// Whether a pointer can meet it: nothing around it is closed to touches.
  fileprivate var isOpen: Bool {
    var ancestor: View? = self
    while let each = ancestor {
      if !each.isTouchable { return false }
      ancestor = each.superview
    }
    return true
  }
}
