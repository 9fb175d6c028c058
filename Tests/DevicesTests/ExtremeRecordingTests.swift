// Recordings with numbers that no device sends: each is refused with its place, or bounded.

import ResponderKit
import Testing

@testable import Devices

@Suite struct ExtremeRecordingTests {
  private static let head = """
    version: 1
    ndevices: 1
    devices:
    - node: /dev/input/event0
      evdev:
        name: "x"
        id: [1, 2, 3, 4]
        codes:
          3: [47, 53, 54, 57] # EV_ABS
        absinfo:

    """

  @Test(arguments: [
    (
      "Event: time 1.0, type 3 (EV_ABS), code 53 (X), value 9223372036854775807",
      "f:1:54: expected a number from -4294967296 to 4294967296 after \"value\", "
        + "found \"9223372036854775807\""
    ),
    (
      "Event: time 1.0, type 65536 (?), code 53 (X), value 1",
      "f:1:23: expected a number from 0 to 65535 after \"type\", found \"65536\""
    ),
    (
      "Event: time 9223372036854.0, type 3 (EV_ABS), code 53 (X), value 1",
      "f:1:13: expected seconds such as 12.500000, found \"9223372036854.0,\""
    ),
    (
      "Input device name: \"x\"\n  Event type 3\n    Event code 53\n      Max 9223372036854775807",
      "f:4:11: expected the greatest value, a number from -4294967296 to 4294967296, "
        + "found \"9223372036854775807\""
    ),
    (
      "Input device name: \"x\"\n  Event type 3\n    Event code 640",
      "f:3:16: expected an axis, a number from 0 to 63, found \"640\""
    ),
    (
      "E: -9223372036854 0003 0039 1\nE: 9223372036854 0000 0000 0",
      "f:1:4: expected seconds such as 0.016000, found \"-9223372036854\""
    ),
    (
      "E: 0.0 0003 0035 9223372036854775807",
      "f:1:18: expected a whole number of 32 bits, found \"9223372036854775807\""
    ),
    (
      "E: 0.0 10003 0035 1",
      "f:1:8: expected a hexadecimal number from 0 to ffff, found \"10003\""
    ),
    (
      "I: 0003 1ffff 0001 0001",
      "f:1:9: expected a hexadecimal number from 0 to ffff, found \"1ffff\""
    ),
    (
      "A: 40 0 1 0 0",
      "f:1:4: expected an axis, a hexadecimal number from 0 to 3f, found \"40\""
    ),
    (
      "B: 20 ff",
      "f:1:4: expected an event type, a hexadecimal number from 0 to 1f, found \"20\""
    ),
    (
      "P: 02 00 00 00 ff",
      "f:1:16: expected a bitmap of the numbers 0 to 31, found 32"
    ),
    (
      "B: 01 " + String(repeating: "00 ", count: 96) + "01",
      "f:1:295: expected a bitmap of the numbers 0 to 767, found 768"
    ),
    (
      head + "      47: [0, 9223372036854775807, 0, 0, 0]",
      "f:11:11: expected a list of 4 or more whole numbers from -4294967296 to 4294967296, "
        + "found \"9223372036854775807,\""
    ),
    (
      head + "      -1: [0, 1, 0, 0, 0]",
      "f:11:7: expected a number from 0 to 63 and a colon, found \"-1:\""
    ),
    (
      head + "  events:\n  - evdev:\n    - [9223372036854775807, 0, 3, 53, 1]",
      "f:13:7: expected [seconds, microseconds, type, code, value] within their ranges, "
        + "found \"9223372036854775807,\""
    ),
  ])
  func `a number that no device sends is refused with its place`(text: String, message: String) {
    #expect {
      try RecordingReader.parse(Array(text.utf8), file: "f")
    } throws: { error in
      "\(error)" == message
    }
  }

  @Test(arguments: [
    "2147483648", "4294967296", "-2147483649", "-4294967296", "2147483647", "-2147483648",
  ])
  func `a value of more than 32 bits is the nearest of 32 bits`(value: String) throws {
    for code in ["0035", "0036", "0039", "002f", "0030", "0034", "003a", "003b"] {
      let text = """
        N: x
        A: 2f \(value) \(value) 0 0
        A: 35 -\(value) \(value) 0 0
        A: 36 \(value) -\(value) 0 0
        A: 30 0 \(value) \(value) \(value) \(value)
        E: -1000000000000 0003 0039 1
        E: 0.0 0003 \(code) \(value)
        E: 1000000000000 0000 0000 0
        E: 1000000000000 0003 0035 \(value)
        E: 1000000000000 0000 0000 0
        """.replacing("--", with: "")
      let recordings = try RecordingReader.parse(Array(text.utf8), file: "f")
      let lines = frames(recordings)
      #expect(lines.count(where: { $0.contains("down") }) <= 1, "\(lines)")
      #expect(lines.allSatisfy { !$0.contains("nan") && !$0.contains("inf") }, "\(lines)")
    }
  }

  @Test func `events without a description have ranges that fit the kernel's numbers`() throws {
    let text = """
      Event: time 1.0, type 3 (EV_ABS), code 57 (ID), value 1
      Event: time 1.0, type 3 (EV_ABS), code 53 (X), value 4294967296
      Event: time 1.0, type 3 (EV_ABS), code 53 (X), value -4294967296
      Event: time 1.0, -------------- SYN_REPORT ------------
      """
    let recording = try #require(
      try RecordingReader.parse(Array(text.utf8), file: "f").first)
    guard case .events(let description, let events) = recording.content else {
      Issue.record("expected events")
      return
    }
    #expect(description.axes[AxisCode.positionX]?.minimum == -2_147_483_648)
    #expect(description.axes[AxisCode.positionX]?.maximum == 2_147_483_647)
    #expect(events.map(\.value) == [1, 2_147_483_647, -2_147_483_648, 0])
    #expect(frames([recording]).map { $0.split(separator: " ")[1] } == ["down", "cancel"])
  }

  @Test func `the first frame has the time zero, whatever its events claim`() throws {
    let description = """
      N: x
      A: 2f 0 9 0 0
      A: 35 0 799 0 0
      A: 36 0 479 0 0
      A: 39 0 9 0 0

      """
    let late = """
      E: 5.000000 0003 0039 1
      E: 5.000000 0003 0035 10
      E: 5.000000 0003 0036 10
      E: 1.000000 0000 0000 0
      E: 2.000000 0003 0035 9
      E: 2.000000 0000 0000 0
      E: 6.000000 0003 0039 -1
      E: 6.000000 0000 0000 0
      """
    #expect(
      try frames(of: description + late) == [
        "0 down 1 10,10", "1000000 move 1 9,10", "5000000 up 1 9,10",
      ])
    // The first report is passed over, so that an earlier one follows.
    let dropped = """
      E: 5.000000 0000 0003 0
      E: 5.000000 0000 0000 0
      E: 1.000000 0003 0039 1
      E: 1.000000 0000 0000 0
      E: 5.500000 0003 0039 -1
      E: 5.500000 0000 0000 0
      """
    #expect(
      try frames(of: description + dropped) == [
        "0 down 1 0,0", "500000 up 1 0,0",
      ])
  }

  @Test func `a recording of any extreme numbers plays to its end`() throws {
    let extremes = [
      "0", "1", "-1", "31", "63", "255", "256", "767", "65535", "2147483647", "-2147483648",
      "4294967296", "-4294967296", "1000000000000", "-1000000000000",
    ]
    var random = Random(state: 11)
    for _ in 0..<3_000 {
      var lines = ["N: x"]
      for axis in ["2f", "30", "34", "35", "36", "39"] where Bool.random(using: &random) {
        lines.append(
          "A: \(axis) "
            + (0..<5).map { _ in extremes.randomElement(using: &random)! }
            .joined(separator: " "))
      }
      for _ in 0..<12 {
        let code = ["2f", "30", "34", "35", "36", "39", "3a"].randomElement(using: &random)!
        lines.append(
          "E: \(extremes.randomElement(using: &random)!) 3 \(code) "
            + extremes.randomElement(using: &random)!)
        if Int.random(in: 0..<3, using: &random) == 0 {
          lines.append(
            "E: \(extremes.randomElement(using: &random)!) 0 \([0, 2, 3].randomElement(using: &random)!) 0"
          )
        }
      }
      let text = lines.joined(separator: "\n")
      guard let recordings = try? RecordingReader.parse(Array(text.utf8), file: "f") else {
        continue
      }
      var live: Set<Substring> = []
      for frame in frames(recordings) {
        let time = try #require(Int64(frame.prefix { $0 != " " }))
        #expect(time >= 0)
        for change in frame.split(separator: " ", maxSplits: 1)[1].split(separator: "; ") {
          let words = change.split(separator: " ")
          switch words[0] {
          case "down": #expect(live.insert(words[1]).inserted, "\(text)")
          case "up", "cancel": #expect(live.remove(words[1]) != nil, "\(text)")
          default: break
          }
        }
      }
      #expect(live.isEmpty, "\(text)")
    }
  }
}
