// Recordings played through a configuration in virtual time.

import Blueprint
import LinuxKit
import ResponderKit
import TouchSources
import Wire

/// Plays recordings as fast as it can, and hands out the lines that subscribers would read.
struct Replayer {
  private let session: Session
  private let reader: SessionReader
  private var sequence: RecordingSequence

  /// Recordings of devices of a configuration, and what of it is wanted.
  init(
    _ parts: [RecordingPart], in offline: Offline, filter: Filter, maximumGap: Double? = nil,
    withHits includesHits: Bool = false
  ) {
    session = Session(offline.tree, offline.blueprint.wanted)
    session.encoder.includesHits = includesHits
    reader = SessionReader(filter, of: session)
    sequence = RecordingSequence(
      parts.map { RecordingPlayer($0) }, origin: Instant(microseconds: 0), maximumGap: maximumGap)
  }

  /// The tree before the first record, as a line without its line feed.
  func snapshot(of offline: Offline) -> String {
    let writer = LineWriter()
    session.encoder.snapshot(
      of: session.application, screens: offline.tree.screens, devices: [], idleSince: nil,
      subscription: nil, to: writer)
    return String(writer.text.dropLast())
  }

  /// Plays to the end, and continues until the engine has no deadline. Each line ends with its line feed.
  ///
  /// A recording that cannot be read to its end fails when what precedes has been played.
  mutating func play(_ take: (ContiguousArray<UInt8>) -> Void) throws(Failure) {
    let session = session
    let reader = reader
    while sequence.next({ frame in
      reader.readHeld(until: frame.time, take)
      session.feed(frame)
    }) {
      reader.read(session, take)
    }
    // A recording whose end leaves timers, such as that of a second tap, ends with them.
    while let deadline = session.application.deadline {
      reader.readHeld(until: deadline, take)
      session.advance(to: deadline)
      reader.read(session, take)
    }
    reader.readHeld(until: nil, take)
    if let failure = sequence.failure { throw Failure(.usage, "\(failure)") }
  }
}
