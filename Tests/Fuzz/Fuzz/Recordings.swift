// Recordings are read and played; whatever they hold, each finger must come once and go once.

import ResponderKit
import TouchSources

/// Reads recordings from bytes of any form and plays them to their end.
func playRecordings(_ bytes: [UInt8]) {
  let recordings: [Recording]
  do throws(RecordingError) {
    recordings = try RecordingReader.parse(bytes, file: "fuzz")
  } catch {
    precondition(!error.message.isEmpty, "an error without words")
    return
  }
  let area = Rect(
    origin: Point(x: 0, y: 0), size: Size(width: 800, height: 480))
  for recording in recordings {
    let screen = Screen(id: "screen", size: area.size)
    let device = Device(name: recording.name, kind: .recording, screen: screen)
    let player = RecordingPlayer(
      RecordingPart(recording, device: device, mapping: SurfaceMapping(region: area)))
    var fingers: Set<Int> = []
    while let time = player.nextTime {
      player.next(at: time) { frame in
        for contact in frame.contacts { follow(contact, &fingers) }
      }
    }
    precondition(fingers.isEmpty, "fingers that never went")
  }
}

private func follow(_ contact: Contact, _ fingers: inout Set<Int>) {
  switch contact.change {
  case .down: precondition(fingers.insert(contact.id).inserted, "a finger that came twice")
  case .move: precondition(fingers.contains(contact.id), "a finger that moved but never came")
  case .up, .cancel:
    precondition(fingers.remove(contact.id) != nil, "a finger that went but never came")
  }
}
