// Contacts without identity, from devices and recordings that say what they cannot mean.

import ResponderKit
import Testing

@testable import TouchSources

@Suite struct AnonymousContactsTests {
  @Test(arguments: ["0003 0070 0100", "0003 ffff 0001", "0003 002f 0f02001", "0003 002f -001"])
  func `an axis that cannot be is passed over, and the finger goes on`(line: String) throws {
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
    let recordings = try RecordingReader.parse(Array(text.utf8), file: "panel.evemu")
    let recording = try #require(recordings.first)
    let area = Rect(
      origin: Point(x: 0, y: 0), size: Size(width: 800, height: 480))
    let player = RecordingPlayer(
      RecordingPart(
        recording, device: Device(name: "panel", kind: .touchscreen, screen: nil),
        mapping: SurfaceMapping(region: area)))
    var changes: [Contact.Change] = []
    while let time = player.nextTime {
      player.next(at: time) { frame in changes += frame.contacts.map(\.change) }
    }
    #expect(changes == [.down, .up])
  }
}
