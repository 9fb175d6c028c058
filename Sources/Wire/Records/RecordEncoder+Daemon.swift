// Records of what happens around the engine: devices, activity, raw contacts.

package import ResponderKit

extension RecordEncoder {
  /// The words of a `device` record's event.
  package enum DeviceEvent: String, Sendable { case added, changed, removed }

  /// A device came, changed or went.
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

  /// Nobody has touched for so long, or somebody does again; as all see it, or only those of
  /// exactly these audiences.
  package func activity(
    isIdle: Bool, since: Instant, only seen: Audience? = nil, at time: Instant
  ) {
    begin(.activity, at: time, frame: nil)
    lines.member("state", word: isIdle ? "idle" : "active")
    lines.key("since")
    lines.seconds(microseconds: since.microseconds)
    end(.activity, exactPhase: isIdle ? .idle : .active, audience: [])
    if let seen { book.records[book.records.count - 1].onlyFor = seen }
  }

  /// Fires the engine's timers that are due before a frame and encodes their reports, so that the
  /// frame's raw record stands behind them and their records keep their own times.
  package func encodeTimers(of application: Application, before time: Instant) {
    while let due = application.deadline, due < time { application.advance(to: due) }
    encode(application.outbox)
    application.outbox.removeAll()
  }

  /// What a device reported, before any view is asked; of fingers that not everybody may know of
  /// in records of their own.
  package func raw(_ frame: borrowing Frame, number: UInt64) {
    guard !frame.contacts.isEmpty else { return }
    guard hidesAny else { return raw(frame, number, only: nil) }
    var told: ContiguousArray<Audience> = []
    for contact in frame.contacts {
      let audience = contacts.audience(of: contact.id, on: frame.device)
      guard !told.contains(audience) else { continue }
      told.append(audience)
      raw(frame, number, only: audience)
    }
  }

  private func raw(_ frame: borrowing Frame, _ number: UInt64, only audience: Audience?) {
    begin(.raw, at: frame.time, frame: number)
    let device = frame.device
    lines.member("device", device.name)
    lines.member("screen", device.screen?.id)
    lines.key("contacts")
    lines.beginArray()
    let first = book.touches.count
    var isPassing = true
    for index in frame.contacts.indices {
      let contact = frame.contacts[index]
      if let audience, contacts.audience(of: contact.id, on: device) != audience { continue }
      book.touches.append(contact.id)
      isPassing = isPassing && contact.change == .move
      write(contact)
    }
    lines.endArray()
    end(
      .raw, phase: isPassing ? .moved : nil, device: device, touches: first..<book.touches.count,
      audience: audience)
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
    if let force = contact.force { lines.member("force", ratio: force) }
    if let radius = contact.majorRadius { lines.member("majorRadius", coordinate: radius) }
    if let radius = contact.minorRadius { lines.member("minorRadius", coordinate: radius) }
    if let angle = contact.orientation { lines.member("orientation", ratio: angle) }
    if let distance = contact.distance { lines.member("distance", coordinate: distance) }
    lines.endObject()
  }
}
