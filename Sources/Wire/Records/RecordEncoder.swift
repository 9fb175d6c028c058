// The one mapping from what the engine says to the lines that subscribers read.
//
//     encoder.encode(application.outbox)
//     for record in encoder.records where subscription.wants(record, of: encoder) {
//       encoder.lines.copy(record.bytes, to: &queue)
//     }
//     encoder.removeAll()
//     application.outbox.removeAll()
//
// Bytes, records and touch numbers stay valid until `removeAll`, which keeps their room: once it
// has grown, encoding allocates nothing. Daemon and offline replay use the same encoder, so they
// say the same.

package import ResponderKit

/// Turns reports into lines, numbers them, and notes what each is about.
package final class RecordEncoder {
  /// The lines.
  package let lines: LineWriter
  /// What each line is about, in order.
  package var records: ContiguousArray<Record> { book.records }
  /// The touches' numbers that records refer to.
  package var touches: ContiguousArray<Int> { book.touches }
  /// The number of the latest record; 0 before the first.
  package var seq: UInt64 { number }
  /// Whether explanations go down to single calls: hit tests, recognizers' callbacks, tracking.
  package var includesCalls = false
  /// Whether touches carry force, size, angle and distance where their device gives them.
  package var includesDetail = false
  /// Whether views name programs that act on what happens in them.
  package var followsActors = false

  /// How many questions were asked of clients.
  package private(set) var questions = 0
  /// How many of them had no answer in time.
  package private(set) var missedAnswers = 0

  /// Whether there is anything of which not everybody may learn.
  package var hidesAny = false

  var book = RecordBook()
  /// Who may learn of the record that is written, as far as its parts say.
  var noted: Audience = []
  var frames = FrameNumbers()
  var openGestures = OpenGestures()
  var contacts = ContactAudiences()
  private var kinds = RecognizerKinds()
  var number: UInt64
  var start = 0
  var time = Instant(microseconds: .min)

  /// An encoder whose first record has the number after this one.
  package init(lastSeq: UInt64 = 0) {
    lines = LineWriter(capacity: 16_384)
    number = lastSeq
  }

  /// Forgets the lines, and keeps the room and the numbering.
  package func removeAll() {
    lines.removeAll()
    book.removeAll()
  }

  /// Encodes everything that the engine says, in its order.
  package func encode(_ outbox: Outbox) {
    // Moving fingers are most of what is said. Their reports are read where they lie: copies would
    // count responder, device, view and window up and down, which costs more than the line.
    unsafe outbox.reports.withUnsafeBufferPointer { reports in
      unsafe outbox.touches.withUnsafeBufferPointer { touches in
        for index in reports.indices {
          if case .touches(let phase, let responder, let range) = unsafe reports[index].kind {
            unsafe taken(
              phase, by: responder, touches, range, at: reports[index].time,
              frame: reports[index].frame)
          } else {
            unsafe encode(reports[index], of: outbox)
          }
        }
      }
    }
  }

  private func encode(_ report: Report, of outbox: Outbox) {
    switch report.kind {
    case .touches(let phase, let responder, let range):
      unsafe outbox.touches.withUnsafeBufferPointer { touches in
        unsafe taken(phase, by: responder, touches, range, at: report.time, frame: report.frame)
      }
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
    case .control(let control, let event, let touches, let value):
      if event == .touchCancel { endTouches(touches, of: control, report, outbox) }
      self.control(control, event, touches, value, report, outbox)
    case .performed(let action, let responder, let sender):
      performed(action, responder, sender, report)
    case .scrolled(let view, let phase, let offset, let zoom):
      scrolled(view, phase, offset, zoom, report)
    case .firstResponder(let candidate, let accepted, let now):
      firstResponder(candidate, accepted, now, report)
    case .asksOutside(let number, let question, let recognizer, let touch):
      questions += 1
      asks(number, question, recognizer, touch, report)
    case .answerMissing(let number, let recognizer, let answer):
      missedAnswers += 1
      answerMissing(number, recognizer, answer, report)
    case .hitTest, .pointInside, .recognizerTouches, .recognizerPress, .reset, .proposed, .tracking:
      if includesCalls { explain(report, of: outbox) }
    case .asked(let question, let answer):
      // An answer as usual decides nothing.
      if includesCalls || answer != question.usualAnswer { explain(report, of: outbox) }
    case .canBecomeFirstResponder, .canResignFirstResponder, .transition, .waits, .holds,
      .released, .refused, .missed, .stuck, .cycle:
      explain(report, of: outbox)
    }
  }

  /// The same number for all records of the same touches, recognizer or view, and no other's.
  ///
  /// Of passing records with the same number the newest is enough.
  package func key(of record: Record) -> UInt64 {
    var key = UInt64(record.type.rawValue) &+ 1
    func mix(_ value: UInt64) {
      key = (key ^ value) &* 0x9E37_79B9_7F4A_7C15
      key ^= key >> 29
    }
    switch record.type {
    case .gesture, .explain: mix(address(record.recognizer))
    case .touches, .unhandled:
      mix(address(record.responder))
      for index in record.touches { mix(UInt64(bitPattern: Int64(touches[index]))) }
    case .scroll, .control, .action, .presses, .motion, .remoteControl, .firstResponder, .edit,
      .activity, .device, .question, .raw:
      mix(address(record.view ?? record.responder))
      mix(address(record.device))
      for index in record.touches { mix(UInt64(bitPattern: Int64(touches[index]))) }
    }
    return key
  }

  private func address(_ object: AnyObject?) -> UInt64 {
    object.map { UInt64(UInt(bitPattern: ObjectIdentifier($0))) } ?? 0
  }

  /// What the engine must be asked to say, so that records of these kinds can be made.
  package func categories(for types: RecordTypes) -> Outbox.Categories {
    var answer = Outbox.Categories.standard
    if types.contains(RecordTypes(.explain)) {
      answer.formUnion([.explain, .questions])
      if includesCalls { answer = .all }
    }
    return answer
  }

  // MARK: Beginning and ending a line

  /// Begins a record: number, time, frame and kind, which come first in every line. A frame that
  /// arrives late is judged by its own time; its records show no time before the record in front.
  func begin(_ type: RecordType, at moment: Instant, frame: UInt64?) {
    number += 1
    start = lines.count
    time = max(time, moment)
    var pen = lines.pen(room: 160)
    pen.raw("{\"seq\":")
    pen.unsigned(number)
    pen.raw(",\"t\":")
    pen.seconds(microseconds: time.microseconds)
    if let frame {
      if hidesAny {
        // Which number it shows depends on who may learn of it, which is known at the end.
        lines.put(pen)
        frames.open(frame, at: lines.count)
        pen = lines.pen(room: 32)
      } else {
        frames.note(frame, isRaw: type == .raw)
        pen.raw(",\"frame\":")
        pen.unsigned(frame)
      }
    }
    pen.raw(",\"type\":\"")
    pen.raw(type.word)
    pen.byte(0x22)
    lines.put(pen)
  }

  /// Ends the record, and notes what it is about.
  func end(
    _ type: RecordType, phase: RecordPhase? = nil, exactPhase: ExactPhase? = nil,
    view: View? = nil, responder: Responder? = nil, recognizer: GestureRecognizer? = nil,
    device: Device? = nil, touches: Range<Int> = 0..<0, audience: Audience? = nil,
    hiddenFrom: Audience = []
  ) {
    let (placedAt, view) = place(type, phase, view, recognizer, touches)
    let actor = type.callsForAction ? actor(of: responder, in: view, asOf: placedAt) : nil
    endLine(for: actor)
    var whole: Audience = []
    if hidesAny {
      whole = audience ?? self.audience(of: view, responder, recognizer)
      frames.close(for: whole, isRaw: type == .raw, in: lines)
    }
    noted = []
    book.records.append(
      Record(
        seq: number, time: time, bytes: start..<lines.count, type: type, phase: phase,
        exactPhase: exactPhase, view: view, responder: responder, recognizer: recognizer,
        device: device, touches: touches,
        placedAt: placedAt, actor: actor, audience: whole, hiddenFrom: hiddenFrom))
  }

  // When and where what the record tells of began.
  private func place(
    _ type: RecordType, _ phase: RecordPhase?, _ view: View?, _ recognizer: GestureRecognizer?,
    _ touches: Range<Int>
  ) -> (UInt64, View?) {
    switch type {
    case .gesture:
      guard let recognizer else { return (number, view) }
      return book.beginnings.take(recognizer, phase, seq: number)
    case .control:
      let first = touches.first.map { book.touches[$0] }
      return (first.map { book.beginning(of: $0, in: number) } ?? number, view)
    case .touches, .unhandled, .action, .presses, .motion, .remoteControl, .scroll, .firstResponder,
      .edit, .activity, .device, .question, .explain, .raw:
      return (number, view)
    }
  }

  /// Notes and writes a list of touches' numbers.
  func list(_ range: Range<Int>, of outbox: Outbox) -> Range<Int> {
    let first = book.touches.count
    lines.raw(",\"touches\":[")
    for index in range {
      let touch = outbox.touches[index].touch
      noted.formUnion(outbox.touches[index].audience)
      book.touches.append(touch)
      if index > range.lowerBound { lines.byte(0x2C) }
      lines.integer(touch)
    }
    lines.endArray()
    return first..<book.touches.count
  }

  /// Notes and writes a list of touches' numbers.
  func list(_ live: ContiguousArray<Touch>) -> Range<Int> {
    let first = book.touches.count
    lines.key("touches")
    lines.beginArray()
    for touch in live {
      noted.formUnion(touch.audience)
      book.touches.append(touch.id)
      lines.element(touch.id)
    }
    lines.endArray()
    return first..<book.touches.count
  }

  // MARK: Recognizers

  private func gesture(
    _ recognizer: GestureRecognizer, _ state: GestureRecognizer.State, _ gesture: GestureReport,
    _ reason: Reason?, _ report: Report, _ outbox: Outbox
  ) {
    let phase = RecordPhase(state)
    if hidesAny { follow(recognizer, phase, gesture, report, outbox) }
    begin(.gesture, at: report.time, frame: report.frame)
    lines.raw(",\"recognizer\":")
    lines.string(recognizer.id)
    lines.raw(",\"kind\":\"")
    lines.raw(kinds.word(of: recognizer))
    lines.raw("\",\"state\":\"")
    lines.raw(state.recordWord)
    lines.byte(0x22)
    if let view = gesture.view {
      lines.raw(",\"view\":")
      lines.string(view.id)
    }
    if let location = gesture.location {
      lines.raw(",\"x\":")
      lines.coordinate(location.x)
      lines.raw(",\"y\":")
      lines.coordinate(location.y)
    }
    let touches = list(gesture.touches, of: outbox)
    if !gesture.touches.isEmpty {
      lines.raw(",\"numberOfTouches\":")
      lines.integer(gesture.numberOfTouches)
    }
    if !gesture.presses.isEmpty { list(gesture.presses) }
    noted.formUnion(gesture.audience)
    lines.measure(gesture.measure)
    if let reason {
      noted.formUnion(audience(of: reason))
      lines.member("reason", reason.description)
      lines.member("rule", reason.rule)
    }
    end(
      .gesture, phase: phase, view: gesture.view, recognizer: recognizer,
      device: gesture.touches.first.map { outbox.touches[$0].device }, touches: touches)
  }
}
