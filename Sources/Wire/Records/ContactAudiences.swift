// Who may learn of what devices report: decided when a finger lands, by what it hits.

import ResponderKit

/// The audiences of fingers that are down, where that is not everybody.
struct ContactAudiences {
  private struct Entry {
    var device: ObjectIdentifier
    var contact: Int
    var audience: Audience
    var isOver = false
  }

  private var entries: ContiguousArray<Entry> = []

  /// Takes in a frame that the application has been given already.
  mutating func note(_ frame: borrowing Frame, in application: Application) {
    entries.removeAll { $0.isOver }
    let device = ObjectIdentifier(frame.device)
    for contact in frame.contacts {
      switch contact.change {
      case .down:
        entries.removeAll { $0.device == device && $0.contact == contact.id }
        let audience = audience(of: contact, on: frame.device, in: application)
        guard !audience.isEmpty else { continue }
        entries.append(Entry(device: device, contact: contact.id, audience: audience))
      case .up, .cancel:
        for index in entries.indices
        where entries[index].device == device && entries[index].contact == contact.id {
          entries[index].isOver = true
        }
      case .move: break
      }
    }
  }

  /// The audiences of all fingers that are down.
  var audiences: Audience {
    entries.reduce(into: []) { $0.formUnion($1.audience) }
  }

  /// Who may learn of a finger of a device.
  func audience(of contact: Int, on device: Device) -> Audience {
    entries.first { $0.device == ObjectIdentifier(device) && $0.contact == contact }?.audience
      ?? []
  }

  private func audience(
    of contact: Contact, on device: Device, in application: Application
  ) -> Audience {
    for touch in application.liveTouches
    where touch.contact == contact.id && touch.device === device { return touch.audience }
    // It reached nobody, or is up again: what lies there decides all the same.
    let outbox = application.outbox
    let wants = outbox.wants
    outbox.wants = []
    let view = application.hitTest(contact.position, on: device.screen, with: nil)
    outbox.wants = wants
    return view?.wholeAudience ?? []
  }
}
