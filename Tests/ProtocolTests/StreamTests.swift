// Readers of a stream: on time, late, with a rate, coming back. None misses what it must read.

import ResponderKit
import Testing

@testable import Protocol
@testable import Records

@Suite struct `Streams` {
  /// A small generator, so that a failing case can be found again by its seed.
  private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func below(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 11) % bound
    }
  }

  /// A record of a story, as its line says.
  private struct Told: Equatable {
    var seq: Int
    var finger: Int
    var phase: String
    var leftOut: Int

    init(_ line: ContiguousArray<UInt8>) throws {
      let json = try JSON(parsing: Array(line))
      seq = json["seq"]?.int ?? 0
      finger = json["touches"]?.elements?.first?["id"]?.int ?? 0
      phase = json["phase"]?.string ?? json["type"]?.string ?? ""
      leftOut = json["coalesced"]?.int ?? 0
    }

    var isMove: Bool { phase == "moved" }
  }

  /// Some fingers on one view that come, move and go at random.
  private final class Story {
    let stream: RecordStream
    private let application = Application()
    private let encoder = RecordEncoder()
    private let device: Device
    private var dice: Dice
    private var down: Set<Int> = []
    private(set) var time: Int64 = 0
    /// All that was written.
    private(set) var all: [Told] = []

    init(_ seed: UInt64, limit: Int = 4096) {
      dice = Dice(seed: seed)
      stream = RecordStream(limit: limit)
      let screen = Screen(id: "panel", size: Size(width: 800, height: 480))
      device = Device(name: "pad", kind: .touchscreen, screen: screen)
      let window = Window(
        id: "main", frame: Rect(x: 0, y: 0, width: 800, height: 480), screen: screen)
      window.handles = .touches
      window.isMultipleTouchEnabled = true
      application.show(window)
      application.outbox.wants = encoder.categories(for: [])
    }

    func below(_ count: Int) -> Int { dice.below(count) }

    func press(_ finger: Int) throws { try feed(finger, .down) }

    func move(_ finger: Int) throws { try feed(finger, .move) }

    private func feed(_ finger: Int, _ change: Contact.Change) throws {
      add(finger, change)
      try end()
    }

    private func add(_ finger: Int, _ change: Contact.Change) {
      let place = Point(x: Double(40 + dice.below(150)), y: Double(dice.below(300)))
      var frame = Frame(time: Instant(microseconds: time), device: device)
      frame.contacts = [Contact(id: finger, change: change, position: place)]
      application.feed(frame)
      encoder.encode(application.outbox)
      application.outbox.removeAll()
    }

    func turn() throws {
      for _ in 0...dice.below(3) {
        time += Int64(1_000 + dice.below(20) * 1_000)
        let finger = dice.below(4)
        let change: Contact.Change =
          !down.contains(finger) ? .down : dice.below(8) == 0 ? .up : .move
        if change == .up { down.remove(finger) } else { down.insert(finger) }
        add(finger, change)
      }
      try end()
    }

    private func end() throws {
      for record in encoder.records {
        var line: ContiguousArray<UInt8> = []
        encoder.lines.copy(record.bytes, to: &line)
        all.append(try Told(line))
      }
      stream.append(encoder)
    }

    func subscribe(_ change: (inout Filter) -> Void = { _ in }, since: UInt64? = nil)
      -> Subscription
    {
      var filter = Filter()
      filter.types = RecordTypes([.touches])
      change(&filter)
      return Subscription(
        id: 1, filter: filter, to: stream, for: ActorNames(), from: since.map(stream.place(after:)))
    }

    func read(_ subscription: Subscription, at time: Int64? = nil) throws -> [Told] {
      var told: [Told] = []
      subscription.beginRound(at: time ?? self.time)
      while let record = subscription.peek(beside: []) {
        var line: ContiguousArray<UInt8> = []
        subscription.read(record, at: time ?? self.time, to: &line)
        told.append(try Told(line))
      }
      return told
    }
  }

  /// What a reader of these records must read who reads them all at once, late.
  private func thinned(_ records: [Told]) -> [Told] {
    var answer: [Told] = []
    var leftOut: [Int: Int] = [:]
    for (index, record) in records.enumerated() {
      let next = records[(index + 1)...].first { $0.finger == record.finger }
      if record.isMove, next?.isMove == true {
        leftOut[record.finger, default: 0] += 1
      } else {
        var record = record
        if record.isMove { record.leftOut = leftOut.removeValue(forKey: record.finger) ?? 0 }
        answer.append(record)
      }
    }
    return answer
  }

  @Test(arguments: 1...20)
  func `who is on time reads all, and who is late the latest of what moves`(seed: UInt64) throws {
    let story = Story(seed)
    let (onTime, late) = (story.subscribe(), story.subscribe())
    var read: [Told] = []
    for _ in 0..<200 {
      try story.turn()
      read += try story.read(onTime)
    }
    #expect(read == story.all)
    // The latest turn is read whole, by who is late as well.
    try story.turn()
    let turn = try story.read(onTime)
    let some = try story.read(late)
    let before = thinned(read + turn)
    #expect(some.filter { !$0.isMove } == before.filter { !$0.isMove })
    #expect(some.count + some.reduce(0) { $0 + $1.leftOut } == story.all.count)
    #expect(some.filter { $0.seq <= read.count }.count <= before.count + 3)
    #expect(some.map(\.seq) == some.map(\.seq).sorted())
    #expect(try story.read(late) == [])
  }

  @Test(arguments: 1...20)
  func `a rate is kept for each finger, and the last place always comes`(seed: UInt64) throws {
    let story = Story(seed)
    let modest = story.subscribe { $0.rate = 10 }
    var read: [(told: Told, time: Int64)] = []
    for _ in 0..<300 {
      let before = story.time
      try story.turn()
      if let due = modest.deadline, due > before, due <= story.time {
        read += try story.read(modest, at: due).map { ($0, due) }
      }
      read += try story.read(modest).map { ($0, story.time) }
    }
    read += try story.read(modest, at: .max).map { ($0, story.time) }
    let told = read.map(\.told)
    #expect(told.filter { !$0.isMove } == story.all.filter { !$0.isMove })
    #expect(told.count + told.reduce(0) { $0 + $1.leftOut } == story.all.count)
    // Moves come early only before another record, which nothing overtakes.
    for finger in 0..<5 {
      var last: Int64?
      for (index, (told, time)) in read.enumerated() {
        guard read[index...].prefix(while: { $0.time == time }).allSatisfy(\.told.isMove) else {
          last = nil
          continue
        }
        guard told.finger == finger else { continue }
        if let last { #expect(time - last >= 100_000, "seed \(seed) at \(time)") }
        last = time
      }
    }
  }

  @Test(arguments: 1...20)
  func `who connects again reads what it has missed, or cannot resume`(seed: UInt64) throws {
    let story = Story(seed, limit: 40)
    for _ in 0..<(20 + story.below(150)) { try story.turn() }
    for since in 0...story.all.count {
      let rest = Array(story.all[since...])
      let others = rest.filter { !$0.isMove }
      guard story.stream.covers(after: UInt64(since), for: Filter()) else {
        #expect(others.count > 40)
        continue
      }
      let read = try story.read(story.subscribe(since: UInt64(since)))
      #expect(read.filter { !$0.isMove } == others)
      #expect(read.map(\.seq) == read.map(\.seq).sorted())
    }
  }

  @Test func `a flood of moves pushes out no tap, and a turn is never cut`() throws {
    let (stream, encoder) = (RecordStream(limit: 100), RecordEncoder())
    let device = Device(name: "pad", kind: .recording, screen: nil)
    var filter = Filter()
    filter.types = RecordTypes([.device, .raw])
    let raw = Subscription(id: 1, filter: filter, to: stream, for: ActorNames())
    filter.types = RecordTypes([.device])
    let plain = Subscription(id: 2, filter: filter, to: stream, for: ActorNames())
    let application = Application()
    application.outbox.wants = encoder.categories(for: RecordTypes([.raw]))
    func contacts(_ count: Int) {
      for step in 0..<count {
        var frame = Frame(time: Instant(microseconds: Int64(step)), device: device)
        let change: Contact.Change = step % 2 == 0 ? .down : .up
        frame.contacts = [Contact(id: 1, change: change, position: Point(x: 1, y: 1))]
        application.feed(frame)
        encoder.encode(application.outbox)
        application.outbox.removeAll()
      }
      stream.append(encoder)
    }
    encoder.device(device, .added, at: .zero)
    contacts(5_000)
    // All of a turn is there for who reads it at its end.
    #expect(!raw.isLost)
    contacts(1)
    #expect(raw.isLost)
    #expect(!plain.isLost)
    plain.beginRound(at: 0)
    #expect(plain.peek(beside: []) != nil)
  }

  @Test func `who misses the place where a finger rests is lost, and no other reader`() throws {
    let story = Story(1, limit: 60)
    let (late, modest) = (
      story.subscribe(), story.subscribe { $0.phases = [RecordPhases(RecordPhase.began)] }
    )
    try story.press(5)
    try story.move(5)
    for _ in 0..<100 { try story.turn() }
    #expect(late.isLost)
    #expect(!modest.isLost)
    #expect(!story.stream.covers(after: 1, for: Filter()))
    late.skipToEnd()
    #expect(!late.isLost)
  }

  @Test(arguments: 1...200)
  func `chosen records are a set`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var (chosen, expected) = (ChosenRecords(), Set<Int>())
    var (first, end) = (0, 0)
    for _ in 0..<300 {
      end += dice.below(dice.below(20) == 0 ? 5_000 : 40)
      if dice.below(3) > 0 {
        chosen.insert(end)
        expected.insert(end)
        end += 1
      }
      if dice.below(5) == 0 {
        first += dice.below(end - first + 1)
        chosen.forget(before: first)
        expected = expected.filter { $0 >= first }
      }
      let from = first + dice.below(end - first + 2)
      #expect(chosen.next(from: from) == expected.filter { $0 >= from }.min())
      #expect(chosen.contains(from) == expected.contains(from))
    }
  }
}
