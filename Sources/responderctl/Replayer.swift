// Recordings played through a configuration in virtual time.

import Configuration
import Devices
import Linux
import Protocol
import Records
import ResponderKit

/// Plays recordings as fast as it can, and hands out the lines that subscribers would read.
struct Replayer {
  private let panel: PanelSession
  private let scenes: [(session: Session, reader: SessionReader)]
  private var sequence: RecordingSequence
  /// The number of touches that came down, and of those beside their screen.
  private(set) var touches = (count: 0, beside: 0)

  /// Recordings of devices of a configuration, and what of it is wanted.
  init(
    _ parts: [RecordingPart], in offline: Offline, filter: Filter, maximumGap: Double? = nil,
    withHits includesHits: Bool = false
  ) {
    let sessions = Scene.all(of: offline.tree, offline.blueprint.wanted)
    let panel = PanelSession(sessions[0].session)
    scenes = sessions.map { scene in
      scene.session.encoder.includesHits = includesHits
      if let box = scene.box { panel.open(scene.session, in: box) }
      return (scene.session, SessionReader(filter, of: scene.session))
    }
    self.panel = panel
    sequence = RecordingSequence(
      parts.map { RecordingPlayer($0) }, origin: Instant(microseconds: 0), maximumGap: maximumGap)
  }

  /// The tree before the first record, a line for each stream, without the last line feed.
  func snapshot(of offline: Offline) -> String {
    let writer = LineWriter()
    for (session, _) in scenes {
      session.encoder.snapshot(
        of: session.application, screens: offline.tree.screens, devices: [], idleSince: nil,
        subscription: nil, to: writer)
    }
    return String(writer.text.dropLast())
  }

  /// Plays to the end, and continues until the engine has no deadline. Each line ends with its line feed.
  ///
  /// A recording that cannot be read to its end fails when what precedes has been played.
  mutating func play(_ take: (ContiguousArray<UInt8>) -> Void) throws(Failure) {
    let (panel, scenes) = (panel, scenes)
    var live = LiveState()
    defer { touches = (live.downCount, live.besideCount) }
    while sequence.next({ frame in
      live.apply(frame)
      for scene in scenes { scene.reader.readHeld(until: frame.time, take) }
      panel.feed(frame)
    }) {
      for scene in scenes { scene.reader.read(scene.session, take) }
    }
    // A recording whose end leaves timers, such as that of a second tap, ends with them.
    while let deadline = panel.deadline {
      for scene in scenes { scene.reader.readHeld(until: deadline, take) }
      panel.advance(to: deadline)
      for scene in scenes { scene.reader.read(scene.session, take) }
    }
    for scene in scenes { scene.reader.readHeld(until: nil, take) }
    if let failure = sequence.failure { throw Failure(.usage, "\(failure)") }
  }
}
