// What another program sees of touches that are passed on: the kernel's rules, and libinput's words.

import Linux

@testable import Devices

/// Another program's reader of a virtual touchscreen.
final class OtherReader: VirtualDevice {
  let node = "/dev/input/event99"
  private struct Slot {
    var id = -1
    var x = 0
    var y = 0
    var tool = 0
    var isSeen = false
    var change: String?
  }
  private var slots = [Slot](repeating: Slot(), count: 10)
  private var current = 0
  private var isTouched = false
  private var lines: [String] = []

  /// A touchscreen with ten slots, 800 by 480 units.
  static var surface: EventDescription {
    var description = EventDescription()
    description.name = "Panel"
    description.properties = [InputProperty.direct]
    description.insert(type: InputType.key, code: ButtonCode.touch)
    description.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: 9))
    description.insert(axis: AxisCode.trackingID, AxisRange(minimum: 0, maximum: 65535))
    description.insert(axis: AxisCode.positionX, AxisRange(minimum: 0, maximum: 799))
    description.insert(axis: AxisCode.positionY, AxisRange(minimum: 0, maximum: 479))
    return description
  }

  /// A keyboard with the kernel's first 255 keys.
  static var keyboard: EventDescription {
    var description = EventDescription()
    for code in 1...255 { description.insert(type: InputType.key, code: code) }
    return description
  }

  /// What it has seen since the last question, a line for each frame.
  func seen() -> [String] {
    defer { lines = [] }
    return lines
  }

  func write(_ events: borrowing ContiguousArray<WrittenEvent>) throws(SystemError) {
    for index in 0..<events.count { apply(events[index]) }
  }

  private func apply(_ event: WrittenEvent) {
    let value = Int(event.value)
    switch (Int(event.type), Int(event.code)) {
    case (InputType.synchronization, _): report()
    case (InputType.key, ButtonCode.touch): isTouched = value == 1
    case (InputType.key, let code): lines.append("key \(code) \(value == 1 ? "down" : "up")")
    case (InputType.absolute, AxisCode.slot): current = value
    case (InputType.absolute, AxisCode.trackingID):
      guard value != slots[current].id else { return }
      if value >= 0 { slots[current].change = "down" }
      if value < 0 { slots[current].change = slots[current].change == "down" ? "blink" : "up" }
      slots[current].id = value
    case (InputType.absolute, AxisCode.positionX): move(\.x, value)
    case (InputType.absolute, AxisCode.positionY): move(\.y, value)
    case (InputType.absolute, AxisCode.toolType):
      guard value != slots[current].tool else { return }
      slots[current].tool = value
      if value == ToolType.palm, slots[current].isSeen { slots[current].change = "cancel" }
    default: break
    }
  }

  private func move(_ axis: WritableKeyPath<Slot, Int>, _ value: Int) {
    guard slots[current][keyPath: axis] != value else { return }
    slots[current][keyPath: axis] = value
    if slots[current].change == nil { slots[current].change = "move" }
  }

  private func report() {
    var words: [String] = []
    for index in slots.indices {
      let slot = slots[index]
      guard let change = slot.change else { continue }
      slots[index].change = nil
      switch change {
      case "down":
        // A slot that still says palm hides its finger from its beginning to its end.
        slots[index].isSeen = slot.tool != ToolType.palm
        words.append("\(slots[index].isSeen ? "down" : "hidden") \(index) \(slot.x),\(slot.y)")
      case "move" where slot.isSeen: words.append("move \(index) \(slot.x),\(slot.y)")
      case "up" where slot.isSeen, "cancel" where slot.isSeen:
        words.append("\(change) \(index)")
        slots[index].isSeen = false
      case "blink": words.append("blink \(index)")
      default: break
      }
    }
    if isTouched != slots.contains(where: { $0.id >= 0 }) { words.append("BTN_TOUCH is wrong") }
    if !words.isEmpty { lines.append(words.joined(separator: "; ")) }
  }
}
