// Messages about recordings that are damaged, empty or contradictory.

import Testing

@testable import Devices

@Suite struct RecordingMessageTests {
  private func message(of bytes: [UInt8]) -> String? {
    do {
      _ = try RecordingReader.parse(bytes, file: "f")
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    "", "E: ", "E: 0.1 ", "E: 0.1 0003 0035 ", "Event: time ", "Event: time 1.0, ",
    "Event: time 1.0, type ", "# libinput record\nversion: ", "0 ", "0 down ", "0 press began ",
    "0 down 1 5,5 ", "0 motion ",
  ])
  func `a message shows the beginning of a long word only, and no control characters`(
    head: String
  ) throws {
    let junk = [0x1b, 0x5b, 0x32, 0x4a, 0, 0x9b, 0x7f] + [UInt8](repeating: 0x78, count: 1 << 20)
    let words = try #require(message(of: Array(head.utf8) + junk))
    #expect(words.utf8.count < 300)
    #expect(words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f })
    if head.isEmpty { #expect(words.contains("found \"\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}xxx")) }
  }

  @Test(arguments: [
    "N: ", "Input device name: ", "version: 1\n- node: ",
    "version: 1\n- node: x\n  evdev:\n    name: ",
  ])
  func `a name longer than the kernel's names is an error`(head: String) throws {
    let long = head + String(repeating: "n", count: 257)
    let place =
      head.hasPrefix("N")
      ? "1:4" : head.hasPrefix("I") ? "1:20" : head.hasSuffix("name: ") ? "4:11" : "2:9"
    #expect(
      message(of: Array(long.utf8))
        == "f:\(place): expected a name of at most 256 bytes, found 257 bytes")
  }

  @Test func `control characters in the name of a device are replaced`() throws {
    let text = "N: pan\u{1b}[31mel\u{7}\nA: 00 0 9 0 0\nA: 01 0 9 0 0\nP: 02\nE: 0.1 0000 0000 0\n"
    let recording = try RecordingReader.parse(Array(text.utf8), file: "f").first
    #expect(recording?.name == "pan\u{fffd}[31mel\u{fffd}")
  }

  @Test(arguments: ["", "\n\n", "# only a comment\n", "\u{feff}"])
  func `a file without a line is an error`(text: String) {
    #expect(
      message(of: Array(text.utf8))
        == "f: expected lines such as \"0.016 down 1 250,150\", found no line")
  }

  @Test(arguments: [
    "0 down 1 5,5\n", "N: x\nE: 0.0 0003 0039 1\nE: 0.0 0000 0000 0\n",
    "version: 1\n- node: x\n  events:\n  - evdev:\n    - [0, 0, 0, 0, 0]\n",
    "Event: time 1.0, -------------- SYN_REPORT ------------\n",
  ])
  func `a byte order mark changes nothing`(text: String) throws {
    let marked = try RecordingReader.parse([0xef, 0xbb, 0xbf] + Array(text.utf8), file: "f")
    let plain = try RecordingReader.parse(Array(text.utf8), file: "f")
    #expect(frames(marked) == frames(plain))
    #expect(!plain.isEmpty)
    #expect(
      message(of: Array("\u{feff}0 dawn 1 5,5".utf8))?.hasPrefix("f:1:3: expected down") == true)
  }

  @Test(arguments: ["0 0", "5 5", "799 0"])
  func `an axis without a range takes the one of its events, with a warning`(range: String)
    throws
  {
    let text = """
      N: x
      P: 02
      A: 2f 0 9 0 0
      A: 35 \(range) 0 0
      A: 36 0 479 0 0
      A: 39 0 9 0 0
      E: 0.0 0003 0039 1
      E: 0.0 0003 0035 199
      E: 0.0 0003 0036 240
      E: 0.0 0000 0000 0
      E: 0.1 0003 0035 399
      E: 0.1 0000 0000 0
      E: 0.2 0003 0039 -1
      E: 0.2 0000 0000 0
      """
    let recordings = try RecordingReader.parse(Array(text.utf8), file: "f")
    #expect(
      frames(recordings) == ["0 down 1 398,240", "100000 move 1 798,240", "200000 up 1 798,240"])
    #expect(
      recordings.flatMap(\.warnings) == [
        "f: ABS_MT_POSITION_X has the range \(range.replacing(" ", with: " to ")), which places no "
          + "touch; the range of its events is used, 0 to 399"
      ])
  }

  @Test func `a recording that can be played as it is has no warning`() throws {
    for name in ["small-touchscreen.evemu", "small-touchscreen.yml", "small-touchpad.dat"] {
      #expect(try RecordingReader.read(ownRecording(name)).flatMap(\.warnings) == [])
    }
  }
}
