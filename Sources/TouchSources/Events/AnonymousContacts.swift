// Contacts without identity become numbered slots, through mtdev.

// Both modules hold the kernel's event structure, and either may be the one that defines it.
import CLibevdev
import CMtdev
import Glibc
import ResponderKit

/// Gives contacts without identity (protocol A) slots and tracking ids, through mtdev.
@safe
final class AnonymousContacts {
  /// How many contacts mtdev tells apart.
  static let slotCount = 32

  private let device: UnsafeMutablePointer<mtdev>

  /// A tracker for the axes of a device; nil when there is no memory.
  init?(_ description: EventDescription) {
    guard let raw = unsafe mtdev_new() else { return nil }
    guard unsafe mtdev_init(raw) == 0 else {
      unsafe mtdev_delete(raw)
      return nil
    }
    unsafe device = raw
    for code in AxisCode.ofSlots where description.hasAxis(code) {
      unsafe mtdev_set_mt_event(raw, Int32(code), 1)
      guard let range = description.axes[code] else { continue }
      unsafe mtdev_set_abs_minimum(raw, Int32(code), Int32(clamping: range.minimum))
      unsafe mtdev_set_abs_maximum(raw, Int32(code), Int32(clamping: range.maximum))
      // No fuzz: trembling is our own filter's business, and off unless asked for.
      unsafe mtdev_set_abs_resolution(raw, Int32(code), Int32(clamping: range.resolution))
    }
  }

  deinit { unsafe mtdev_close_delete(device) }

  /// Takes one event of the device.
  func put(_ event: InputEvent) {
    // mtdev looks up axes in a table without asking how long it is; and who has no slots names none.
    if event.type == InputType.absolute,
      event.code == AxisCode.slot || !(0...AxisCode.last).contains(event.code)
    {
      return
    }
    var raw = input_event()
    let (seconds, rest) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    raw.time = timeval(tv_sec: Int(seconds), tv_usec: Int(rest))
    raw.type = UInt16(truncatingIfNeeded: event.type)
    raw.code = UInt16(truncatingIfNeeded: event.code)
    raw.value = Int32(truncatingIfNeeded: event.value)
    unsafe mtdev_put_event(device, &raw)
  }

  /// The next event with slots, once a frame is complete.
  func next() -> InputEvent? {
    guard unsafe mtdev_empty(device) == 0 else { return nil }
    var raw = input_event()
    unsafe mtdev_get_event(device, &raw)
    return InputEvent(
      time: Instant(microseconds: Int64(raw.time.tv_sec) * 1_000_000 + Int64(raw.time.tv_usec)),
      type: Int(raw.type), code: Int(raw.code), value: Int(raw.value))
  }
}
