// The current state in one line, for clients that subscribe later.

package import Protocol
package import ResponderKit

extension RecordEncoder {
  /// Writes the snapshot after the latest record; that of a private window says nothing of screens
  /// and devices.
  ///
  /// Call it when every report of the engine's outbox has been encoded.
  package func snapshot(
    of application: Application, screens: some Sequence<Screen>,
    devices: some Sequence<Device>, idleSince: Instant?, subscription: Int?, to writer: LineWriter
  ) {
    writer.beginObject()
    writer.member("type", word: "snapshot")
    writer.member("seq", seq)
    if let subscription { writer.member("subscription", subscription) }
    if let stream {
      writer.member("stream", stream)
    } else {
      writer.key("screens")
      writer.beginArray()
      for screen in screens { writer.screen(screen) }
      writer.endArray()
      writer.key("devices")
      writer.beginArray()
      for device in devices { writer.node(device) }
      writer.endArray()
    }
    writer.windows(of: application, node)
    writer.key("touches")
    writer.beginArray()
    for touch in encoded.live.touches {
      write(touch.report, takenBy: touch.handlers, to: writer)
    }
    writer.endArray()
    writer.key("recognizers")
    writer.beginArray()
    for window in application.windows {
      window.forEachInSubtree { view in
        for recognizer in view.gestureRecognizers where recognizer.state != .possible {
          writer.active(recognizer)
        }
      }
    }
    writer.endArray()
    writer.member("firstResponder", application.firstResponder?.id)
    writer.member("focused", application.focused?.id)
    write(application.namedZones, to: writer)
    if stream == nil, let idleSince {
      writer.key("idleSince")
      writer.seconds(microseconds: idleSince.microseconds)
    }
    writer.endObject()
    writer.endLine()
  }

  private func write(
    _ zones: [(name: String, focused: Responder?, firstResponder: Responder?)],
    to writer: LineWriter
  ) {
    guard !zones.isEmpty else { return }
    writer.key("zones")
    writer.beginArray()
    for zone in zones {
      writer.beginObject()
      writer.member("zone", zone.name)
      writer.member("firstResponder", zone.firstResponder?.id)
      writer.member("focused", zone.focused?.id)
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(
    _ touch: TouchReport, takenBy responders: ContiguousArray<Responder>, to writer: LineWriter
  ) {
    writer.beginObject()
    writer.member("id", touch.touch)
    writer.member("view", touch.view?.id)
    writer.member("window", touch.window?.id)
    writer.member("responders", responders.map(\.id))
    writer.member("x", coordinate: touch.location.x)
    writer.member("y", coordinate: touch.location.y)
    writer.member("windowX", coordinate: touch.windowLocation.x)
    writer.member("windowY", coordinate: touch.windowLocation.y)
    writer.member("tapCount", touch.tapCount)
    writer.member("device", touch.device.name)
    if let marker = touch.detail.marker { writer.member("marker", marker) }
    writer.endObject()
  }
}

extension LineWriter {
  fileprivate func screen(_ screen: Screen) {
    beginObject()
    member("id", screen.id)
    member("width", coordinate: screen.size.width)
    member("height", coordinate: screen.size.height)
    if let scale = screen.pointsPerMillimeter { member("pointsPerMillimeter", ratio: scale) }
    endObject()
  }

  /// Writes a device as in snapshots and device records.
  package func node(_ device: Device) {
    beginObject()
    member("name", device.name)
    member("kind", device.kind.rawValue)
    member("screen", device.screen?.id)
    member("zone", device.zone)
    endObject()
  }

  fileprivate func active(_ recognizer: GestureRecognizer) {
    beginObject()
    member("recognizer", recognizer.id)
    member("view", recognizer.view?.id)
    member("state", word: recognizer.state.recordWord)
    key("touches")
    beginArray()
    for touch in recognizer.touches where touch.isDown { element(touch.id) }
    endArray()
    endObject()
  }
}
