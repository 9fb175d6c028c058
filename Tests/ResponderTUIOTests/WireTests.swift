// Bytes of TUIO: what liblo writes and reads is what the specification shows.

import Testing

@testable import responder_tuio

private func bytes(_ hex: String) -> ContiguousArray<UInt8> {
  let digits = hex.filter(\.isHexDigit).compactMap(\.hexDigitValue)
  return ContiguousArray(
    stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
}

private let head = "2362756e646c6500 0000000000000001"

@Suite("Bytes of TUIO")
struct WireTests {
  private static let source = TUIOSource(name: "test", host: "127.0.0.1", bytes: [127, 0, 0, 1])

  // One finger in a frame of version 1.1.
  private static let frame11 = bytes(
    head + """
      00000028 2f7475696f2f3244637572002c737300736f75726365000074657374403132372e302e302e310000
      0000001c 2f7475696f2f3244637572002c736900616c6976650000000000000c
      00000034 2f7475696f2f3244637572002c7369666666666600000000736574000000000c3e8000003dcccccd000000000000000000000000
      0000001c 2f7475696f2f3244637572002c736900667365710000000000000001
      """)

  // One pointer in a frame of version 2.0, without velocities.
  private static let frame20 = bytes(
    head + """
      00000038 2f7475696f322f66726d00002c697469730000000000000583aa7e8000000000078004386465763a30403078374630303030303100000000
      0000003c 2f7475696f322f70747200002c69696966666666666600000000000700010000000000003f0000003e80000000000000000000003c23d70a3f800000
      00000014 2f7475696f322f616c7600002c69000000000007
      """)

  @Test("A frame of version 1.1 is written as the specification has it")
  func version11() {
    var writer = TUIOWriter(.v11, source: WireTests.source, size: (800, 480))
    let contact = TUIOContact(session: 12, x: 0.25, y: 0.1)
    let bundles = writer.bundles(of: TUIOFrame(contacts: [contact], alive: [12]), at: 0)
    #expect(bundles.map(OSCPacket.bundle) == [WireTests.frame11])
    let last = OSCMessage("/tuio/2Dcur", [.string("fseq"), .int(2)])
    #expect(writer.bundles(of: TUIOFrame(contacts: [], alive: []), at: 0).last?.last == last)
    let alive = bytes("2f7475696f2f3244637572002c730000616c697665000000")
    #expect(OSCPacket.bundle(writer.nothing(at: 0)[0]).map { $0 }.contains(alive))
  }

  @Test("A frame of version 2.0 is read, and written with velocities")
  func version20() throws {
    let messages = try #require(OSCPacket.messages(in: WireTests.frame20))
    #expect(messages.map(\.address) == ["/tuio2/frm", "/tuio2/ptr", "/tuio2/alv"])
    #expect(
      messages[0].arguments == [
        .int(5), .time(seconds: 0x83AA_7E80, fraction: 0), .int(1920 << 16 | 1080),
        .string("dev:0@0x7F000001"),
      ])
    #expect(messages[2].arguments == [.int(7)])
    #expect(OSCPacket.bundle(messages) == WireTests.frame20)

    let source = TUIOSource(name: "dev", host: "127.0.0.1", bytes: [127, 0, 0, 1])
    var writer = TUIOWriter(.v20, source: source, size: (1920, 1080))
    var contact = TUIOContact(session: 7, x: 0.5, y: 0.25)
    contact.velocityX = 2
    let written = writer.bundles(of: TUIOFrame(contacts: [contact], alive: [7]), at: 0)[0]
    #expect(written[0].arguments == [.int(1)] + messages[0].arguments.dropFirst())
    #expect(
      written[1].arguments
        == [.int(7), .int(0), .int(0)]
        + [0.5, 0.25, 0, 0, 0, 1, 2, 0, 0, 0, 0].map { .float($0) })
    #expect(written[2] == messages[2])
  }

  @Test("Repetitions say so, and a frame that is long goes in several datagrams")
  func parts() {
    let contacts = (1...50).map { TUIOContact(session: $0, x: 0.5, y: 0.5) }
    let frame = TUIOFrame(contacts: contacts, alive: contacts.map(\.session))
    var older = TUIOWriter(.v11, source: WireTests.source, size: (800, 480))
    let bundles = older.bundles(of: frame, at: 0)
    #expect(bundles.count == 3)
    #expect(bundles.allSatisfy { $0.last?.arguments == [.string("fseq"), .int(1)] })
    #expect(bundles.allSatisfy { $0[1].arguments.count == 51 })
    #expect(bundles.allSatisfy { OSCPacket.bundle($0).count <= 1_472 })
    var again = frame
    again.isRepetition = true
    #expect(older.bundles(of: again, at: 0)[0].last?.arguments == [.string("fseq"), .int(-1)])
    #expect(older.bundles(of: frame, at: 0)[0].last?.arguments == [.string("fseq"), .int(2)])

    var newer = TUIOWriter(.v20, source: WireTests.source, size: (800, 480))
    let parts = newer.bundles(of: frame, at: 0)
    #expect(parts.count == 4 && parts.allSatisfy { OSCPacket.bundle($0).count <= 1_472 })
    #expect(parts.map { $0.last?.address == "/tuio2/alv" } == [false, false, false, true])
    // Some receivers take an unchanged pointer for a new one.
    let first = newer.bundles(of: again, at: 0)[0][1]
    let second = newer.bundles(of: again, at: 0)[0][1]
    #expect(first != second)
  }

  @Test(
    "Bytes that are no packet are refused",
    arguments: [
      "", "00", "2f", "2f61000000000000 0000", "2362756e646c6500", head + "00000003 2f6100",
      head + "7fffffff 2f610000", head + "00000000", "2f7475696f2f3244637572002c7369",
      "2f610000 2c690000", "2f610000 2c730000 61616161",
    ])
  func garbage(hex: String) {
    #expect(OSCPacket.messages(in: bytes(hex)) == nil)
  }

  @Test("Changed bytes never crash the reader")
  func changedBytes() {
    var generator = SystemRandomNumberGenerator()
    for frame in [WireTests.frame11, WireTests.frame20] {
      for _ in 0..<20_000 {
        var changed = frame
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          changed[Int.random(in: changed.indices, using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
        changed.removeLast(Int.random(in: 0...3, using: &generator) * 4)
        _ = OSCPacket.messages(in: changed)
      }
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: ContiguousArray<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
