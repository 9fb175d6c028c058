// Records of what happens around the engine: devices, activity, raw contacts.

package import Protocol
package import ResponderKit

extension RecordEncoder {
  /// The events of a `device` record.
  package enum DeviceEvent: String, Sendable { case added, changed, released, grabbed, removed }

  /// Writes what happened to a device.
  package func device(_ device: Device, _ event: DeviceEvent, at time: Instant) {
    begin(.device, at: time, frame: nil)
    lines.member("device", device.name)
    lines.member("event", event.rawValue)
    if event != .removed {
      lines.key("node")
      lines.node(device)
    }
    end(.device, device: device)
  }

  /// Writes that a fact of the daemon's health has begun or is over; a closure writes its members.
  package func health(isOver: Bool, at time: Instant, _ members: (LineWriter) -> Void) {
    begin(.health, at: time, frame: nil)
    lines.member("event", word: isOver ? "ended" : "began")
    members(lines)
    end(.health)
  }

  /// Writes that the panel is idle or active.
  package func activity(isIdle: Bool, since: Instant, at time: Instant) {
    begin(.activity, at: time, frame: nil)
    lines.member("state", word: isIdle ? "idle" : "active")
    lines.key("since")
    lines.seconds(microseconds: since.microseconds)
    end(.activity, exactPhase: isIdle ? .idle : .active)
  }

  /// Writes what a device reported, before the hit test.
  func raw(_ device: Device, _ contacts: ArraySlice<Contact>, _ report: Report) {
    begin(.raw, at: report.time, frame: report.frame)
    lines.member("device", device.name)
    lines.member("screen", device.screen?.id)
    lines.key("contacts")
    lines.beginArray()
    let first = encoded.touches.count
    var isPassing = true
    for contact in contacts {
      encoded.append(touch: contact.id)
      isPassing = isPassing && contact.change == .move
      write(contact)
    }
    lines.endArray()
    end(
      .raw, phase: isPassing ? .moved : nil, device: device, touches: first..<encoded.touches.count)
  }

  private func write(_ contact: Contact) {
    let change: StaticString =
      switch contact.change {
      case .down: "down"
      case .move: "move"
      case .up: "up"
      case .cancel: "cancel"
      }
    lines.beginObject()
    lines.member("id", contact.id)
    lines.member("change", word: change)
    lines.member("x", coordinate: contact.position.x)
    lines.member("y", coordinate: contact.position.y)
    switch contact.tool {
    case .finger: break
    case .pen: lines.member("tool", word: "pen")
    case .palm: lines.member("tool", word: "palm")
    case .unknown: lines.member("tool", word: "unknown")
    }
    detail(contact.detail)
    if let marker = contact.detail.marker { lines.member("marker", marker) }
    lines.endObject()
  }
}
