// Touch scripts that are read while they are played.

import Linux
import ResponderKit
import TestSupport
import Testing

@testable import Devices

@Suite struct TouchScriptFileTests {
  /// Many pieces, with lines across their ends, and fingers that land at one time in two lines.
  private static func longScript(rounds: Int) -> String {
    var text = "\u{feff}# a long one\r\n\r\n"
    for round in 0..<rounds {
      let time = "\(round).000016"
      text += "\(time) down 1 \(round % 90),5.25 force=0.5; down 22 7,8\n\(time) down 3 9,9\n"
      text += "  \n\(time) move 1 8,\(round % 70)  # moves at the same time\n"
      text += "\(round).5 move 1 1.5,2; move 22 -3,4\r\n\(round).75 cancel\n"
    }
    return text + "\(rounds) down 7 1,1"
  }

  @Test func `a script that is read while it plays gives the frames of the whole one`() throws {
    let folder = TemporaryFolder()
    let text = TouchScriptFileTests.longScript(rounds: 1500)
    #expect(text.utf8.count > 150_000)
    try folder.write(text, to: "long.touch")
    let whole = try RecordingReader.read(folder.file("long.touch"))
    let inPieces = try RecordingReader.open(folder.file("long.touch"))
    guard case .scriptFile = try #require(inPieces.first).content else {
      Issue.record("expected a script that is read while it is played, found \(inPieces)")
      return
    }
    #expect(inPieces.map(\.name) == whole.map(\.name))
    let expected = frames(whole)
    // The finger that the end leaves down is cancelled.
    #expect(expected.count == 1500 * 4 + 2)
    #expect(frames(inPieces) == expected)
    // Each player begins at the beginning.
    #expect(frames(inPieces) == expected)
  }

  @Test func `an error far behind ends the recording with the message of reading it whole`()
    throws
  {
    let folder = TemporaryFolder()
    var lines = (0..<9000).map { "\($0) wait # nothing happens" }
    lines[8499] = "8499 move 3 1,1"
    try folder.write(lines.joined(separator: "\n"), to: "wrong.touch")
    let path = folder.file("wrong.touch")
    let message = try #require(throws: RecordingError.self) { try RecordingReader.read(path) }
    #expect(message.line == 8500)
    let recording = try #require(try RecordingReader.open(path).first)
    let player = RecordingPlayer(
      RecordingPart(
        recording, device: Device(name: "wrong", kind: .recording, screen: nil),
        mapping: SurfaceMapping(region: panelRegion)))
    #expect(player.failure == nil)
    var played = 0
    while let time = player.nextTime {
      player.next(at: time) { _ in played += 1 }
    }
    #expect(played == 8499)
    #expect(player.failure == message)
  }

  @Test func `an error at the beginning is reported before anything is played`() throws {
    let folder = TemporaryFolder()
    for text in ["", "# nothing\n", "0 jump 1\n", "0 wait\n0.5 up 1\n"] {
      try folder.write(text, to: "short.touch")
      let path = folder.file("short.touch")
      let message = try #require(throws: RecordingError.self) { try RecordingReader.read(path) }
      #expect(throws: message) { try RecordingReader.open(path) }
    }
    let message = try #require(throws: RecordingError.self) {
      try RecordingReader.read("/nowhere.touch")
    }
    #expect(throws: message) { try RecordingReader.open("/nowhere.touch") }
  }

  @Test func `only scripts in files are read while they play`() throws {
    let events = try RecordingReader.open(ownRecording("small-touchscreen.evemu"))
    guard case .events = try #require(events.first).content else {
      Issue.record("expected events, found \(events)")
      return
    }
  }
}
