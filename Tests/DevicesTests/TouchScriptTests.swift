// Touch scripts: what is read, what is refused and where, and that writing undoes reading.

import Devices
import ResponderKit
import Testing

@Suite struct TouchScriptTests {
  private func lines(_ text: String) throws -> [String] {
    let script = try TouchScript(text)
    var frame = Frame(
      time: Instant(microseconds: 0), device: Device(name: "s", kind: .recording, screen: nil))
    return script.steps.map { step in
      step.fill(&frame)
      return "\(step.time.microseconds) \(words(frame))"
    }
  }

  @Test func `fingers go down, move, and go up where they were last`() throws {
    let script = """
      # a comment, then a blank line

      0.000 down 1 250,150
      0.016 move 1 252.5,151; down 2 400,100   # both in one frame
      0.120\tup 1;up 2
      1.000 wait
      """
    #expect(
      try lines(script) == [
        "0 down 1 250,150",
        "16000 move 1 252.5,151; down 2 400,100",
        "120000 up 1 252.5,151; up 2 400,100",
        "1000000 ",
      ])
  }

  @Test func `cancel takes one finger, or all that are down`() throws {
    #expect(
      try lines("0 down 1 1,1; down 2 2,2; down 3 3,3\n0.5 cancel 2\n0.6 cancel\n0.7 cancel") == [
        "0 down 1 1,1; down 2 2,2; down 3 3,3", "500000 cancel 2 2,2",
        "600000 cancel 1 1,1; cancel 3 3,3", "700000 ",
      ])
  }

  @Test func `presses, commands, shakes, a pointer and a wheel are read too`() throws {
    #expect(
      try lines(
        """
        0.1 press began select; press changed ABS_Z force=0.5; press ended select
        0.2 remote togglePlayPause
        0.3 motion began shake; pointer 3,4
        0.4 motion ended; pointer gone
        0.5 scroll 3,4 by -1,53.5; pointer 5,6
        0.6 zoom 3,4 by 1.25
        """) == [
          "100000 press began select; press changed ABS_Z; press ended select",
          "200000 remote togglePlayPause", "300000 pointer 3,4; motion began",
          "400000 pointer gone; motion ended",
          "500000 pointer 5,6; scroll 3,4 by -1,53.5", "600000 zoom 3,4 by 1.25",
        ])
  }

  @Test(arguments: [
    ("0.1 down 1 5,5\n0.05 up 1", "t:2:1: expected 0.1 s or later, found 0.05: time goes back"),
    ("x down 1 5,5", "t:1:1: expected seconds such as 0.016, found \"x\""),
    ("nan wait", "t:1:1: expected seconds such as 0.016, found \"nan\""),
    ("-1 wait", "t:1:1: expected seconds such as 0.016, found \"-1\""),
    (
      "0 tap 1 5,5",
      "t:1:3: expected down, move, up, cancel, wait, pointer, scroll, zoom, press, remote or motion, "
        + "found \"tap\""
    ),
    (
      "0 ",
      "t:1:3: expected down, move, up, cancel, wait, pointer, scroll, zoom, press, remote or motion, "
        + "found the end of the line"
    ),
    (
      "0 scroll 5,5 0,53",
      "t:1:14: expected a movement such as \"by 0,53\", found \"0,53\""
    ),
    ("0 zoom 5,5 by 0", "t:1:15: expected a number from 0.01 to 100, found \"0\""),
    ("0 down 1", "t:1:9: expected a position such as 250,150, found the end of the line"),
    ("0 down 1 5", "t:1:10: expected a position such as 250,150, found \"5\""),
    ("0 down 1 5,inf", "t:1:10: expected a position such as 250,150, found \"5,inf\""),
    (
      "0 down one 5,5", "t:1:8: expected the number of a finger, from 0 to 999999999, found \"one\""
    ),
    ("0 up 3", "t:1:6: finger 3 is not down; put it down with \"down 3 X,Y\" first"),
    (
      "0 down 1 5,5; down 1 6,6",
      "t:1:20: finger 1 is down already; lift it with \"up 1\" first"
    ),
    (
      "0 down 1 5,5; up 1",
      "t:1:18: finger 1 has a change in this frame already; put this one on a line of its own"
    ),
    ("0 wait up", "t:1:8: expected \";\" or the end of the line, found \"up\""),
    (
      "0 down 1 5,5 size=3",
      "t:1:14: expected \";\", the end of the line, or tool=, force=, major=, minor=, "
        + "orientation=, distance=, altitude=, azimuth=, roll= or marker=, found \"size=3\""
    ),
    (
      "0 press pushed select",
      "t:1:9: expected began, changed, ended or cancelled, found \"pushed\""
    ),
    (
      "0 motion began nod",
      "t:1:16: expected \";\" or the end of the line, found \"nod\""
    ),
    (
      "0 down 1 5,5 marker=-1",
      "t:1:21: expected the number of a marker, from 0 to 65534, found \"-1\""
    ),
    (
      "0 down 1 5,1e",
      "t:1:13: expected \";\", the end of the line, or tool=, force=, major=, minor=, "
        + "orientation=, distance=, altitude=, azimuth=, roll= or marker=, found \"e\""
    ),
    (
      "0 down 1000000000 5,5",
      "t:1:8: expected the number of a finger, from 0 to 999999999, found \"1000000000\""
    ),
    (
      "0 down 9223372036854775807 5,5",
      "t:1:8: expected the number of a finger, from 0 to 999999999, found \"9223372036854775807\""
    ),
    (
      "0 down 1 1000000001,5", "t:1:10: expected a position such as 250,150, found \"1000000001,5\""
    ),
    ("0 down 1 5,5 force=1.01", "t:1:20: expected a number from 0 to 1, found \"1.01\""),
    ("0 down 1 5,5 force=99", "t:1:20: expected a number from 0 to 1, found \"99\""),
    ("0 down 1 5,5 force=-0.1", "t:1:20: expected a number from 0 to 1, found \"-0.1\""),
    ("0 down 1 5,5 major=-1", "t:1:20: expected a number from 0 to 1000000000, found \"-1\""),
    (
      "0 down 1 5,5 orientation=99999999",
      "t:1:26: expected a number from -10 to 10, found \"99999999\""
    ),
    ("0 press changed ABS_Z force=2", "t:1:29: expected a number from 0 to 1, found \"2\""),
    ("1000000000001 wait", "t:1:1: expected seconds such as 0.016, found \"1000000000001\""),
    ("9223372036854 wait", "t:1:1: expected seconds such as 0.016, found \"9223372036854\""),
    (
      "99999999999999999999 wait",
      "t:1:1: expected seconds such as 0.016, found \"99999999999999999999\""
    ),
  ])
  func `an error is reported with its place`(text: String, message: String) {
    #expect {
      try TouchScript(text, file: "t")
    } throws: { error in
      "\(error)" == message
    }
  }

  @Test func `what the writer writes, the reader reads back the same`() throws {
    let text = """
      0.000 down 1 250,150.5 tool=pen force=0.25 major=4 minor=3 orientation=-0.5 distance=1 altitude=1 azimuth=-0.25 roll=-1.5; down 2 -3,4 marker=65534
      0.016500 move 1 252,151 tool=pen force=0.5 major=4 minor=3 orientation=-0.5 distance=1 altitude=0.5 azimuth=-0.25 roll=-1.25
      0.120 up 1; cancel 2; pointer 5,6
      0.500 press began select; press ended menu; remote nextTrack; motion began shake
      0.600 pointer gone; press changed ABS_Z force=0.4
      0.700 scroll 250,150.5 by 0,-53; zoom 1,2 by 0.875
      2.000 wait

      """
    let script = try TouchScript(text)
    let device = Device(name: "s", kind: .recording, screen: nil)
    var writer = TouchScriptWriter(start: Instant(microseconds: 0))
    var frame = Frame(time: Instant(microseconds: 0), device: device)
    for step in script.steps {
      step.fill(&frame)
      frame.time = step.time
      if frame.isEmpty { writer.write(waitUntil: step.time) } else { writer.write(frame) }
    }
    #expect(String(decoding: writer.output, as: UTF8.self) == text)
  }
}
