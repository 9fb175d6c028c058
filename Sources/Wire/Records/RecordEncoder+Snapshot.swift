// The current state in one line, for clients that subscribe later.

package import ResponderKit

extension RecordEncoder {
  /// Writes the snapshot after the latest record, as far as an audience may see it; `seq` is the
  /// number of that record for its reader.
  ///
  /// Call it when every report of the engine's outbox has been encoded.
  package func snapshot(
    of application: Application, screens: some Sequence<Screen>,
    devices: some Sequence<Device>, idleSince: Instant?, subscription: Int?, seq: UInt64,
    for audience: Audience, to writer: LineWriter
  ) {
    writer.beginObject()
    writer.member("type", word: "snapshot")
    writer.member("seq", seq)
    if let subscription { writer.member("subscription", subscription) }
    writer.key("screens")
    writer.beginArray()
    for screen in screens { writer.screen(screen) }
    writer.endArray()
    writer.key("devices")
    writer.beginArray()
    for device in devices { writer.node(device) }
    writer.endArray()
    writer.windows(of: application, for: audience)
    writer.key("touches")
    writer.beginArray()
    for touch in encoded.live.touches where touch.isKnown(to: audience) {
      let responders = touch.handlers.filter { $0.audience.isShown(to: audience) }
      write(touch.report, takenBy: responders.map(\.responder), to: writer)
    }
    writer.endArray()
    writer.key("recognizers")
    writer.beginArray()
    for window in application.windows {
      window.forEachInSubtree { view in
        guard audience.seesInto(view) else { return }
        for recognizer in view.gestureRecognizers where recognizer.state != .possible {
          writer.active(recognizer, for: audience, attempt: openGestures.audience(of: recognizer))
        }
      }
    }
    writer.endArray()
    if let first = application.firstResponder, audience.sees(first) {
      writer.member("firstResponder", first.id)
    }
    if let idleSince {
      writer.key("idleSince")
      writer.seconds(microseconds: idleSince.microseconds)
    }
    writer.endObject()
    writer.endLine()
  }

  private func write(
    _ touch: TouchReport, takenBy responders: [Responder], to writer: LineWriter
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
    endObject()
  }

  // A client that may see the recognizer reads its state only if it may see all its fingers. A
  // finger with an audience that has joined hides the recognizer with its next record.
  fileprivate func active(
    _ recognizer: GestureRecognizer, for audience: Audience, attempt: Audience?
  ) {
    guard (attempt ?? recognizer.attemptAudience).isShown(to: audience) else { return }
    beginObject()
    member("recognizer", recognizer.id)
    member("view", recognizer.view?.id)
    member("state", word: recognizer.state.recordWord)
    key("touches")
    beginArray()
    for touch in recognizer.touches where touch.isDown && touch.audience.isShown(to: audience) {
      element(touch.id)
    }
    endArray()
    endObject()
  }
}
