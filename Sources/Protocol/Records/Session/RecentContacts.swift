// What fingers did lately, so that it can be played again after an error.

package import ResponderKit

/// The latest contacts of all devices, without their force, size and angle.
package final class RecentContacts {
  private struct Entry {
    var time: Instant
    var position: Point
    var id: Int32
    // An index of `devices`.
    var device: UInt16
    var change: Contact.Change
    var tool: Contact.Tool
  }

  private let limit: Int
  // A ring: the oldest one is at `oldest` when it is full.
  private var entries: ContiguousArray<Entry> = []
  private var oldest = 0
  private var devices: ContiguousArray<Device> = []
  private var numbers: [ObjectIdentifier: UInt16] = [:]
  private var roomForDevices = 64
  // The device of the latest frame.
  private var latest: UInt16?

  /// Keeps so many contacts: four fingers at 120 Hz for half a minute.
  package init(limit: Int = 16_384) {
    self.limit = limit
    // Pages that no contact has reached use no memory.
    entries.reserveCapacity(limit)
  }

  /// Adds the contacts of a frame, in place of the oldest ones.
  package func append(_ frame: borrowing Frame) {
    guard !frame.contacts.isEmpty else { return }
    let device =
      if let latest, devices[Int(latest)] === frame.device { latest } else {
        number(of: frame.device)
      }
    latest = device
    for index in frame.contacts.indices {
      let entry = Entry(
        time: frame.time, position: frame.contacts[index].position,
        id: Int32(truncatingIfNeeded: frame.contacts[index].id), device: device,
        change: frame.contacts[index].change, tool: frame.contacts[index].tool)
      if entries.count < limit {
        entries.append(entry)
      } else {
        entries[oldest] = entry
        oldest = oldest + 1 == limit ? 0 : oldest + 1
      }
    }
  }

  private func number(of device: Device) -> UInt16 {
    if let known = numbers[ObjectIdentifier(device)] { return known }
    if devices.count == roomForDevices { forgetDevices() }
    return add(device)
  }

  private func add(_ device: Device) -> UInt16 {
    let number = UInt16(devices.count)
    devices.append(device)
    numbers[ObjectIdentifier(device)] = number
    return number
  }

  // Each script of a program is a device; those of which no contact is left are not kept.
  private func forgetDevices() {
    let former = devices
    devices = []
    numbers = [:]
    for index in entries.indices {
      let device = former[Int(entries[index].device)]
      entries[index].device = numbers[ObjectIdentifier(device)] ?? add(device)
    }
    roomForDevices = max(64, 2 * devices.count)
  }

  /// Calls a closure with the frames from a time on. A finger that was down before is left out, and a
  /// frame has the contacts of one device at one moment, each of them once.
  package func forEachFrame(from time: Instant, _ body: (borrowing Frame) -> Void) {
    guard let first = devices.first else { return }
    var down: Set<Int> = []
    var frame = Frame(time: time, device: first)
    for index in entries.indices {
      let place = oldest + index
      let entry = entries[place < entries.count ? place : place - entries.count]
      let finger = Int(entry.device) << 32 | Int(UInt32(bitPattern: entry.id))
      guard entry.time >= time else { continue }
      let isKnown =
        switch entry.change {
        case .down: down.insert(finger).inserted
        case .move: down.contains(finger)
        case .up, .cancel: down.remove(finger) != nil
        }
      guard isKnown else { continue }
      var contact = Contact(id: Int(entry.id), change: entry.change, position: entry.position)
      contact.tool = entry.tool
      if frame.time != entry.time || frame.device !== devices[Int(entry.device)]
        || frame.contacts.contains(where: { $0.id == contact.id })
      {
        if !frame.isEmpty { body(frame) }
        frame.removeAll()
        frame.time = entry.time
        frame.device = devices[Int(entry.device)]
      }
      frame.contacts.append(contact)
    }
    if !frame.isEmpty { body(frame) }
  }
}
