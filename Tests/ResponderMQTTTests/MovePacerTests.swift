// How often moves are published.

import Protocol
import Testing

@testable import responder_mqtt

@Suite("The pace of moves")
struct MovePacerTests {
  private func record(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

  private func move(_ view: String, touch: Int, seq: Int, t: String) throws -> JSON {
    try record(
      "{\"seq\":\(seq),\"t\":\(t),\"type\":\"touches\",\"phase\":\"moved\",\"view\":\"\(view)\","
        + "\"touches\":[{\"id\":\(touch),\"x\":1}]}")
  }

  private func message(_ name: String, of record: JSON) -> OutgoingMessage {
    OutgoingMessage(
      topic: record["view"]?.string ?? "", payload: ContiguousArray(name.utf8), kind: .move, qos: 0)
  }

  private func names(_ messages: [OutgoingMessage]) -> [String] {
    messages.map { String(decoding: $0.payload, as: UTF8.self) }
  }

  @Test("The latest move of each touch waits until it is due, or until an event")
  func waiting() throws {
    let pacer = MovePacer(rate: 10)
    func admits(_ name: String, _ record: JSON, _ now: Int64) -> Bool {
      pacer.admits(message(name, of: record), of: record, now: now)
    }
    #expect(admits("a1", try move("a", touch: 1, seq: 1, t: "0.0"), 0))
    #expect(admits("a2", try move("a", touch: 2, seq: 2, t: "0.0"), 0))
    #expect(!admits("a1 later", try move("a", touch: 1, seq: 3, t: "0.01"), 10_000))
    #expect(!admits("a1 last", try move("a", touch: 1, seq: 4, t: "0.02"), 20_000))
    #expect(!admits("a2 last", try move("a", touch: 2, seq: 5, t: "0.03"), 30_000))
    #expect(pacer.deadline == 100_000)
    #expect(names(pacer.release(until: 99_999)) == [])
    #expect(names(pacer.release(until: 100_000)) == ["a1 last", "a2 last"])
    #expect(pacer.deadline == nil)
    #expect(!admits("a1 again", try move("a", touch: 1, seq: 6, t: "0.11"), 110_000))
    #expect(names(pacer.release(until: nil)) == ["a1 again"])
    #expect(names(pacer.release(until: nil)) == [])
  }

  @Test("Moves that arrive together are as far apart as they were")
  func late() throws {
    let pacer = MovePacer(rate: 10)
    for (seq, t) in [(1, "1.0"), (2, "1.2"), (3, "1.4")] {
      let record = try move("a", touch: 1, seq: seq, t: t)
      #expect(pacer.admits(message("\(seq)", of: record), of: record, now: 9_000_000))
    }
    // A device with a future time in its record must not stop its moves.
    let early = try move("a", touch: 1, seq: 4, t: "99999.0")
    #expect(pacer.admits(message("4", of: early), of: early, now: 9_100_000))
    let next = try move("a", touch: 1, seq: 5, t: "9.3")
    #expect(pacer.admits(message("5", of: next), of: next, now: 9_300_000))
  }

  @Test(
    "Of moves the newest is enough, of nothing else",
    arguments: [
      (#"{"type":"touches","phase":"moved"}"#, true),
      (#"{"type":"touches","phase":"ended"}"#, false),
      (#"{"type":"gesture","state":"changed"}"#, true),
      (#"{"type":"gesture","state":"began"}"#, false),
      (#"{"type":"explain","from":"changed","to":"changed"}"#, true),
      (#"{"type":"explain","from":"changed","to":"ended"}"#, false),
      (#"{"type":"explain","event":"waits"}"#, false),
      (#"{"type":"raw","contacts":[{"id":1,"change":"move"}]}"#, true),
      (#"{"type":"raw","contacts":[{"id":1,"change":"move"},{"id":2,"change":"up"}]}"#, false),
      (#"{"type":"scroll","phase":"changed"}"#, true), (#"{"type":"edit","event":"moved"}"#, false),
    ])
  func kinds(text: String, isMove: Bool) throws {
    #expect(MovePacer.isMove(try record(text)) == isMove)
  }
}
