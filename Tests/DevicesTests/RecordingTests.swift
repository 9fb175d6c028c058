// Recordings in every form: what is read, and the frames they play.

import Configuration
import Glibc
import Linux
import ResponderKit
import TestSupport
import Testing

@testable import Devices

@Suite struct RecordingTests {
  @Test func `evemu's description and events make frames in points`() throws {
    let recordings = try RecordingReader.read(ownRecording("small-touchscreen.evemu"))
    #expect(
      frames(recordings, origin: 1_000_000) == [
        "1000000 down 1 100,200", "1015999 move 1 110,200; down 2 400,300",
        "1031999 cancel 1 110,200; down 3 500,200", "1047999 up 3 500,200; up 2 400,300",
      ])
    let recording = try #require(recordings.first)
    #expect(recording.name == "House Panel")
    guard case .events(let description, _) = recording.content else {
      Issue.record("expected events")
      return
    }
    #expect(description.kind == .touchscreen)
    #expect(description.contactProtocol == .slots)
    #expect(description.vendor == 0x1209)
    #expect(description.physicalSize == PhysicalSize(width: 199.75, height: 119.75))
    #expect(description.hasKey(ButtonCode.touch))
  }

  @Test func `libinput's own recordings are read, and what is not for us is passed over`() throws {
    let recordings = try RecordingReader.read(ownRecording("small-touchscreen.yml"))
    #expect(frames(recordings) == ["0 down 1 100,200", "16000 up 1 100,200"])
    #expect(recordings.map(\.name) == ["House Panel"])
  }

  @Test func `what evtest prints is read with its description`() throws {
    let recordings = try RecordingReader.read(ownRecording("small-touchpad.dat"))
    // The frame has the time of its report; the start is the time of the first event.
    #expect(frames(recordings) == ["30 down 1 200,240", "100010 up 1 200,240"])
    guard case .events(let description, _) = try #require(recordings.first).content else {
      Issue.record("expected events")
      return
    }
    #expect(description.kind == .touchpad)
    #expect(description.product == 2)
  }

  @Test func `events without a description serve with a given one, or with a guess`() throws {
    let events = Array(
      "E: 0.1 0003 0039 5\nE: 0.1 0003 0035 399\nE: 0.1 0003 0036 0\nE: 0.1 0000 0000 0\n".utf8)
    let given = try RecordingReader.parse(events, file: "e", description: .panel)
    #expect(frames(given) == ["0 down 1 399,0", "0 cancel 1 399,0"])
    #expect(given.first?.name == "panel")
    let guessed = try RecordingReader.parse(events, file: "e")
    #expect(frames(guessed).count == 2)
  }

  @Test(arguments: [
    // Another slot, the same slot, another time, a loss between.
    (
      "E: 1.0 3 2f 1\nE: 1.0 3 39 6\nE: 1.0 3 35 9\n",
      ["0 down 1 5,7; down 2 9,0", "0 cancel 1 5,7; cancel 2 9,0"]
    ),
    ("E: 1.0 3 35 9\n", ["0 down 1 5,7", "0 move 1 9,7", "0 cancel 1 9,7"]),
    (
      "E: 2.0 3 2f 1\nE: 2.0 3 39 6\nE: 2.0 0 0 0\n",
      ["0 down 1 5,7", "1000000 down 2 0,0", "1000000 cancel 1 5,7; cancel 2 0,0"]
    ),
    ("E: 1.0 0 3 0\nE: 1.0 3 2f 1\nE: 1.0 3 39 6\n", ["0 down 1 5,7", "0 cancel 1 5,7"]),
  ])
  func `a recording's frames of one time are one event (T12)`(
    second: String, expected: [String]
  ) throws {
    let first = "E: 1.0 3 2f 0\nE: 1.0 3 39 5\nE: 1.0 3 35 5\nE: 1.0 3 36 7\nE: 1.0 0 0 0\n"
    let text = Array("\(first)\(second)E: 1.0 0 0 0\n".utf8)
    let recordings = try RecordingReader.parse(text, file: "e", description: .panel)
    #expect(frames(recordings) == expected)
  }

  @Test func `fingers that are down at the end of a recording are cancelled`() throws {
    let script = Recording(
      name: "s", content: .script(try TouchScript("0 down 1 5,5; down 2 6,6\n0.1 up 1\n0.2 wait")))
    #expect(
      frames([script])
        == ["0 down 1 5,5; down 2 6,6", "100000 up 1 5,5", "200000 ", "200000 cancel 2 6,6"])
  }

  @Test func `several recordings play together, and long pauses are cut for all`() throws {
    let first = Recording(name: "a", content: .script(try TouchScript("0 down 1 5,5\n100 up 1")))
    let second = Recording(
      name: "b", content: .script(try TouchScript("0.5 down 1 7,7\n100.5 up 1")))
    #expect(
      frames([first, second], origin: 3_000_000, maximumGap: 2) == [
        "3000000 down 1 5,5", "3500000 down 1 7,7", "5500000 up 1 5,5", "6000000 up 1 7,7",
      ])
  }

  @Test func `an item that lost its line break is read all the same`() throws {
    let text = """
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Max      799
          Resolution      12 Event code 54 (ABS_MT_POSITION_Y)
          Max      479
      Event: time 1.0, -------------- SYN_REPORT ------------
      """
    let reader = try EvtestReader(parsing: Array(text.utf8), file: "e")
    #expect(reader.description.axes[AxisCode.positionX]?.maximum == 799)
    #expect(reader.description.axes[AxisCode.positionX]?.resolution == 12)
    #expect(reader.description.axes[AxisCode.positionY]?.maximum == 479)
  }

  @Test func `the description beside a recording is the one with the longest common name`() throws {
    let folder = TemporaryFolder()
    for name in ["Pad", "Pad-Two", "Other"] {
      try folder.write("N: \(name)\nP: 02\nA: 35 0 9 0 0\nA: 36 0 9 0 0\n", to: name + ".desc")
    }
    try folder.write("E: 0.1 0003 0035 5\nE: 0.1 0000 0000 0\n", to: "Pad-Two tap.events")
    let recordings = try RecordingReader.read(folder.file("Pad-Two tap.events"))
    #expect(recordings.map(\.name) == ["Pad-Two"])
  }

  @Test func `contacts without identity get one`() throws {
    let text = """
      N: old panel
      P: 02
      B: 03 00 00 00 00 00 00 60 00
      A: 35 0 799 0 0 0
      A: 36 0 479 0 0 0
      E: 0.0 0003 0035 100
      E: 0.0 0003 0036 100
      E: 0.0 0000 0002 0
      E: 0.0 0003 0035 600
      E: 0.0 0003 0036 400
      E: 0.0 0000 0002 0
      E: 0.0 0000 0000 0
      E: 0.1 0003 0035 610
      E: 0.1 0003 0036 400
      E: 0.1 0000 0002 0
      E: 0.1 0003 0035 105
      E: 0.1 0003 0036 100
      E: 0.1 0000 0002 0
      E: 0.1 0000 0000 0
      E: 0.2 0003 0035 612
      E: 0.2 0003 0036 400
      E: 0.2 0000 0002 0
      E: 0.2 0000 0000 0
      E: 0.3 0000 0002 0
      E: 0.3 0000 0000 0
      """
    let recordings = try RecordingReader.parse(Array(text.utf8), file: "old")
    let lines = frames(recordings)
    #expect(lines.count == 4)
    #expect(lines.first == "0 down 1 100,100; down 2 600,400")
    #expect(lines.dropFirst().first == "100000 move 1 105,100; move 2 610,400")
    #expect(lines.last == "300000 up 2 612,400")
  }

  @Test func `time that goes back stands still, and is counted`() throws {
    let text = "E: 1.0 0003 0039 5\nE: 1.0 0000 0000 0\nE: 0.5 0003 0039 -1\nE: 0.5 0000 0000 0\n"
    let recording = try #require(
      try RecordingReader.parse(Array(text.utf8), file: "e", description: .panel).first)
    let player = RecordingPlayer(
      RecordingPart(
        recording, device: Device(name: "e", kind: .touchscreen, screen: nil),
        mapping: SurfaceMapping(region: panelRegion)))
    var times: [Int64] = []
    while let time = player.nextTime {
      times.append(time.microseconds)
      player.next(at: time) { _ in }
    }
    #expect(times == [0, 0])
    #expect(player.counters.timeWentBack == 1)
  }

  @Test func `a drop in a recording breaks one frame and no more`() throws {
    let text = """
      E: 0.0 0003 0039 5
      E: 0.0 0003 0035 10
      E: 0.0 0003 0036 10
      E: 0.0 0000 0000 0
      E: 0.1 0000 0003 0
      E: 0.1 0003 0035 20
      E: 0.1 0000 0000 0
      E: 0.2 0003 0035 30
      E: 0.2 0000 0000 0
      E: 0.3 0003 0039 -1
      E: 0.3 0000 0000 0
      """
    let recordings = try RecordingReader.parse(
      Array(text.utf8), file: "e", description: .panel)
    #expect(frames(recordings) == ["0 down 1 10,10", "200000 move 1 30,10", "300000 up 1 30,10"])
  }

  @Test(arguments: [
    (
      "N: x\nQ: 1",
      "f:2:1: expected a line of evemu (N:, I:, P:, B:, A:, L:, S: or E:), found \"Q:\""
    ),
    ("E: 0.1 0003 zz 1", "f:1:13: expected a hexadecimal number from 0 to ffff, found \"zz\""),
    ("E: 0.1 0003 0035 +1", "f:1:18: expected a whole number of 32 bits, found \"+1\""),
    ("E: now 3 35 1", "f:1:4: expected seconds such as 0.016000, found \"now\""),
    ("A: 35 0", "f:1:8: expected a whole number of 32 bits, found the end of the line"),
    ("N: only a name", "f: expected events, found only the description of a device"),
    ("# libinput record\nversion: 2\n", "f:2:11: expected version 1 of libinput record"),
    (
      "# libinput record\nversion: 1\ndevices:\n- node: x\n  events:\n  - evdev:\n    - [1, 2, 3]\n",
      "f:7:7: expected [seconds, microseconds, type, code, value] within their ranges, found \"]\""
    ),
    (
      "Event: time 1.0, type 3 (EV_ABS), value 3",
      "f:1:35: expected \"code\", found \"value\""
    ),
    ("\u{1f}", "f:1:1: expected seconds such as 0.016, found \"\u{fffd}\""),
  ])
  func `an error in a recording is reported with its place`(text: String, message: String) {
    #expect {
      try RecordingReader.parse(Array(text.utf8), file: "f")
    } throws: { error in
      "\(error)" == message
    }
  }

  @Test func `a file that is not there, or compressed, is an error with advice`() {
    #expect {
      try RecordingReader.read("/nowhere/at-all.evemu")
    } throws: { error in
      "\(error)".hasPrefix("/nowhere/at-all.evemu: open /nowhere/at-all.evemu: No such file")
    }
    #expect {
      try RecordingReader.parse([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], file: "x.xz")
    } throws: { error in
      "\(error)".hasPrefix("x.xz: expected text, found a compressed file; decompress it first")
    }
  }

  @Test func `any bytes at all are read or refused, never worse`() throws {
    var state: UInt64 = 7
    let seeds = [
      "0.0 down 1 5,5; move 1 6,6\n", "E: 0.1 0003 0039 5\nA: 35 0 1 2 3\nB: 03 ff\n",
      "# libinput record\nversion: 1\n- node: x\n  evdev:\n    id: [1,2,3,4]\n",
      "Event: time 1.0, type 3 (EV_ABS), code 47, value 1\n",
    ]
    for round in 0..<4000 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let place = Int(state >> 33) % bytes.count
        bytes[place] = UInt8(truncatingIfNeeded: state >> 20)
      }
      guard let recordings = try? RecordingReader.parse(bytes, file: "fuzz") else { continue }
      var live: [String: Int] = [:]
      for line in frames(recordings) {
        for word in line.split(separator: ";") where word.contains("down") {
          live["down", default: 0] += 1
        }
        for word in line.split(separator: ";")
        where word.contains("up") || word.contains("cancel") {
          live["end", default: 0] += 1
        }
      }
      #expect(live["down"] == live["end"])
    }
  }
}
