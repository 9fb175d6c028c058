// The queue of messages that wait for the broker.

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
    while let message = queue.popFirst() { topics.append(message.topic) }
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
    let taken = [queue.popFirst(), queue.popFirst()].compactMap { $0 }
    queue.append(message("d", .move))
    queue.putBack(taken)
    #expect(queue.count == 4)
    #expect(drain(&queue) == ["a", "b", "c", "d"])
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
        #expect(queue.popFirst()?.topic == (model.isEmpty ? nil : model.removeFirst().name))
      default:
        let taken = (0..<3).compactMap { _ in queue.popFirst() }
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
