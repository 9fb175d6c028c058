// Frames of others, good and bad.

import Testing

@testable import responder_tuio

@Suite("Frames of trackers")
struct TUIOReaderTests {
  typealias Change = TUIOReader.Change
  typealias Place = TUIOReader.Place

  private func cursor(_ arguments: OSCArgument...) -> OSCMessage {
    OSCMessage("/tuio/2Dcur", arguments)
  }

  private func frame(
    _ number: Int32, _ alive: [Int32], _ places: [Int32: (Double, Double)] = [:],
    source: String? = nil
  ) -> [OSCMessage] {
    var messages: [OSCMessage] = []
    if let source { messages.append(cursor(.string("source"), .string(source))) }
    messages.append(OSCMessage("/tuio/2Dcur", [.string("alive")] + alive.map { .int($0) }))
    for (session, place) in places.sorted(by: { $0.key < $1.key }) {
      messages.append(
        cursor(
          .string("set"), .int(session), .float(Float(place.0)), .float(Float(place.1)), .float(0),
          .float(0), .float(0)))
    }
    return messages + [cursor(.string("fseq"), .int(number))]
  }

  private func reader() -> TUIOReader { TUIOReader(timeout: 3_000_000) }

  @Test("A cursor is a finger from its first place until it is no longer alive")
  func oneFinger() {
    var reader = reader()
    // Alive before it has a place.
    #expect(reader.read(frame(1, [5]), from: "a", at: 0).isEmpty)
    #expect(
      reader.read(frame(2, [5], [5: (0.25, 0.5)]), from: "a", at: 1) == [
        [.down(1, Place(x: 0.25, y: 0.5))]
      ])
    #expect(reader.read(frame(3, [5]), from: "a", at: 2).isEmpty)
    #expect(
      reader.read(frame(4, [5], [5: (0.5, 0.5)]), from: "a", at: 3) == [
        [.move(1, Place(x: 0.5, y: 0.5))]
      ])
    #expect(reader.read(frame(5, []), from: "a", at: 4) == [[.up(1)]])
    #expect(reader.deadline == nil)
  }

  @Test("A finger that begins in the frame in which another one ends has another number")
  func oneForAnother() {
    var reader = reader()
    _ = reader.read(frame(1, [5], [5: (0.25, 0.5)]), from: "a", at: 0)
    #expect(
      reader.read(frame(2, [6], [6: (0.5, 0.5)]), from: "a", at: 1)
        == [[.up(1), .down(2, Place(x: 0.5, y: 0.5))]])
    #expect(
      reader.read(frame(3, [7], [7: (0, 0.5)]), from: "a", at: 2)
        == [[.up(2), .down(1, Place(x: 0, y: 0.5))]])
  }

  @Test("Late frames are dropped, repetitions are not, and a sender may begin again")
  func order() {
    var reader = reader()
    _ = reader.read(frame(10, [1], [1: (0, 0)]), from: "a", at: 0)
    #expect(reader.read(frame(9, []), from: "a", at: 1).isEmpty)
    #expect(reader.read(frame(-1, [1], [1: (0, 0)]), from: "a", at: 2).isEmpty)
    // Frame 1 can only be that of a sender that began again.
    #expect(
      reader.read(frame(1, [1], [1: (0.5, 0.5)]), from: "a", at: 3)
        == [[.cancel(1), .down(1, Place(x: 0.5, y: 0.5))]])
    // The same with a frame without contacts.
    #expect(reader.read(frame(-1, []), from: "a", at: 4) == [[.up(1)]])
    #expect(
      reader.read(frame(2, [1], [1: (0, 0)]), from: "a", at: 5) == [[.down(1, Place(x: 0, y: 0))]])
  }

  @Test("Sources and addresses keep their cursors apart, and the silent lose theirs")
  func sources() {
    var reader = reader()
    _ = reader.read(frame(1, [1], [1: (0, 0)], source: "x@1"), from: "a", at: 0)
    #expect(
      reader.read(frame(1, [1], [1: (1, 1)], source: "y@1"), from: "a", at: 1_000_000)
        == [[.down(2, Place(x: 1, y: 1))]])
    #expect(
      reader.read(frame(1, [1], [1: (0.5, 0)]), from: "b", at: 1_000_000)
        == [[.down(3, Place(x: 0.5, y: 0))]])
    #expect(reader.deadline == 3_000_000)
    #expect(reader.expire(at: 2_999_999).isEmpty)
    #expect(reader.expire(at: 3_000_000) == [.cancel(1)])
    _ = reader.read(frame(-1, [1]), from: "b", at: 3_500_000)
    #expect(reader.expire(at: 4_000_000) == [.cancel(2)])
    #expect(reader.deadline == 6_500_000)
  }

  @Test("An object with a marker is a finger with its number and angle, whatever cursors do")
  func objects() {
    func object(_ words: OSCArgument...) -> OSCMessage { OSCMessage("/tuio/2Dobj", words) }
    func objects(_ number: Int32, _ angle: Float, marker: Int32 = 7) -> [OSCMessage] {
      [
        object(.string("alive"), .int(5)),
        object(.string("set"), .int(5), .int(marker), .float(0.25), .float(0.5), .float(angle)),
        object(.string("fseq"), .int(number)),
      ]
    }
    var reader = reader()
    #expect(
      reader.read(objects(1, 0.5), from: "a", at: 0)
        == [[.down(1, Place(x: 0.25, y: 0.5, marker: 7, angle: 0.5))]])
    // A cursor has the same number, and its tracker another frame.
    #expect(
      reader.read(frame(9, [5], [5: (0, 0)]), from: "a", at: 1) == [[.down(2, Place(x: 0, y: 0))]])
    #expect(reader.read(frame(10, []), from: "a", at: 2) == [[.up(2)]])
    // It is only turned.
    #expect(
      reader.read(objects(2, 0.75), from: "a", at: 3)
        == [[.move(1, Place(x: 0.25, y: 0.5, marker: 7, angle: 0.75))]])
    #expect(reader.read(objects(3, 0.5, marker: -1), from: "a", at: 4).isEmpty)
    let gone = [object(.string("alive")), object(.string("fseq"), .int(4))]
    #expect(reader.read(gone, from: "a", at: 5) == [[.up(1)]])

    let token: [OSCArgument] = [
      .int(8), .int(0), .int(3), .float(0.5), .float(0.25), .float(0.25),
    ]
    let frame = [
      OSCMessage("/tuio2/frm", [.int(1)]), OSCMessage("/tuio2/tok", token),
      OSCMessage("/tuio2/alv", [.int(8)]),
    ]
    #expect(
      reader.read(frame, from: "b", at: 6)
        == [[.down(1, Place(x: 0.5, y: 0.25, marker: 3, angle: 0.25))]])
  }

  @Test("Pointers of version 2.0 in their three lengths; what hovers is no finger")
  func version20() {
    func messages(_ number: Int32, _ pointers: [[OSCArgument]], _ alive: [Int32]) -> [OSCMessage] {
      [
        OSCMessage(
          "/tuio2/frm",
          [.int(number), .time(seconds: 0, fraction: 1), .int(0), .string("t:0@0x7F000001")])
      ] + pointers.map { OSCMessage("/tuio2/ptr", $0) } + [
        OSCMessage("/tuio2/alv", alive.map { .int($0) })
      ]
    }
    func pointer(_ session: Int32, _ rest: Double...) -> [OSCArgument] {
      [.int(session), .int(0), .int(0)] + rest.map { .float(Float($0)) }
    }
    var reader = reader()
    let pointers = [
      pointer(1, 0.25, 0.5, 0, 0, 0, 1), pointer(2, 0.5, 0.5, 0, 1),
      pointer(3, 0.75, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 0), pointer(4, 0.125, 0, 0, 0, 0, -0.5),
    ]
    #expect(
      reader.read(messages(1, pointers, [1, 2, 3, 4]), from: "a", at: 0) == [
        [
          .down(1, Place(x: 0.25, y: 0.5)), .down(2, Place(x: 0.5, y: 0.5)),
          .down(3, Place(x: 0.75, y: 0.5)),
        ]
      ])
    let hovering = [pointer(1, 0.25, 0.5, 0, 0, 0, -1)]
    #expect(reader.read(messages(2, hovering, [1, 2, 3]), from: "a", at: 1) == [[.up(1)]])
    #expect(reader.read(messages(1, [], []), from: "a", at: 2).count == 1)
  }

  @Test("What makes no sense is left out, and fingers are bounded")
  func nonsense() {
    var reader = reader()
    let nan = [cursor(.string("set"), .int(1), .float(.nan), .float(0), .float(0)), cursor()]
    #expect(reader.read(nan + frame(1, [1]), from: "a", at: 0).isEmpty)
    let wide = reader.read(frame(2, [1, 1], [1: (7, -2)]), from: "a", at: 1)
    #expect(wide == [[.down(1, Place(x: 1, y: 0))]])
    // Not alive, so not there.
    #expect(reader.read(frame(3, [1], [9: (0.5, 0.5)]), from: "a", at: 2).isEmpty)
    let many = Dictionary(uniqueKeysWithValues: (10...400).map { (Int32($0), (0.5, 0.5)) })
    let changes = reader.read(frame(4, [1] + Array(10...400), many), from: "a", at: 3)
    #expect(changes.first?.count == TUIOReader.mostFingers - 1)
    for name in 0..<100 {
      _ = reader.read(frame(1, [1], [1: (0, 0)], source: "\(name)"), from: "b", at: 4)
    }
    reader.forgetAll()
    #expect(reader.deadline == nil)
  }
}
