// Records of touches.

import Protocol
import ResponderKit

extension RecordEncoder {
  func handled(
    _ phase: TouchPhase, by responder: Responder,
    _ range: Range<Int>, _ report: Report, _ outbox: Outbox
  ) {
    let touches = outbox.touches
    guard let start = range.first, let known = RecordPhase(phase) else { return }
    let first = touches[start]
    begin(.touches, at: report.time, frame: report.frame)
    lines.raw(",\"phase\":\"")
    lines.raw(known.word)
    lines.raw("\",\"responder\":")
    lines.string(responder.id)
    if let view = first.view {
      lines.raw(",\"view\":")
      lines.string(view.id)
    }
    if let window = first.window {
      lines.raw(",\"window\":")
      lines.string(window.id)
    }
    lines.raw(",\"touches\":[")
    var written: WrittenDevice?
    for index in range {
      if index > start { lines.byte(0x2C) }
      if known == .cancelled { id(of: touches[index]) } else { touch(index, of: outbox, &written) }
    }
    lines.endArray()
    if known == .cancelled, first.goesOn { lines.member("goesOn", true) }
    modifiers(report)
    endLine(for: report.actor)
    encoded.append(
      record(
        .touches, phase: known, at: report.path, responder: responder, device: first.device,
        actor: report.actor),
      touches, range, known, by: responder)
  }

  /// Cancels the touch of a control that lost it without a callback, for clients that read its began.
  func lost(_ range: Range<Int>, by control: Control, _ report: Report, _ outbox: Outbox) {
    handled(.cancelled, by: control, range, report, outbox)
  }

  private func id(of touch: TouchReport) {
    lines.raw("{\"id\":")
    lines.integer(touch.touch)
    lines.endObject()
  }

  // The device of a touch in the record, and where its name is in the lines.
  private struct WrittenDevice {
    var device: Device
    var bytes: Range<Int>
  }

  // Without what is written again, ten fingers would take 57,000 instructions from device to socket.
  private func touch(_ index: Int, of outbox: Outbox, _ written: inout WrittenDevice?) {
    let touch = outbox.touches[index]
    lines.raw("{\"id\":")
    lines.integer(touch.touch)
    lines.place(touch.location, touch.windowLocation)
    lines.raw(",\"tapCount\":")
    lines.integer(touch.tapCount)
    lines.raw(",\"device\":")
    if let written, written.device === touch.device {
      lines.again(written.bytes)
    } else {
      let start = lines.count
      lines.string(touch.device.name)
      written = WrittenDevice(device: touch.device, bytes: start..<lines.count)
    }
    if touch.type != .direct {
      lines.member("touchType", touch.type.word)
      buttons(touch.buttonMask)
    }
    if let marker = touch.detail.marker { lines.member("marker", marker) }
    if includesDetail {
      lines.key("timestamp")
      lines.seconds(microseconds: touch.timestamp.microseconds)
      detail(touch.detail)
      for prediction in outbox.predictions where prediction.touch == index {
        lines.member("predicted", prediction.location)
      }
    }
    lines.endObject()
  }

  // The primary button alone is the default, which is left out.
  private func buttons(_ mask: ButtonMask) {
    if mask != .primary { lines.member("buttons", mask.names) }
  }

  func detail(_ detail: TouchDetail) {
    if let force = detail.force { lines.member("force", ratio: force) }
    if let radius = detail.majorRadius { lines.member("majorRadius", coordinate: radius) }
    if let radius = detail.minorRadius { lines.member("minorRadius", coordinate: radius) }
    if let angle = detail.orientation { lines.member("orientation", ratio: angle) }
    if let distance = detail.distance { lines.member("distance", coordinate: distance) }
    if let angle = detail.altitudeAngle { lines.member("altitudeAngle", ratio: angle) }
    if let angle = detail.azimuthAngle { lines.member("azimuthAngle", ratio: angle) }
    if let angle = detail.rollAngle { lines.member("rollAngle", ratio: angle) }
  }

  func unhandled(
    _ phase: TouchPhase, _ responder: Responder, _ range: Range<Int>, _ report: Report,
    _ outbox: Outbox
  ) {
    guard let start = range.first, let known = RecordPhase(phase) else { return }
    let first = outbox.touches[start]
    begin(.unhandled, at: report.time, frame: report.frame)
    lines.member("phase", word: known.word)
    lines.member("view", first.view?.id)
    lines.key("touches")
    lines.beginArray()
    for index in range {
      if index > start { lines.byte(0x2C) }
      id(of: outbox.touches[index])
    }
    lines.endArray()
    modifiers(report)
    endLine(for: report.actor)
    encoded.append(
      record(
        .unhandled, phase: known, at: report.path, device: first.device, actor: report.actor),
      outbox.touches, range, known, by: nil)
  }
}

extension LineWriter {
  /// Writes a location in a view and the same in its window.
  @inline(__always)
  func place(_ location: Point, _ windowLocation: Point) {
    raw(",\"x\":")
    let x = count
    coordinate(location.x)
    let endOfX = count
    raw(",\"y\":")
    let y = count
    coordinate(location.y)
    let endOfY = count
    let isInWindow = location == windowLocation
    raw(",\"windowX\":")
    if isInWindow { again(x..<endOfX) } else { coordinate(windowLocation.x) }
    raw(",\"windowY\":")
    if isInWindow { again(y..<endOfY) } else { coordinate(windowLocation.y) }
  }
}
