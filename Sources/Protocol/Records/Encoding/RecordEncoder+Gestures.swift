// Records of gestures.

import Protocol
import ResponderKit

extension RecordEncoder {
  func gesture(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ gesture: GestureReport,
    _ reason: Reason?, _ report: Report, _ outbox: Outbox
  ) {
    let phase = RecordPhase(state)
    begin(recognizer, state.recordWord, in: report.path, gesture, report)
    let touches = list(gesture.touches, of: outbox)
    if !gesture.touches.isEmpty {
      lines.raw(",\"numberOfTouches\":")
      lines.integer(gesture.numberOfTouches)
    }
    if !gesture.presses.isEmpty { list(outbox.presses[gesture.presses]) }
    lines.measure(gesture.measure, named: type(of: recognizer).measureNames, of: outbox)
    if includesDetail { locations(of: gesture.touches, outbox) }
    if let reason {
      lines.member("reason", reason.description)
      lines.member("rule", reason.rule)
    }
    modifiers(report)
    end(
      .gesture, phase: phase, at: report.path, recognizer: recognizer,
      device: gesture.touches.first.map { outbox.touches[$0].device }, touches: touches,
      actor: report.actor)
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

  /// Begins the record of a gesture, up to its location.
  private func begin(
    _ recognizer: GestureRecognizer, _ state: StaticString, in path: ViewPath?,
    _ gesture: GestureReport, _ report: Report
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
    if let location = gesture.location { lines.place(location, gesture.windowLocation ?? location) }
  }
}

extension LineWriter {
  /// Writes the measure of a recognizer; values without a name are left out.
  fileprivate func measure(
    _ measure: GestureMeasure, named names: MeasureNames, of outbox: Outbox
  ) {
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
    case .vectorsAndNumber(let one, let other, let number):
      member(first, one)
      if let second = names.second { member(second, other) }
      if let third = names.third { member(third, ratio: number) }
    case .word(let word): member(first, word: word)
    case .view(let index): member(first, outbox.views[index])
    case .transform(let transform, let vector):
      key(first)
      byte(0x5B)
      ratio(transform.a)
      for number in [transform.b, transform.c, transform.d, transform.tx, transform.ty] {
        byte(0x2C)
        ratio(number)
      }
      byte(0x5D)
      if let second = names.second { member(second, vector) }
    }
  }
}
