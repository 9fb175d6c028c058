// Records of what happens around the engine: edits, devices, activity, raw contacts.

package import ResponderKit

extension RecordEncoder {
  /// A view is another now: its properties, its recognizers or its handling.
  package func changed(_ view: View, at time: Instant) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "set")
    lines.member("view", view.id)
    lines.key("node")
    lines.node(view)
    end(.edit, view: view)
  }

  /// A view has come, with everything below it; a window has no parent.
  package func added(_ view: View, at time: Instant) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "add")
    lines.member("view", view.id)
    place(of: view)
    lines.key("node")
    lines.view(view)
    end(.edit, view: view)
  }

  /// A view is gone, with everything below it; say it before it is taken out of the tree.
  package func removed(_ view: View, at time: Instant) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "remove")
    lines.member("view", view.id)
    end(.edit, view: view)
  }

  /// A view has another parent or another place among its siblings.
  package func moved(_ view: View, at time: Instant) {
    begin(.edit, at: time, frame: nil)
    lines.member("edit", word: "move")
    lines.member("view", view.id)
    place(of: view)
    end(.edit, view: view)
  }

  private func place(of view: View) {
    if let parent = view.superview {
      lines.member("to", parent.id)
      if let index = parent.subviews.firstIndex(where: { $0 === view }) {
        lines.member("index", index)
      }
    } else if let index = view.application?.windows.firstIndex(where: { $0 === view }) {
      lines.member("index", index)
    }
  }

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

  /// Nobody has touched for so long, or somebody does again.
  package func activity(isIdle: Bool, since: Instant, view: View?, at time: Instant) {
    begin(.activity, at: time, frame: nil)
    lines.member("state", word: isIdle ? "idle" : "active")
    lines.key("since")
    lines.seconds(microseconds: since.microseconds)
    lines.member("view", view?.id)
    end(.activity, view: view)
  }

  /// What a device reported, before any view is asked.
  package func raw(_ frame: borrowing Frame, number: UInt64) {
    guard !frame.contacts.isEmpty else { return }
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
      book.touches.append(contact.id)
      isPassing = isPassing && contact.change == .move
      write(contact)
    }
    lines.endArray()
    end(
      .raw, phase: isPassing ? .moved : nil, device: device, touches: first..<book.touches.count)
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
