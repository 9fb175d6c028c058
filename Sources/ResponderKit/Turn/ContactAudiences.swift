// Who may learn of what devices report: decided when a finger lands, by what it hits.

/// The audiences of fingers that are down, where that is not everybody.
///
/// A finger that reaches nobody, or whose touch is over before it lifts, has its audience as well.
struct ContactAudiences {
  private struct Entry {
    var device: Device
    var contact: Int
    var audience: Audience
    var isOver = false
  }

  private var entries: ContiguousArray<Entry> = []

  /// Forgets the fingers that lifted in the frame before.
  mutating func beginFrame() {
    if entries.contains(where: \.isOver) { entries.removeAll { $0.isOver } }
  }

  /// A finger has landed where these may learn of it.
  mutating func land(_ contact: Int, on device: Device, for audience: Audience) {
    entries.removeAll { $0.device === device && $0.contact == contact }
    guard !audience.isEmpty else { return }
    entries.append(Entry(device: device, contact: contact, audience: audience))
  }

  /// A finger has lifted; what is told of this is still for its audience.
  mutating func lift(_ contact: Int, from device: Device) {
    for index in entries.indices
    where entries[index].device === device && entries[index].contact == contact {
      entries[index].isOver = true
    }
  }

  /// Who may learn of a finger of a device.
  func audience(of contact: Int, on device: Device) -> Audience {
    entries.first { $0.device === device && $0.contact == contact }?.audience ?? []
  }

  /// The audiences of all fingers that are down.
  var all: Audience {
    entries.reduce(into: []) { if !$1.isOver { $0.formUnion($1.audience) } }
  }
}

extension Application {
  /// Who may learn of a finger of a device.
  package final func audience(ofContact contact: Int, on device: Device) -> Audience {
    contacts.audience(of: contact, on: device)
  }

  /// The audiences of all fingers that are down.
  package final var audienceOfContacts: Audience { contacts.all }
}
