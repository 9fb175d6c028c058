// Frames of a device with slots that have one time are one event (T12).

import ResponderKit

/// Finds reports that do not end a frame, because the next one has the same time and is about other
/// contacts.
struct ReportJoiner {
  /// The slot before the first ABS_MT_SLOT, and the one that stands for numbers beyond.
  private static let unknown = SlotSet.capacity - 1
  /// The slot of the latest ABS_MT_SLOT, which the device does not repeat.
  private var slot = ReportJoiner.unknown
  /// The slots that have changed since the last report that ended a frame.
  private var changed = SlotSet()
  /// The last of them; -1 if there is none.
  private var latest = -1

  /// No event has arrived yet.
  init() {}

  private static func slot(numbered number: Int) -> Int {
    (0..<unknown).contains(number) ? number : unknown
  }

  /// Handles an event that is part of a frame.
  mutating func handle(_ event: InputEvent) {
    guard event.type == InputType.absolute else { return }
    // The events of one slot follow each other.
    if event.code == AxisCode.slot {
      slot = Self.slot(numbered: event.value)
    } else if slot != latest, AxisCode.ofSlots.contains(event.code) {
      latest = slot
      changed.insert(slot)
    }
  }

  /// Handles a report; true if it does not end the frame.
  ///
  /// `following` returns the events after it, as far as they are known already, the first one for
  /// 1.
  mutating func joins(_ report: InputEvent, _ following: (Int) -> InputEvent?) -> Bool {
    if isContinued(report, following) { return true }
    changed = SlotSet()
    latest = -1
    return false
  }

  private func isContinued(_ report: InputEvent, _ following: (Int) -> InputEvent?) -> Bool {
    var slot = slot
    var ahead = 1
    while let next = following(ahead), next.time == report.time {
      if next.isReport { return true }
      if next.type == InputType.synchronization { return false }
      if let other = Self.slot(next, &slot),
        other == Self.unknown || changed.contains(other) || changed.contains(Self.unknown)
      {
        return false
      }
      ahead += 1
    }
    return false
  }

  /// The slot that an event changes, after the event has been handled.
  private static func slot(_ event: InputEvent, _ slot: inout Int) -> Int? {
    guard event.type == InputType.absolute else { return nil }
    if event.code == AxisCode.slot { slot = Self.slot(numbered: event.value) }
    return AxisCode.ofSlots.contains(event.code) ? slot : nil
  }
}
