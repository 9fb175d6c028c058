// Contacts without identity, from devices and recordings that say what they cannot mean.

import ResponderKit
import Testing

@testable import Devices

@Suite struct AnonymousContactsTests {
  @Test(arguments: ["0003 0070 0100", "0003 ffff 0001", "0003 002f 0f02001", "0003 002f -001"])
  func `an axis that cannot be is passed over, and the finger continues`(line: String) throws {
    let text = """
      # EVEMU 1.3
      N: panel
      A: 35 0 799 0 0 4
      A: 36 0 479 0 0 4
      E: 0.000001 0003 0035 0100
      E: 0.000001 0003 0036 0200
      E: 0.000001 \(line)
      E: 0.000001 0000 0002 0000
      E: 0.000001 0000 0000 0000
      E: 0.016000 0000 0002 0000
      E: 0.016000 0000 0000 0000
      """
    let changes = try frames(of: text).map { $0.split(separator: " ")[1] }
    #expect(changes == ["down", "up"])
  }

  /// The description of a panel without slots, of 1000 by 1000 units.
  private func panel(ids: Bool = false) -> String {
    "N: panel\nP: 02\nA: 35 0 799 0 0\nA: 36 0 479 0 0\n" + (ids ? "A: 39 0 65535 0 0\n" : "")
  }

  /// The events of one frame of contacts at these places, in a row of 20 units.
  private func frame(
    _ time: Int, _ places: some Sequence<Int>, id: (Int) -> Int? = { _ in nil }
  ) -> String {
    var lines = ""
    for (index, place) in places.enumerated() {
      if let id = id(index) { lines += "E: \(time).0 0003 0039 \(id)\n" }
      lines += "E: \(time).0 0003 0035 \(place * 20)\nE: \(time).0 0003 0036 \(place * 10)\n"
      lines += "E: \(time).0 0000 0002 0\n"
    }
    if places.underestimatedCount == 0 { lines += "E: \(time).0 0000 0002 0\n" }
    return lines + "E: \(time).0 0000 0000 0\n"
  }

  private func count(_ word: String, in line: String) -> Int {
    line.split(separator: " ").count { $0 == word }
  }

  @Test(arguments: [31, 32, 33, 40, 200], [false, true])
  func `contacts beyond what can be compared are passed over and counted`(
    contacts: Int, declaresIDs: Bool
  ) throws {
    let text =
      panel(ids: declaresIDs) + frame(1, 0..<contacts) + frame(2, 0..<contacts) + frame(3, 0..<0)
    let recording = try #require(
      try RecordingReader.parse(Array(text.utf8), file: "f").first)
    let player = RecordingPlayer(
      RecordingPart(
        recording, device: Device(name: "panel", kind: .touchscreen, screen: nil),
        mapping: SurfaceMapping(region: panelRegion)))
    var lines: [String] = []
    while let time = player.nextTime { player.next(at: time) { lines.append(words($0)) } }
    #expect(lines.map { count("down", in: $0) } == [31, 0])
    #expect(lines.map { count("up", in: $0) } == [0, 31])
    #expect(player.counters.surplusContacts == (contacts - 31) * 2)
  }

  @Test func `tracking ids of the device are kept, and a contact without one of its own is not`()
    throws
  {
    let text =
      panel(ids: true) + frame(1, 0..<3) { $0 == 2 ? 7 : 7 + $0 }
      + frame(2, [2, 0]) { [8, 7][$0] } + frame(3, [1]) { _ in nil } + frame(4, 0..<0)
    let lines = try frames(of: text)
    #expect(lines.map { count("down", in: $0) }.reduce(0, +) == 2, "\(lines)")
    #expect(lines.map { count("up", in: $0) }.reduce(0, +) == 2, "\(lines)")
  }

  @Test func `a frame that only releases the touch button lifts every contact`() throws {
    let text =
      panel() + "B: 01 \(String(repeating: "00 ", count: 41))04\n" + "E: 1.0 0001 014a 1\n"
      + frame(1, [5, 20]) + "E: 2.0 0001 014a 0\nE: 2.0 0000 0000 0\n"
    #expect(
      try frames(of: text) == [
        "0 down 1 100,50; down 2 400,200", "1000000 up 1 100,50; up 2 400,200",
      ])
  }

  @Test func `a loss in the middle of a frame drops the frame and brings no finger`() throws {
    let three = frame(1, [5, 20, 35])
    let lost = frame(2, [5, 20]).replacing("E: 2.0 0000 0000 0\n", with: "")
    let text =
      panel() + frame(0, [5, 20, 35]) + three + lost + "E: 2.0 0000 0003 0\n"
      + frame(2, [35]) + frame(3, [5, 20, 36]) + frame(4, 0..<0)
    #expect(
      try frames(of: text) == [
        "0 down 1 100,50; down 2 400,200; down 3 700,350", "3000000 move 3 720,360",
        "4000000 up 1 100,50; up 2 400,200; up 3 720,360",
      ])
  }
}
