// Which records a subscription gets.

import Protocol
import Records
import ResponderKit
import Testing

@Suite struct `Subscriptions` {
  let panel = Panel()

  /// Plays a pan on red and a press of the button, and names what the filter lets through.
  private func seen(_ change: (inout Filter) -> Void) -> [String] {
    var filter = Filter()
    change(&filter)
    let subscription = RecordMatcher(filter)
    var answer: [String] = []
    func collect() {
      for record in panel.encoder.records where subscription.wants(record) {
        let who = record.recognizer?.id ?? record.responder?.id ?? record.path?.id ?? "-"
        let phase = record.phase.map { " \($0.word)" } ?? ""
        answer.append("\(record.type.word) \(who)\(phase)")
      }
    }
    let script: [(Int64, Contact.Change, Double, Double, Int)] = [
      (0, .down, 100, 60, 0), (50, .move, 112, 60, 0), (60, .move, 120, 60, 0),
      (70, .move, 130, 60, 0), (80, .up, 130, 60, 0), (500, .down, 250, 30, 1),
      (600, .up, 250, 30, 1),
    ]
    for (time, change, x, y, id) in script {
      panel.feed(time, change, x, y, id: id)
      collect()
    }
    return answer
  }

  @Test func `without filters everything of the standard kinds comes`() {
    #expect(
      seen { _ in } == [
        "touches red began", "gesture red.pan began", "touches red cancelled",
        "gesture red.pan changed", "gesture red.pan changed", "gesture red.pan ended",
        "touches ok began", "control ok", "touches ok ended", "control ok", "control ok",
      ])
  }

  @Test func `types and phases filter the records that have them`() {
    #expect(
      seen { $0.types = RecordTypes([.control]) } == ["control ok", "control ok", "control ok"])
    #expect(
      seen {
        $0.types = RecordTypes([.touches, .gesture])
        $0.phases = [RecordPhases(RecordPhase.began), RecordPhases(RecordPhase.ended)]
      } == [
        "touches red began", "gesture red.pan began", "gesture red.pan ended", "touches ok began",
        "touches ok ended",
      ])
  }

  @Test func `an activity passes a filter of phases, unless the filter names what it can report`() {
    func passes(_ phases: RecordPhases) -> [Bool] {
      var filter = Filter()
      filter.phases = phases
      let subscription = RecordMatcher(filter)
      return [true, false].map { isIdle in
        panel.encoder.removeAll()
        let now = Instant(seconds: 9)
        panel.encoder.activity(isIdle: isIdle, since: now, at: now)
        return panel.encoder.records.count == 1
          && subscription.wants(panel.encoder.records[0])
      }
    }
    #expect(passes(.all) == [true, true])
    #expect(passes([RecordPhases(RecordPhase.began)]) == [true, true])
    #expect(passes([RecordPhases(ExactPhase.idle)]) == [true, false])
    #expect(passes([RecordPhases(ExactPhase.active)]) == [false, true])
    #expect(passes([RecordPhases(ExactPhase.settled)]) == [true, true])
    #expect(RecordPhases(word: "settled") == RecordPhases(ExactPhase.settled))
    #expect(RecordPhases(word: "over") == nil)
  }

  @Test func `views come with everything below them`() {
    #expect(
      seen { $0.views = ["ok"] } == [
        "touches ok began", "control ok", "touches ok ended", "control ok", "control ok",
      ])
    #expect(seen { $0.views = ["home.view"] }.count == 11)
    #expect(seen { $0.views = ["nowhere"] } == [])
  }

  @Test func `recognizers and devices filter only what has them`() {
    #expect(
      seen { $0.recognizers = ["other"] } == [
        "touches red began", "touches red cancelled", "touches ok began", "control ok",
        "touches ok ended", "control ok", "control ok",
      ])
    #expect(seen { $0.devices = ["other"] } == [])
    #expect(seen { $0.devices = ["goodix", "other"] }.count == 11)
  }

  /// The states of a drag of eleven moves, 5 ms apart, as one reads them who wants so many a second.
  private func drag(rate: Double?) throws -> [String] {
    let panel = Panel()
    let session = Session(panel.application)
    var filter = Filter()
    filter.types = RecordTypes([.gesture])
    filter.rate = rate
    let reader = SessionReader(filter, of: session)
    var lines: [String] = []
    let take = { (line: ContiguousArray<UInt8>) in
      lines.append(String(decoding: line, as: UTF8.self))
    }
    for step in 0...12 {
      var frame = Frame(time: Instant(microseconds: Int64(step) * 5_000), device: panel.device)
      let change: Contact.Change = step == 0 ? .down : step == 12 ? .up : .move
      frame.contacts = [
        Contact(
          id: 0, change: change, position: Point(x: 100 + Double(min(step, 11)) * 12, y: 60))
      ]
      reader.readHeld(until: frame.time, take)
      session.feed(frame)
      reader.read(session, take)
    }
    reader.readHeld(until: nil, take)
    return try lines.map { line in
      let json = try JSON(parsing: line)
      let coalesced = json["coalesced"].map { " for \($0.kind)" } ?? ""
      return "\(json["state"]?.string ?? "") \(json["seq"]?.kind ?? "")\(coalesced)"
    }
  }

  @Test func `a rate thins out what passes, holds the last, and never what begins or ends`() throws
  {
    let all = try drag(rate: nil)
    #expect(all.count == 12)
    #expect(try drag(rate: 1_000_000) == all)
    // Changes come at 10, 15 … 55 ms; one goes, the latest of seven at 50 ms, and the last with the end.
    #expect(
      try drag(rate: 25) == [
        "began 2", "changed 4", "changed 11 for 6", "changed 13 for 1", "ended 14",
      ])
  }

  @Test func `who saw a touch begin sees it end, though its view is gone`() {
    var filter = Filter()
    filter.views = ["red"]
    let subscription = RecordMatcher(filter)
    panel.feed(0, .down, 100, 60)
    #expect(panel.encoder.records.map { subscription.wants($0) } == [true])
    panel.application.perform(at: Instant(microseconds: 5_123_010_000)) {
      panel.red.removeFromSuperview()
    }
    _ = panel.drain()
    let cancelled = panel.encoder.records.filter { $0.phase == .cancelled }
    #expect(!cancelled.isEmpty)
    #expect(cancelled.allSatisfy { subscription.wants($0) })
  }
}
