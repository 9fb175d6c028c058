// A hovering pointer: recognizers of the views under it begin, change and end.

/// The hovering pointer, and the recognizers of the views under it.
final class Hover {
  unowned var application: Application!
  private var recognizers: ContiguousArray<HoverGestureRecognizer> = []
  private var device: Device?
  /// Where the pointer rests; nil if there is none.
  private var position: Point?
  /// Whether a view under the pointer may have become untouchable.
  private var mayHaveLeft = false
  /// Whether content has moved since the pointer did, perhaps under it.
  private var hasOtherContent = false
  /// The number of the turn in which the views were found again the last time.
  private var latestLook: UInt64 = 0

  /// Whether no recognizer follows the pointer.
  var isIdle: Bool { recognizers.isEmpty }

  /// Whether the pointer of a device is followed and can leave.
  func follows(_ device: Device) -> Bool { !recognizers.isEmpty && self.device === device }

  /// Forgets the pointer of a device, which is gone.
  func forget(_ device: Device) { if self.device === device { position = nil } }

  /// Marks that content has moved, perhaps under a resting pointer.
  func contentDidMove() {
    guard position != nil else { return }
    hasOtherContent = true
    application.scrolling.setNeedsHover()
  }

  /// Finds the views under a resting pointer again if content has moved, once in a turn: what follows
  /// from it may move content again.
  func lookAgain() {
    let turn = application.turn.number
    guard hasOtherContent, turn != latestLook, let position, let device else { return }
    latestLook = turn
    move(.at(position), of: device)
  }

  /// Moves a device's pointer, or removes it: the recognizers of the views that it has left end,
  /// then those of the views under it begin or change.
  func move(_ change: PointerChange, of device: Device) {
    self.device = device
    hasOtherContent = false
    self.position = nil
    var under: ContiguousArray<HoverGestureRecognizer> = []
    var position = Point.zero
    if case .at(let point) = change {
      position = point
      self.position = point
      let hit = application.hitTest(point, on: device.screen, with: application.event)
      // A pointer in an inhibited view reaches no recognizer, neither there nor in an ancestor.
      var ancestor = hit?.inhibitingView == nil ? hit : nil
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
        recognizer.pointerMoved(to: position)
      } else {
        recognizer.pointerEntered(at: position)
      }
    }
    recognizers = under
  }

  /// Marks that a view, perhaps under the pointer, has become untouchable; the update pass checks
  /// it.
  func viewDidClose() {
    guard !recognizers.isEmpty else { return }
    mayHaveLeft = true
    application.setNeedsUpdate()
  }

  /// Ends the recognizers of views that have become untouchable while the pointer did not move.
  func endInClosedViews() {
    guard mayHaveLeft else { return }
    mayHaveLeft = false
    for recognizer in recognizers where recognizer.view?.isOpen != true { recognizer.pointerLeft() }
    recognizers.removeAll { $0.view?.isOpen != true }
  }

  /// Removes the recognizers in a subtree that leaves its window; arbitration has ended them.
  func remove(in root: View) {
    recognizers.removeAll { $0.view?.isDescendant(of: root) ?? true }
  }
}

extension Application {
  /// Moves a device's pointer, or removes it.
  final func feedPointer(_ change: PointerChange, of device: Device, at time: Instant) {
    if device.kind == .pointer {
      followPen(change, of: device, at: time)
    } else {
      followDwelling(change, of: device, at: time)
    }
    if change == .gone && !hover.follows(device) { return hover.forget(device) }
    beginTurn(.acting, at: time)
    event.begin(.hover)
    hover.move(change, of: device)
    updatePass()
    endTurn()
  }
}

extension View {
  /// Whether a pointer can reach the view: neither it nor an ancestor is untouchable.
  fileprivate var isOpen: Bool {
    var ancestor: View? = self
    while let each = ancestor {
      if !each.isTouchable { return false }
      ancestor = each.superview
    }
    return true
  }
}
