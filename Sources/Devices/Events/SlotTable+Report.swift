// The changes of one frame in the slots of a device.

import Configuration
import ResponderKit

extension SlotTable {
  /// Ends a frame: `changes` and `hover` say what it changed.
  package mutating func report() {
    changes.removeAll(keepingCapacity: true)
    hover = nil
    // A single contact may hover in a slot that is free.
    if isSingle { waiting.insert(0) }
    var next = waiting.first(from: 0)
    while let index = next {
      next = waiting.first(from: index &+ 1)
      if let ended = slots[index].ended {
        changes.append(ended)
        slots[index].ended = nil
      }
      switch slots[index].phase {
      case .free: if isSingle, heldTools != 0 { markHover(index) }
      case .new: begin(index)
      case .live: if slots[index].isChanged { move(index) }
      case .ignored: break
      }
      slots[index].beginFrame()
      if slots[index].phase != .new { waiting.remove(index) }
    }
    if toolButtons != 0 || !extras.isEmpty { reportExtras() }
  }

  private mutating func begin(_ index: Int) {
    if slots[index].toolType == ToolType.palm {
      counters.palms += 1
      slots[index].phase = .ignored
    } else if isHovering(index) {
      markHover(index)
    } else {
      if !slots[index].isPlaced { counters.downsWithoutPosition += 1 }
      lastID += 1
      slots[index].contact.id = lastID
      slots[index].phase = .live
      if isResynchronizing { counters.resynchronized += 1 }
      report(.down, index)
    }
  }

  private mutating func move(_ index: Int) {
    if slots[index].toolType == ToolType.palm {
      counters.palms += 1
      slots[index].phase = .ignored
      report(.cancel, index)
    } else if isHovering(index) {
      slots[index].phase = .new
      report(.up, index)
      markHover(index)
    } else {
      report(.move, index)
    }
  }

  private mutating func report(_ change: Contact.Change, _ index: Int) {
    let tool = tool(of: index)
    slots[index].markReported(change, by: tool)
    changes.append(slots[index].contact)
  }

  private func tool(of index: Int) -> Contact.Tool {
    if isSingle { return heldTools != 0 ? .pen : .finger }
    switch slots[index].toolType {
    case ToolType.finger: return .finger
    case ToolType.pen: return .pen
    case ToolType.palm: return .palm
    default: return .unknown
    }
  }

  private func isHovering(_ index: Int) -> Bool {
    // With one contact the touch button decides; a pen's distance may be reported later.
    !isSingle && pointsWhileHovering && (slots[index].contact.distance ?? 0) > 0
  }

  private mutating func markHover(_ index: Int) {
    if hover == nil { hover = (slots[index].contact.x, slots[index].contact.y) }
  }

  /// Fingers without a slot are placed in the middle of the others: the device only counts them.
  private mutating func reportExtras() {
    let fingers = toolButtons == 0 ? 0 : Int.bitWidth - 1 - toolButtons.leadingZeroBitCount
    var live = 0
    var sum = (x: 0, y: 0)
    for slot in slots where slot.phase == .live {
      live += 1
      sum = (sum.x + slot.contact.x, sum.y + slot.contact.y)
    }
    let wanted = live == slots.count && live > 0 ? max(0, fingers - live) : 0
    while extras.count > wanted {
      var extra = extras.removeLast()
      extra.change = isResynchronizing ? .cancel : .up
      changes.append(extra)
    }
    guard wanted > 0 else { return }
    let middle = (x: sum.x / live, y: sum.y / live)
    for index in extras.indices where extras[index].x != middle.x || extras[index].y != middle.y {
      extras[index].change = .move
      extras[index].x = middle.x
      extras[index].y = middle.y
      changes.append(extras[index])
    }
    while extras.count < wanted {
      lastID += 1
      let extra = RawContact(id: lastID, change: .down, x: middle.x, y: middle.y)
      extras.append(extra)
      changes.append(extra)
    }
  }

  /// Cancels every contact at once; those still down are ignored until they lift.
  package mutating func cancelAll() {
    changes.removeAll(keepingCapacity: true)
    hover = nil
    for index in slots.indices {
      switch slots[index].phase {
      case .live:
        slots[index].phase = .ignored
        report(.cancel, index)
      case .new: slots[index].phase = .ignored
      case .free, .ignored: break
      }
      if var ended = slots[index].ended {
        ended.change = .cancel
        changes.append(ended)
        slots[index].ended = nil
      }
      slots[index].beginFrame()
      waiting.remove(index)
    }
    for var extra in extras {
      extra.change = .cancel
      changes.append(extra)
    }
    extras.removeAll(keepingCapacity: true)
  }

  /// Removes every contact silently; cancel them first.
  package mutating func forgetAll() {
    for index in slots.indices {
      slots[index].phase = .free
      slots[index].trackingID = -1
      slots[index].isPlaced = false
    }
    waiting = SlotSet()
  }
}
