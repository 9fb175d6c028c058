// Recordings played through a configuration in virtual time.

import Blueprint
import LinuxKit
import ResponderKit
import TouchSources
import Wire

/// Plays recordings as fast as it can, and hands out the lines that subscribers would read.
struct Replayer {
  private let application: Application
  private let encoder = RecordEncoder()
  private var sequence: RecordingSequence
  private var subscription: Wire.Subscription

  /// Recordings of devices of a configuration, and what of it is wanted.
  init(
    _ parts: [RecordingPart], in offline: Offline, filter: Filter, maximumGap: Double? = nil
  ) {
    application = offline.tree.application
    subscription = Wire.Subscription(id: 1, filter: filter)
    sequence = RecordingSequence(
      parts.map { RecordingPlayer($0) }, origin: Instant(microseconds: 0), maximumGap: maximumGap)
    encoder.includesDetail = filter.detail
    application.outbox.wants = encoder.categories(for: filter.types)
  }

  /// The tree before the first record, as a line without its line feed.
  func snapshot(of offline: Offline) -> String {
    let writer = LineWriter()
    encoder.snapshot(
      of: application, screens: offline.tree.screens, devices: [], idleSince: nil,
      subscription: nil, for: .all, to: writer)
    return String(writer.text.dropLast())
  }

  /// Plays to the end, and on until the engine waits for nothing more.
  mutating func play(_ take: (LineWriter, Record) -> Void) {
    var isOver = false
    while !isOver {
      let application = application
      isOver = !sequence.next { application.feed($0) }
      drain(take)
    }
    // A recording whose end leaves timers, such as a second tap that does not come, ends with them.
    while let deadline = application.deadline {
      application.advance(to: deadline)
      drain(take)
    }
  }

  private mutating func drain(_ take: (LineWriter, Record) -> Void) {
    encoder.encode(application.outbox)
    application.outbox.removeAll()
    for record in encoder.records where subscription.wants(record, of: encoder) {
      take(encoder.lines, record)
    }
    encoder.removeAll()
  }
}
