// Recordings are read and played; whatever they hold, each finger must come once and go once.

import Devices
import ResponderKit

/// Reads recordings from bytes of any form and plays them to their end.
func playRecordings(_ bytes: [UInt8]) {
  let recordings: [Recording]
  do throws(RecordingError) {
    recordings = try RecordingReader.parse(bytes, file: "fuzz")
  } catch {
    expect(!error.message.isEmpty, "an error without words")
    expect(error.message.utf8.count < 1_000, "an error that repeats the recording")
    expect(error.message.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "control characters")
    return
  }
  let area = Rect(x: 0, y: 0, width: 800, height: 480)
  for recording in recordings {
    let screen = Screen(id: "screen", size: area.size)
    let device = Device(name: recording.name, kind: .recording, screen: screen)
    let mapping = SurfaceMapping(region: area)
    let player = RecordingPlayer(RecordingPart(recording, device: device, mapping: mapping))
    var sequence = RecordingSequence([player], origin: .distantFuture, maximumGap: 1)
    var ledger = FingerLedger()
    sequence.forEachFrame { ledger.read($0) }
    expect(ledger.isEmpty, "fingers that never went")
  }
}
