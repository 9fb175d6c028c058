// The queue of messages that wait for the broker.

import Protocol
import Testing

@testable import responder_mqtt

@Suite("The queue of messages")
struct OutgoingQueueTests {
  private func message(
    _ name: String, _ kind: OutgoingMessage.Kind = .event, bytes: Int = 10
  ) -> OutgoingMessage {
    OutgoingMessage(
      topic: name, payload: ContiguousArray(repeating: 0x61, count: bytes), kind: kind, qos: 0)
  }

  private func drain(_ queue: inout OutgoingQueue) -> [String] {
    var topics: [String] = []
    while let message = queue.popFirst(now: 0) { topics.append(message.topic) }
    return topics
  }

  @Test("Messages of both kinds leave in the order in which they came")
  func order() {
    var queue = OutgoingQueue(QueueSettings())
    for (name, kind) in [("a", .event), ("b", .move), ("c", .move), ("d", .event)]
      as [(String, OutgoingMessage.Kind)]
    { queue.append(message(name, kind)) }
    #expect(drain(&queue) == ["a", "b", "c", "d"])
    #expect(queue.bytes == 0)
    #expect(queue.droppedMoves == 0 && queue.droppedEvents == 0)
  }

  @Test("A full queue drops the oldest move, and an event only without moves")
  func bounds() {
    var queue = OutgoingQueue(QueueSettings(messages: 3))
    for (name, kind) in [("a", .event), ("b", .move), ("c", .move), ("d", .event), ("e", .event)]
      as [(String, OutgoingMessage.Kind)]
    { queue.append(message(name, kind)) }
    #expect(queue.droppedMoves == 2 && queue.droppedEvents == 0)
    queue.append(message("f", .move))
    #expect(queue.droppedMoves == 3 && queue.droppedEvents == 0)
    queue.append(message("g"))
    #expect(queue.droppedMoves == 3 && queue.droppedEvents == 1)
    #expect(drain(&queue) == ["d", "e", "g"])
  }

  @Test("The bound on bytes counts topics and payloads")
  func bytes() {
    var queue = OutgoingQueue(QueueSettings(bytes: 100))
    queue.append(message("a", bytes: 49))
    queue.append(message("b", bytes: 49))
    #expect(queue.bytes == 100)
    queue.append(message("c", bytes: 9))
    #expect(drain(&queue) == ["b", "c"])
    queue.append(message("d", bytes: 200))
    #expect(queue.count == 0 && queue.bytes == 0 && queue.droppedEvents == 2)
  }

  @Test("Messages that are put back come before all others, in their order")
  func putBack() {
    var queue = OutgoingQueue(QueueSettings())
    for name in ["a", "b", "c"] { queue.append(message(name)) }
    let taken = [queue.popFirst(now: 0), queue.popFirst(now: 0)].compactMap { $0 }
    queue.append(message("d", .move))
    queue.putBack(taken)
    #expect(queue.count == 4)
    #expect(drain(&queue) == ["a", "b", "c", "d"])
  }

  private func record(
    _ text: String, expires: Int64, type: RecordType
  ) throws -> OutgoingMessage {
    var message = OutgoingMessage(
      topic: "t", payload: ContiguousArray(text.utf8), kind: .event, qos: 1)
    message.expires = expires
    message.life = .init(of: try JSON(parsing: Array(text.utf8)), type)
    return message
  }

  @Test(
    "What is too old is counted and not sent; what its readers saw begin ends as cancelled",
    arguments: [
      (
        RecordType.gesture, #"{"recognizer":"r","state":"began"}"#,
        #"{"recognizer":"r","state":"changed"}"#, #"{"recognizer":"r","state":"ended"}"#,
        #"{"recognizer":"r","state":"cancelled"}"#
      ),
      (
        .touches, #"{"phase":"began","touches":[{"id":1},{"id":2}]}"#,
        #"{"phase":"moved","touches":[{"id":1}]}"#, #"{"phase":"ended","touches":[{"id":2}]}"#,
        #"{"phase":"cancelled","touches":[{"id":2}]}"#
      ),
      (
        .presses, #"{"phase":"began","presses":[{"id":1}]}"#,
        #"{"phase":"changed","presses":[{"id":1}]}"#, #"{"phase":"ended","presses":[{"id":1}]}"#,
        #"{"phase":"cancelled","presses":[{"id":1}]}"#
      ),
      (
        .control, #"{"control":"c","event":"touchDown"}"#,
        #"{"control":"c","event":"touchDragInside"}"#,
        #"{"control":"c","event":"touchUpInside","value":1}"#,
        #"{"control":"c","event":"touchCancel","value":1}"#
      ),
    ])
  func age(
    type: RecordType, begins: String, goes: String, ends: String, cancels: String
  ) throws {
    var queue = OutgoingQueue(QueueSettings())
    func texts(_ now: Int64) -> [String] {
      var found: [String] = []
      while let message = queue.popFirst(now: now) {
        found.append(String(decoding: message.payload, as: UTF8.self))
      }
      return found
    }
    let all = try [begins, goes, ends].map { try record($0, expires: 100, type: type) }
    for message in all { queue.append(message) }
    #expect(texts(99) == [begins, goes, ends] && queue.expired == 0)
    for message in all { queue.append(message) }
    #expect(texts(100) == [] && queue.expired == 3)
    queue.append(all[0])
    #expect(texts(99) == [begins])
    for message in all[1...] { queue.append(message) }
    #expect(texts(100) == [cancels] && queue.expired == 5)
    // It has ended, and is not ended again.
    queue.append(all[2])
    #expect(texts(100) == [] && queue.bytes == 0)
    // The end itself is not too old where its message is sent once more.
    queue.append(all[0])
    #expect(texts(99) == [begins])
    queue.append(all[2])
    let end = queue.popFirst(now: 100)
    queue.putBack([try #require(end)])
    #expect(texts(.max) == [cancels])
  }

  @Test("Random use agrees with a plain list", arguments: 0..<20)
  func random(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let limit = Int.random(in: 1...40, using: &generator)
    var queue = OutgoingQueue(QueueSettings(messages: limit))
    var model: [(name: String, isMove: Bool)] = []
    for step in 0..<2_000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<6:
        let isMove = Bool.random(using: &generator)
        queue.append(message("\(step)", isMove ? .move : .event))
        model.append(("\(step)", isMove))
        while model.count > limit { model.remove(at: model.firstIndex { $0.isMove } ?? 0) }
      case 6..<9:
        #expect(queue.popFirst(now: 0)?.topic == (model.isEmpty ? nil : model.removeFirst().name))
      default:
        let taken = (0..<3).compactMap { _ in queue.popFirst(now: 0) }
        queue.putBack(taken)
      }
      #expect(queue.count == model.count)
    }
    #expect(drain(&queue) == model.map(\.name))
  }
}

/// A generator whose numbers depend on its seed only.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
