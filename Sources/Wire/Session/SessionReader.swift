// One reader of a session without a daemon: it gets the lines that a subscriber would get.

package import ResponderKit

/// What one subscription reads of a session.
package struct SessionReader {
  private let subscription: Subscription
  private let pace: Pace?
  private let held = LineWriter()

  /// A reader with this filter, for whom alone the session reports what it does.
  package init(_ filter: Filter, of session: Session) {
    let subscription = Subscription(id: 1, filter: filter)
    self.subscription = subscription
    pace = filter.rate.map { Pace(rate: $0) }
    session.listen(to: filter.types, withDetail: filter.detail)
    let encoder = session.encoder
    session.application.hearsQuestions = { [unowned encoder] recognizer in
      // A program that is named as the actor is not there.
      encoder.actor(for: recognizer) == nil && subscription.takesQuestions(about: recognizer)
    }
  }

  /// Reads what was held back and is due by a time, or all of it; the lines lie in the writer.
  package func readHeld(until time: Instant?, _ take: (LineWriter, Range<Int>) -> Void) {
    pace?.release(until: time?.microseconds) { line, _, replaced in
      held.removeAll()
      let line = Pace.counting(replaced, in: line)
      unsafe line.withUnsafeBytes { unsafe held.raw($0) }
      take(held, 0..<held.count)
    }
  }

  /// Reads what the session has recorded, and removes it.
  package func read(_ session: Session, _ take: (LineWriter, Range<Int>) -> Void) {
    let encoder = session.encoder
    for record in encoder.records where subscription.wants(record, for: nil) {
      if let pace {
        if record.isPassing {
          let isDue = pace.admits(
            encoder.key(of: record), at: record.time.microseconds, seq: record.seq
          ) {
            var bytes: ContiguousArray<UInt8> = []
            encoder.lines.copy(record.bytes, to: &bytes)
            return bytes
          }
          guard isDue else { continue }
        } else {
          // What is held is older than this, and what it tells of may end with this.
          readHeld(until: nil, take)
        }
      }
      take(encoder.lines, record.bytes)
    }
    encoder.removeAll()
  }
}
