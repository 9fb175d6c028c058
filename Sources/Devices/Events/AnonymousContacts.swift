// Contacts without identity become numbered slots, through mtdev.

// Both modules hold the kernel's event structure, and either may be the one that defines it.
import CLibevdev
import CMtdev
import Glibc
import ResponderKit

/// Gives contacts without identity (protocol A) slots and tracking ids, through mtdev.
///
/// A frame is collected here and passed to mtdev when it is complete. So an incomplete frame can be
/// dropped, and mtdev receives no more contacts than it can compare.
@safe
final class AnonymousContacts {
  /// The number of contacts that mtdev reports separately.
  static let slotCount = 32
  /// mtdev never returns from a frame of 32 contacts without tracking ids.
  static let contactLimit = 31

  private let device: UnsafeMutablePointer<mtdev>
  /// The events of the complete contacts of the frame.
  private var frame: ContiguousArray<InputEvent> = []
  /// The axes of the contact that is being described; each once.
  private var contact: ContiguousArray<InputEvent> = []
  private var contactCount = 0
  private var surplus = 0
  /// The tracking ids of the frame.
  private var ids: ContiguousArray<Int> = []
  /// Whether contacts have tracking ids of the device; nil before the first contact.
  private var hasIDs: Bool?

  /// A tracker for the axes of a device; nil when there is no memory.
  init?(_ description: EventDescription) {
    guard let raw = unsafe mtdev_new() else { return nil }
    guard unsafe mtdev_init(raw) == 0 else {
      unsafe mtdev_delete(raw)
      return nil
    }
    unsafe device = raw
    frame.reserveCapacity(Self.slotCount * (AxisCode.ofSlots.count + 1))
    contact.reserveCapacity(AxisCode.ofSlots.count)
    ids.reserveCapacity(Self.slotCount)
    for code in AxisCode.ofSlots where description.hasAxis(code) {
      // A device may list tracking ids and send none: the first contact shows it.
      if code != AxisCode.trackingID { unsafe mtdev_set_mt_event(raw, Int32(code), 1) }
      guard let range = description.axes[code] else { continue }
      unsafe mtdev_set_abs_minimum(raw, Int32(code), Int32(range.minimum))
      unsafe mtdev_set_abs_maximum(raw, Int32(code), Int32(range.maximum))
      // No fuzz: trembling is our own filter's business, and off unless asked for.
      unsafe mtdev_set_abs_resolution(raw, Int32(code), Int32(range.resolution))
    }
  }

  deinit { unsafe mtdev_close_delete(device) }

  // MARK: A frame

  /// Adds one event to the frame; a report completes it.
  func put(_ event: InputEvent) {
    if event.type == InputType.absolute, AxisCode.ofSlots.contains(event.code) {
      set(event)
    } else if event.type == InputType.synchronization {
      switch event.code {
      case SyncCode.multitouchReport: endContact(event)
      case SyncCode.report: endFrame(event)
      default: break
      }
    } else if event.type == InputType.key, event.code == ButtonCode.touch {
      // A frame that only releases the touch button lifts every contact.
      if let index = frame.firstIndex(where: { $0.type == InputType.key }) {
        frame[index].value = event.value
      } else {
        frame.append(event)
      }
    }
  }

  /// Drops the frame that is not complete, because a part of it was lost.
  func dropFrame() {
    frame.removeAll(keepingCapacity: true)
    contact.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    contactCount = 0
  }

  /// The number of contacts that were skipped since the last call: those above the limit, and those
  /// that cannot be distinguished.
  func removeSurplus() -> Int {
    defer { surplus = 0 }
    return surplus
  }

  private func set(_ event: InputEvent) {
    if let index = contact.firstIndex(where: { $0.code == event.code }) {
      contact[index].value = event.value
    } else {
      contact.append(event)
    }
  }

  private func endContact(_ end: InputEvent) {
    defer { contact.removeAll(keepingCapacity: true) }
    guard !contact.isEmpty else {
      // The report means that there is no contact; one such report is enough.
      if !frame.contains(where: { $0.type == InputType.synchronization }) { frame.append(end) }
      return
    }
    guard contactCount < Self.contactLimit, identify() else {
      surplus += 1
      return
    }
    contactCount += 1
    frame.append(contentsOf: contact)
    frame.append(end)
  }

  /// Whether the contact can be distinguished: by an id of its own if the device has ids.
  private func identify() -> Bool {
    let id = contact.firstIndex { $0.code == AxisCode.trackingID }
    if hasIDs == nil {
      hasIDs = id != nil
      if id != nil { unsafe mtdev_set_mt_event(device, Int32(AxisCode.trackingID), 1) }
    }
    guard hasIDs == true else {
      if let id { contact.remove(at: id) }
      return true
    }
    guard let id else { return false }
    let number = contact[id].value
    if ids.contains(number) { return false }
    ids.append(number)
    return true
  }

  private func endFrame(_ end: InputEvent) {
    for event in frame { send(event) }
    send(end)
    dropFrame()
  }

  private func send(_ event: InputEvent) {
    var raw = input_event()
    let (seconds, rest) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    raw.time = timeval(tv_sec: Int(seconds), tv_usec: Int(rest))
    raw.type = UInt16(event.type)
    raw.code = UInt16(event.code)
    raw.value = Int32(event.value)
    unsafe mtdev_put_event(device, &raw)
  }

  /// The next event with slots, once a frame is complete.
  func next() -> InputEvent? {
    guard unsafe mtdev_empty(device) == 0 else { return nil }
    var raw = input_event()
    unsafe mtdev_get_event(device, &raw)
    return InputEvent(
      time: Instant(seconds: Int64(raw.time.tv_sec), microseconds: Int64(raw.time.tv_usec)),
      type: Int(raw.type), code: Int(raw.code), value: Int(raw.value))
  }
}
