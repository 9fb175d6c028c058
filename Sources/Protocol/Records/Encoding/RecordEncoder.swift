// Turns the engine's reports into the lines that subscribers read.
//
//     encoder.encode(application.outbox)
//     stream.append(encoder)
//     application.outbox.removeAll()
//
// Bytes, records and touch numbers stay valid until `removeAll`, which keeps their capacity: once
// it has grown, encoding allocates no memory. The daemon and offline replay use the same encoder,
// so they write the same lines.

package import Protocol
package import ResponderKit

/// Turns reports into lines, numbers them, and stores the subject of each.
package final class RecordEncoder {
  /// The lines.
  package let lines: LineWriter
  /// The records of the lines, in order.
  package var records: ContiguousArray<EncodedRecord> { _read { yield encoded.records } }
  /// The number of records.
  package var count: Int { encoded.records.count }
  /// The numbers of touches that records refer to.
  package var touches: ContiguousArray<Int> { _read { yield encoded.touches } }
  /// The number of the latest record; 0 before the first.
  package var seq: UInt64 { number }
  /// Whether explanations include single calls: hit tests, recognizers' callbacks, tracking.
  package var includesCalls = false
  /// Whether explanations include the hit test of each touch.
  package var includesHits = false
  /// Whether records have details that few clients need; touches have force, size, angle and distance
  /// if their device reports them.
  package var includesDetail = false

  /// Whether a finger makes the edits of the tree.
  package var editsAreByTouch = false

  /// Whether the edits of the tree are one record, because they are many; a snapshot follows it.
  package var summarizesEdits = false { didSet { hasSummary = false } }
  var hasSummary = false

  /// The number of questions to clients.
  package private(set) var questions = 0
  /// The number of questions that had no answer in time.
  package private(set) var missedAnswers = 0

  /// Writes the nodes of views.
  package let node: NodeWriter
  /// The private window whose records these are; nil for those of the public windows.
  package let stream: String?

  let encoded = EncodedRecords()

  // The line that is being written.
  private var number: UInt64
  private var start = 0
  private var time = Instant(microseconds: .min)

  /// An encoder whose first record has the number after `lastSeq`; without a configuration, a node
  /// is an id and a frame.
  package init(
    lastSeq: UInt64 = 0, node: NodeWriter? = nil, stream: String? = nil
  ) {
    self.stream = stream
    self.node = node ?? RecordEncoder.plainNode
    lines = LineWriter(capacity: 16_384)
    number = lastSeq
  }

  private static func plainNode(of view: View, to writer: LineWriter) {
    writer.member("id", view.id)
    writer.member("frame", view.frame)
  }

  /// Removes the lines, and keeps the capacity and the numbers.
  package func removeAll() {
    lines.removeAll()
    encoded.removeAll()
  }

  /// The bytes of a record's line.
  package func bytes(ofRecord index: Int) -> Range<Int> { encoded.records[index].bytes }

  /// The number of a record. These questions do not copy the record, which would count references.
  package func seq(ofRecord index: Int) -> UInt64 { encoded.records[index].seq }

  /// Whether a newer record of the same thing replaces a record.
  func isPassing(_ index: Int) -> Bool {
    EncodedRecord.isPassing(encoded.records[index].phase, encoded.records[index].type)
  }

  /// Whether a record is one of many: a move, a raw contact, the reason of a gesture that continues.
  func isMove(_ index: Int) -> Bool {
    switch encoded.records[index].type {
    case .raw: true
    case .explain: encoded.records[index].phase == .changed
    default: isPassing(index)
    }
  }

  /// Moves a record to its place in a stream. Call `removeAll` before anything else then.
  package func moveRecord(_ index: Int, to place: inout EncodedRecord) {
    encoded.move(index, to: &place)
  }

  /// Encodes all reports of the outbox, in order.
  package func encode(_ outbox: Outbox) {
    for report in outbox.reports { encode(report, of: outbox) }
  }

  private func encode(_ report: Report, of outbox: Outbox) {
    switch report.kind {
    case .touches(let phase, let responder, let range):
      handled(phase, by: responder, range, report, outbox)
    case .added(let view): added(view, report)
    case .removed(let view): removed(view, report)
    case .moved(let view): moved(view, report)
    case .changed(let view): changed(view, report)
    case .contacts(let device, let range): raw(device, outbox.contacts[range], report)
    case .unhandled(let phase, let responder, let range):
      unhandled(phase, responder, range, report, outbox)
    case .press(let phase, let responder, let press):
      self.press(phase, responder, press, type: .presses, report)
    case .unhandledPress(let phase, let responder, let press):
      self.press(phase, responder, press, type: .unhandled, report)
    case .motion(let phase, let responder): motion(phase, responder, report)
    case .remoteControl(let subtype, let responder): remoteControl(subtype, responder, report)
    case .action(let recognizer, let state, let index):
      gesture(recognizer, state, outbox.gestures[index], nil, report, outbox)
    case .failure(let recognizer, let reason, let index):
      gesture(recognizer, .failed, outbox.gestures[index], reason, report, outbox)
    case .control(let control, let event, let touches, let value, let isHighlighted):
      self.control(control, event, touches, value, isHighlighted, report, outbox)
    case .lost(let control, let touches): lost(touches, by: control, report, outbox)
    case .performed(let action, let responder, let sender):
      performed(action, responder, sender, report)
    case .scrolled(let view, let phase, let offset, let zoom, let target):
      scrolled(view, phase, offset, zoom, target, report)
    case .firstResponder(let candidate, let accepted, let now, let zone):
      firstResponder(candidate, accepted, now, zone, report)
    case .focused(let responder, let isExplored, let zone):
      focused(responder, isExplored, zone, report)
    case .feedback(let view, let feedback): self.feedback(feedback, view, report)
    case .asksOutside(let number, let question, let recognizer, let touch):
      questions += 1
      asks(number, question, recognizer, touch, report)
    case .asksForLanding(let number, let landing):
      questions += 1
      asks(number, landing, report)
    case .answerMissing(let number, let recognizer, let answer):
      missedAnswers += 1
      answerMissing(number, recognizer, answer, report)
    case .hitTest, .pointInside, .recognizerTouches, .recognizerPress, .reset, .proposed, .tracking:
      if includesCalls { explain(report, of: outbox) }
    // They are parts of the trace of `landed` and `missed`.
    case .answered, .passedOver: break
    case .landed: if includesHits { explain(report, of: outbox) }
    case .asked(let question, let answer):
      // An answer that changes nothing is explained only on demand.
      if includesCalls || answer != question.usualAnswer { explain(report, of: outbox) }
    case .canBecomeFirstResponder, .canResignFirstResponder, .transition, .waits, .holds,
      .released, .refused, .untracked, .lifted, .missed, .dropped, .stuck, .cycle:
      explain(report, of: outbox)
    }
  }

  /// A key that all records of the same touches, recognizer or view share, and no other record has.
  func key(ofRecord index: Int) -> UInt64 { key(of: encoded.records[index]) }

  private func key(of record: borrowing EncodedRecord) -> UInt64 {
    var key = UInt64(record.type.rawValue) &+ 1
    func mix(_ value: UInt64) {
      key = (key ^ value) &* 0x9E37_79B9_7F4A_7C15
      key ^= key >> 29
    }
    switch record.type.declaration.subject {
    case .recognizer: mix(address(record.recognizer))
    case .touchesOfResponder:
      mix(address(record.responder))
      for index in record.touches { mix(UInt64(bitPattern: Int64(touches[index]))) }
    case .touchesOfDevice:
      mix(address(record.responder))
      mix(address(record.device))
      for index in record.touches { mix(UInt64(bitPattern: Int64(touches[index]))) }
    }
    return key
  }

  private func address(_ object: AnyObject?) -> UInt64 {
    object.map { UInt64(UInt(bitPattern: ObjectIdentifier($0))) } ?? 0
  }

  /// The outbox categories that records of these types need.
  package func categories(for types: RecordTypes) -> Outbox.Categories {
    var answer = Outbox.Categories.standard
    if includesDetail { answer.insert(.predictions) } else { answer.remove(.detail) }
    for type in RecordType.allCases where types.contains(RecordTypes(type)) {
      answer.formUnion(type.needs)
    }
    guard types.contains(RecordTypes(.explain)) else { return answer }
    if includesCalls { answer.formUnion(.all) }
    if includesHits { answer.insert(.hitTest) }
    return answer
  }

  // MARK: Beginning and ending a line

  /// Begins a record with the members of every line: number, time, frame and type. A frame that
  /// arrives late is handled with its own time; its records have at least the time of the record
  /// before.
  func begin(_ type: RecordType, at moment: Instant, frame: UInt64?) {
    if type.declaration.isNumbered { number += 1 }
    start = lines.count
    time = max(time, moment)
    lines.beginObject()
    lines.member("seq", number)
    if let stream { lines.member("stream", stream) }
    lines.key("t")
    lines.seconds(microseconds: time.microseconds)
    if let frame { lines.member("frame", frame) }
    lines.member("type", word: type.word)
  }

  /// Ends the record of a report.
  func end(
    _ type: RecordType, of report: Report, phase: RecordPhase? = nil,
    exactPhase: ExactPhase? = nil, responder: Responder? = nil,
    recognizer: GestureRecognizer? = nil, device: Device? = nil, touches: Range<Int> = 0..<0
  ) {
    end(
      type, phase: phase, exactPhase: exactPhase, at: report.path, responder: responder,
      recognizer: recognizer, device: device, touches: touches,
      actor: type.declaration.callsForAction ? report.actor : nil)
  }

  /// Ends the record, and stores its subject.
  func end(
    _ type: RecordType, phase: RecordPhase? = nil, exactPhase: ExactPhase? = nil,
    at path: ViewPath? = nil, from formerPath: ViewPath? = nil, responder: Responder? = nil,
    recognizer: GestureRecognizer? = nil, device: Device? = nil, touches: Range<Int> = 0..<0,
    actor: String? = nil
  ) {
    endLine(for: actor)
    encoded.append(
      record(
        type, phase: phase, exactPhase: exactPhase, at: path, from: formerPath,
        responder: responder, recognizer: recognizer, device: device, touches: touches,
        actor: actor))
  }

  /// The record of the line that has just been written.
  func record(
    _ type: RecordType, phase: RecordPhase?, exactPhase: ExactPhase? = nil, at path: ViewPath?,
    from formerPath: ViewPath? = nil, responder: Responder? = nil,
    recognizer: GestureRecognizer? = nil, device: Device?, touches: Range<Int> = 0..<0,
    actor: String?
  ) -> EncodedRecord {
    EncodedRecord(
      seq: number, time: time, bytes: start..<lines.count, type: type, phase: phase,
      exactPhase: exactPhase, path: path, formerPath: formerPath, responder: responder,
      recognizer: recognizer, device: device, touches: touches, actor: actor)
  }

  /// Writes the modifier keys that were held, if there were any.
  func modifiers(_ report: Report) {
    let flags = report.modifierFlags
    if !flags.isEmpty { lines.member("modifierFlags", flags.names) }
  }

  /// Writes a list of touch numbers.
  func list(_ range: Range<Int>, of outbox: Outbox) -> Range<Int> {
    let first = encoded.touches.count
    lines.raw(",\"touches\":[")
    for index in range {
      let touch = outbox.touches[index].touch
      encoded.append(touch: touch)
      if index > range.lowerBound { lines.byte(0x2C) }
      lines.integer(touch)
    }
    lines.endArray()
    return first..<encoded.touches.count
  }

  /// Writes a list of touch numbers.
  func list(_ live: ContiguousArray<Touch>) -> Range<Int> {
    let first = encoded.touches.count
    lines.key("touches")
    lines.beginArray()
    for touch in live {
      encoded.append(touch: touch.id)
      lines.element(touch.id)
    }
    lines.endArray()
    return first..<encoded.touches.count
  }
}
