// Records of gestures, from their beginning to their end.

import ResponderKit

/// Gestures whose beginning was reported, and whose end was not.
final class OpenGestures {
  private struct Entry {
    var recognizer: GestureRecognizer
    var audience: Audience
    var location: Point?
  }

  private var entries: ContiguousArray<Entry> = []

  /// Whether there is none.
  var isEmpty: Bool { entries.isEmpty }

  /// The audiences of all of them.
  var audience: Audience { entries.reduce(into: []) { $0.formUnion($1.audience) } }

  /// The audience to which a gesture was reported; nil if it was not reported.
  func audience(of recognizer: GestureRecognizer) -> Audience? {
    entries.first { $0.recognizer === recognizer }?.audience
  }

  /// Adds audiences to those of a gesture. Returns its whole audience, and if there was a narrower
  /// one, for which the gesture ends, this and the latest location.
  func widen(
    _ recognizer: GestureRecognizer, to audience: Audience
  ) -> (whole: Audience, ended: (audience: Audience, location: Point?)?) {
    guard let index = entries.firstIndex(where: { $0.recognizer === recognizer }) else {
      return (audience, nil)
    }
    let former = entries[index]
    let whole = former.audience.union(audience)
    guard whole != former.audience else { return (whole, nil) }
    entries[index].audience = whole
    return (whole, (former.audience, former.location))
  }

  /// Applies a record of a gesture.
  func apply(
    _ recognizer: GestureRecognizer, _ phase: RecordPhase?, for audience: Audience,
    at location: Point?
  ) {
    let index = entries.firstIndex { $0.recognizer === recognizer }
    switch phase {
    case .began:
      guard index == nil else { break }
      entries.append(Entry(recognizer: recognizer, audience: audience, location: location))
    case .changed: if let index { entries[index].location = location }
    case .ended, .cancelled: if let index { entries.remove(at: index) }
    case .moved, .failed, nil: break
    }
  }
}

extension RecordEncoder {
  func gesture(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ gesture: GestureReport,
    _ reason: Reason?, _ report: Report, _ outbox: Outbox
  ) {
    let phase = RecordPhase(state)
    let audience = follow(recognizer, phase, gesture, report)
    begin(recognizer, state.recordWord, in: report.path, at: gesture.location, report)
    let touches = list(gesture.touches, of: outbox)
    if !gesture.touches.isEmpty {
      lines.raw(",\"numberOfTouches\":")
      lines.integer(gesture.numberOfTouches)
    }
    if !gesture.presses.isEmpty { list(outbox.presses[gesture.presses]) }
    lines.measure(gesture.measure, named: type(of: recognizer).measureNames)
    if includesDetail { locations(of: gesture.touches, outbox) }
    if let reason {
      lines.member("reason", reason.description)
      lines.member("rule", reason.rule)
    }
    end(
      .gesture, phase: phase, at: report.path, recognizer: recognizer,
      device: gesture.touches.first.map { outbox.touches[$0].device }, touches: touches,
      actor: report.actor, for: report.audience.union(audience))
  }

  /// Writes the presses of a gesture.
  private func list(_ presses: ContiguousArray<PressReport>.SubSequence) {
    lines.key("presses")
    lines.beginArray()
    for press in presses {
      lines.beginObject()
      lines.member("id", press.press)
      lines.member("type", press.type.name)
      lines.endObject()
    }
    lines.endArray()
  }

  /// Writes where the fingers of a gesture are that are down, in its view.
  private func locations(of range: Range<Int>, _ outbox: Outbox) {
    lines.key("locations")
    lines.beginArray()
    for index in range {
      let touch = outbox.touches[index]
      guard touch.phase != .ended, touch.phase != .cancelled else { continue }
      lines.beginObject()
      lines.member("id", touch.touch)
      lines.member("x", coordinate: touch.location.x)
      lines.member("y", coordinate: touch.location.y)
      lines.endObject()
    }
    lines.endArray()
  }

  /// Follows a gesture, so that a client that read its beginning also reads its end: when a finger
  /// with an audience joins, the gesture ends for all clients outside of this audience. Returns the
  /// audience of the record.
  private func follow(
    _ recognizer: GestureRecognizer, _ phase: RecordPhase?, _ gesture: GestureReport,
    _ report: Report
  ) -> Audience {
    // A client to which the end was reported receives no further record.
    let (whole, ended) = openGestures.widen(recognizer, to: gesture.audience)
    if let ended {
      begin(
        recognizer, RecordPhase.cancelled.word, in: report.path, at: ended.location, report)
      lines.raw(",\"touches\":[]")
      end(
        .gesture, phase: .cancelled, at: report.path, recognizer: recognizer,
        actor: report.path?.actor, for: ended.audience, hiddenFrom: [whole])
    }
    openGestures.apply(recognizer, phase, for: whole, at: gesture.location)
    return whole
  }

  /// Begins the record of a gesture, up to its location.
  private func begin(
    _ recognizer: GestureRecognizer, _ state: StaticString, in path: ViewPath?,
    at location: Point?, _ report: Report
  ) {
    begin(.gesture, at: report.time, frame: report.frame)
    lines.raw(",\"recognizer\":")
    lines.string(recognizer.id)
    lines.raw(",\"kind\":\"")
    lines.raw(type(of: recognizer).kindWord)
    lines.raw("\",\"state\":\"")
    lines.raw(state)
    lines.byte(0x22)
    if let path {
      lines.raw(",\"view\":")
      lines.string(path.id)
    }
    if let location {
      lines.raw(",\"x\":")
      lines.coordinate(location.x)
      lines.raw(",\"y\":")
      lines.coordinate(location.y)
    }
  }
}

extension LineWriter {
  /// Writes the measure of a recognizer; values without a name are left out.
  fileprivate func measure(_ measure: GestureMeasure, named names: MeasureNames) {
    guard let first = names.first else { return }
    switch measure {
    case .none: break
    case .number(let value): member(first, ratio: value)
    case .numbers(let one, let other):
      member(first, ratio: one)
      if let second = names.second { member(second, ratio: other) }
    case .vectors(let one, let other):
      member(first, one)
      if let second = names.second { member(second, other) }
    case .word(let word): member(first, word: word)
    case .transform(let transform):
      key(first)
      byte(0x5B)
      ratio(transform.a)
      for number in [transform.b, transform.c, transform.d, transform.tx, transform.ty] {
        byte(0x2C)
        ratio(number)
      }
      byte(0x5D)
    }
  }
}
