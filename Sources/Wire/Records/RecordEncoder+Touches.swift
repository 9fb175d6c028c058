// Records of touches. Most records are of this type, so they are written without copies.

import ResponderKit

extension RecordEncoder {
  func handled(
    _ phase: TouchPhase, by responder: Responder, _ reports: UnsafeBufferPointer<TouchReport>,
    _ range: Range<Int>, _ report: UnsafePointer<Report>
  ) {
    guard let first = range.first, let known = RecordPhase(phase) else { return }
    unsafe begin(.touches, at: report.pointee.time, frame: report.pointee.frame)
    let view = unsafe reports[first].view
    let window = unsafe reports[first].window
    var capacity = 120 &+ ByteCursor.capacity(for: responder.id)
    if let view { capacity &+= ByteCursor.capacity(for: view.id) }
    if let window { capacity &+= ByteCursor.capacity(for: window.id) }
    var cursor = lines.cursor(capacity: capacity)
    cursor.raw(",\"phase\":\"")
    cursor.raw(known.word)
    cursor.raw("\",\"responder\":")
    cursor.string(responder.id)
    if let view {
      cursor.raw(",\"view\":")
      cursor.string(view.id)
    }
    if let window {
      cursor.raw(",\"window\":")
      cursor.string(window.id)
    }
    cursor.raw(",\"touches\":[")
    lines.advance(to: cursor)
    var written: WrittenDevice?
    for index in range {
      if index > first { lines.byte(0x2C) }
      if known == .cancelled {
        unsafe id(of: reports[index])
      } else {
        unsafe touch(reports.baseAddress! + index, &written)
      }
    }
    lines.byte(0x5D)
    if known == .cancelled, unsafe reports[first].goesOn { lines.member("goesOn", true) }
    let actor = unsafe report.pointee.actor
    endLine(for: actor)
    let device = unsafe reports[first].device
    unsafe encoded.append(
      record(
        .touches, phase: known, at: report.pointee.path, responder: responder, device: device,
        actor: actor),
      reports, range, known, by: responder)
  }

  /// Cancels the touch of a control that lost it without a callback, for clients that read its began.
  func lost(_ range: Range<Int>, by control: Control, _ report: Report, _ outbox: Outbox) {
    unsafe outbox.touches.withUnsafeBufferPointer { touches in
      unsafe withUnsafePointer(to: report) { report in
        unsafe handled(.cancelled, by: control, touches, range, report)
      }
    }
  }

  private func id(of touch: borrowing TouchReport) {
    var cursor = lines.cursor(capacity: 32)
    cursor.raw("{\"id\":")
    cursor.integer(Int64(touch.touch))
    cursor.byte(0x7D)
    lines.advance(to: cursor)
  }

  // The device of a touch in the record, and where its name is in the lines.
  private struct WrittenDevice {
    var device: ObjectIdentifier
    var bytes: Range<Int>
  }

  private func touch(_ touch: UnsafePointer<TouchReport>, _ written: inout WrittenDevice?) {
    var cursor = lines.cursor(capacity: 160 &+ 4 &* ByteCursor.numberCapacity)
    cursor.raw("{\"id\":")
    unsafe cursor.integer(Int64(touch.pointee.touch))
    let place = unsafe touch.pointee.location
    let windowPlace = unsafe touch.pointee.windowLocation
    cursor.raw(",\"x\":")
    let x = cursor.coordinate(place.x)
    cursor.raw(",\"y\":")
    let y = cursor.coordinate(place.y)
    cursor.raw(",\"windowX\":")
    if windowPlace.x == place.x { cursor.again(x) } else { cursor.coordinate(windowPlace.x) }
    cursor.raw(",\"windowY\":")
    if windowPlace.y == place.y { cursor.again(y) } else { cursor.coordinate(windowPlace.y) }
    cursor.raw(",\"tapCount\":")
    unsafe cursor.integer(Int64(touch.pointee.tapCount))
    lines.advance(to: cursor)
    // Nearly always the fingers of a record are on one device.
    let device = unsafe ObjectIdentifier(touch.pointee.source.device)
    if let written, written.device == device {
      lines.again(written.bytes)
    } else {
      let start = lines.count
      lines.raw(",\"device\":")
      unsafe lines.string(touch.pointee.device.name)
      written = WrittenDevice(device: device, bytes: start..<lines.count)
    }
    if unsafe touch.pointee.type != .direct {
      unsafe lines.member("touchType", touch.pointee.type.word)
      unsafe buttons(touch.pointee.buttonMask)
    }
    if includesDetail {
      lines.key("timestamp")
      unsafe lines.seconds(microseconds: touch.pointee.timestamp.microseconds)
      unsafe detail(touch.pointee.detail)
    }
    lines.byte(0x7D)
  }

  // The primary button alone is the default, which is left out.
  private func buttons(_ mask: ButtonMask) {
    guard mask != .primary else { return }
    lines.key("buttons")
    lines.beginArray()
    for name in mask.names { lines.element(name) }
    lines.endArray()
  }

  func detail(_ detail: TouchDetail) {
    if let force = detail.force { lines.member("force", ratio: force) }
    if let radius = detail.majorRadius { lines.member("majorRadius", coordinate: radius) }
    if let radius = detail.minorRadius { lines.member("minorRadius", coordinate: radius) }
    if let angle = detail.orientation { lines.member("orientation", ratio: angle) }
    if let distance = detail.distance { lines.member("distance", coordinate: distance) }
  }

  func unhandled(
    _ phase: TouchPhase, _ responder: Responder, _ range: Range<Int>, _ report: Report,
    _ outbox: Outbox
  ) {
    guard let first = range.first, let known = RecordPhase(phase) else { return }
    begin(.unhandled, at: report.time, frame: report.frame)
    lines.member("phase", word: known.word)
    let view = outbox.touches[first].view
    if let view { lines.member("view", view.id) }
    lines.raw(",\"touches\":[")
    unsafe outbox.touches.withUnsafeBufferPointer { reports in
      for index in range {
        if index > first { lines.byte(0x2C) }
        unsafe id(of: reports[index])
      }
      lines.byte(0x5D)
      endLine(for: report.actor)
      let device = unsafe reports[first].device
      unsafe encoded.append(
        record(.unhandled, phase: known, at: report.path, device: device, actor: report.actor),
        reports, range, known, by: nil)
    }
  }
}
