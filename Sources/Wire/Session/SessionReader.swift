// A reader of a session without a daemon: it receives the lines that a subscriber would receive.

package import ResponderKit

/// The lines of one subscription to a session.
package struct SessionReader {
  private let subscription: Subscription
  private let pace: Pace?
  private let held = LineWriter()

  /// A reader with a filter; the session reports only what this filter needs.
  package init(_ filter: Filter, of session: Session) {
    let subscription = Subscription(id: 1, filter: filter)
    self.subscription = subscription
    pace = filter.rate.map { Pace(rate: $0) }
    session.listen(to: filter.types, withDetail: filter.detail)
    let encoder = session.encoder
    session.application.canBeAsked = { [unowned encoder] recognizer in
      // A view's actor is another program, which is not there.
      encoder.actor(for: recognizer) == nil && subscription.takesQuestions(about: recognizer)
    }
  }

  /// Reads the lines that were held back and are due by a time, or all of them.
  package func readHeld(until time: Instant?, _ take: (LineWriter, Range<Int>) -> Void) {
    pace?.release(until: time?.microseconds) { line, _, replaced in
      held.removeAll()
      let line = Pace.counting(replaced, in: line)
      unsafe line.withUnsafeBytes { unsafe held.raw($0) }
      take(held, 0..<held.count)
    }
  }

  /// Reads the records of the session, and removes them.
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
          // Held lines are older than this record, which may end their subject.
          readHeld(until: nil, take)
        }
      }
      take(encoder.lines, record.bytes)
    }
    encoder.removeAll()
  }
}
