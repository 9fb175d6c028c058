// The audiences of contacts: decided when a finger lands, by its hit view.

/// The audiences of fingers that are down, where they are not empty.
///
/// A finger that hits no view, or whose touch is over before it lifts, has its audience as well.
struct ContactAudiences {
  private struct Entry {
    var device: Device
    var contact: Int
    var audience: Audience
    var isOver = false
  }

  private var entries: ContiguousArray<Entry> = []

  /// Removes the fingers that lifted in the previous frame.
  mutating func beginFrame() {
    if entries.contains(where: \.isOver) { entries.removeAll { $0.isOver } }
  }

  /// Adds a finger with its audience.
  mutating func begin(_ contact: Int, on device: Device, for audience: Audience) {
    entries.removeAll { $0.device === device && $0.contact == contact }
    guard audience.namesPrograms || audience.placeNumber > 0 else { return }
    entries.append(Entry(device: device, contact: contact, audience: audience))
  }

  /// Marks a finger as lifted; reports of the lift still have its audience.
  mutating func lift(_ contact: Int, from device: Device) {
    for index in entries.indices
    where entries[index].device === device && entries[index].contact == contact {
      entries[index].isOver = true
    }
  }

  /// The audience of a finger of a device.
  func audience(of contact: Int, on device: Device) -> Audience {
    entries.first { $0.device === device && $0.contact == contact }?.audience ?? []
  }

  /// The audiences of all fingers that are down.
  var all: Audience {
    entries.reduce(into: []) { if !$1.isOver { $0.formUnion($1.audience) } }
  }
}

extension Application {
  /// The audience of a finger of a device.
  package final func audience(ofContact contact: Int, on device: Device) -> Audience {
    contacts.audience(of: contact, on: device).placed
  }

  /// The audiences of all fingers that are down.
  package final var audienceOfContacts: Audience { contacts.all }
}
