// Turns libinput's touch events into frames; tested without libinput.
//
// libinput leaves out the end of a frame whose last slot has nothing to say, such as a movement
// that its hysteresis holds back. So a frame also ends where another time begins, where a slot
// has another event, and where libinput has no further events.

import ResponderKit

/// Turns libinput's touch events into frames.
struct LibinputTouches {
  /// The contact in one slot.
  private struct Slot {
    var id: Int
    var position: Point
  }

  /// The frame that is being filled.
  var frame: Frame
  /// Counters of protocol violations.
  private(set) var counters = ContactCounters()
  private let mapping: SurfaceMapping
  private var slots: ContiguousArray<Slot?> = []
  private var lastID = 0
  private var lastTime = Instant(microseconds: 0)
  /// The time of the changes in the frame.
  private var time: UInt64 = 0

  init(_ device: Device, mapping: SurfaceMapping) {
    self.mapping = mapping
    frame = Frame(time: Instant(microseconds: 0), device: device)
    frame.contacts.reserveCapacity(32)
  }

  /// Whether a change of a slot at a time belongs to another frame than the present one.
  func isOver(before slot: Int, at time: UInt64) -> Bool {
    guard !frame.isEmpty else { return false }
    guard time == self.time else { return true }
    guard slots.indices.contains(slot), let id = slots[slot]?.id else { return false }
    return frame.contacts.contains { $0.id == id }
  }

  /// Begins or moves a finger, at a position in units of the surface.
  mutating func touch(
    _ change: Contact.Change, slot: Int, x: Double, y: Double, at time: UInt64
  ) {
    self.time = time
    guard slot >= 0, slot < 256 else {
      counters.slotsOutOfRange += 1
      return
    }
    while slots.count <= slot { slots.append(nil) }
    let position = mapping.point(inside(x), inside(y))
    if change == .down {
      if slots[slot] != nil {
        counters.replacedContacts += 1
        end(.cancel, slot: slot, at: time)
      }
      lastID += 1
      slots[slot] = Slot(id: lastID, position: position)
    }
    guard let id = slots[slot]?.id else { return }
    slots[slot]?.position = position
    frame.contacts.append(Contact(id: id, change: change, position: position))
  }

  /// Values beyond the surface land on its edge, as with the other backend.
  private mutating func inside(_ value: Double) -> Double {
    guard value < 0 || value >= 1 else { return value }
    counters.coordinatesOutOfRange += 1
    return value < 0 ? 0 : (1.0).nextDown
  }

  /// A finger went.
  mutating func end(_ change: Contact.Change, slot: Int, at time: UInt64) {
    self.time = time
    guard slots.indices.contains(slot), let live = slots[slot] else {
      counters.surplusReleases += 1
      return
    }
    slots[slot] = nil
    frame.contacts.append(Contact(id: live.id, change: change, position: live.position))
  }

  /// Sets the time of the frame; time never decreases.
  mutating func endFrame() {
    let time = Instant(microseconds: Int64(clamping: time))
    if time < lastTime { counters.timeWentBack += 1 }
    lastTime = max(lastTime, time)
    frame.time = lastTime
  }
}
