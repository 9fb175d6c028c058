// A hovering pointer: recognizers of the views under it begin, change and end.

/// The pointer that touches nothing, and the recognizers of the views that it is in.
final class Hover {
  @safe unowned(unsafe) var application: Application!
  private var recognizers: ContiguousArray<HoverGestureRecognizer> = []
  private var device: Device?
  /// Whether a view under the pointer may have closed to touches.
  private var mayHaveLeft = false

  /// Whether the pointer is in no view that follows it.
  var isIdle: Bool { recognizers.isEmpty }

  /// Whether a device has a pointer that can leave.
  func follows(_ device: Device) -> Bool { !recognizers.isEmpty && self.device === device }

  /// Moves a device's pointer, or removes it: the recognizers of the views that it has left end,
  /// then those of the views under it begin or change.
  func move(_ change: PointerChange, of device: Device) {
    self.device = device
    var under: ContiguousArray<HoverGestureRecognizer> = []
    var position = Point.zero
    var audience: Audience = []
    if case .at(let point) = change {
      position = point
      let hit = application.hitTest(point, on: device.screen, with: application.event)
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
    for recognizer in recognizers where !under.contains(where: { $0 === recognizer }) {
      recognizer.pointerLeft()
    }
    for recognizer in under {
      if recognizers.contains(where: { $0 === recognizer }) {
        recognizer.pointerMoved(to: position, seenBy: audience)
      } else {
        recognizer.pointerEntered(at: position, seenBy: audience)
      }
    }
    recognizers = under
  }

  /// A view has closed to touches, perhaps one under the pointer; the update pass finds out.
  func viewDidClose() {
    guard !recognizers.isEmpty else { return }
    mayHaveLeft = true
    application.setNeedsUpdate()
  }

  /// Ends the recognizers of the views that are closed to touches now, though the pointer did not
  /// move.
  func endInClosedViews() {
    guard mayHaveLeft else { return }
    mayHaveLeft = false
    for recognizer in recognizers where recognizer.view?.isOpen != true { recognizer.pointerLeft() }
    recognizers.removeAll { $0.view?.isOpen != true }
  }

  /// Forgets the recognizers in a subtree that leaves its window; arbitration has ended them.
  func remove(in root: View) {
    recognizers.removeAll { $0.view?.isDescendant(of: root) ?? true }
  }
}

extension Application {
  /// Moves a device's pointer, or removes it.
  final func feedPointer(_ change: PointerChange, of device: Device, at time: Instant) {
    if change == .gone && !hover.follows(device) { return }
    beginTurn(.acting, at: time)
    event.begin(.hover)
    hover.move(change, of: device)
    updatePass()
    endTurn()
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
