// A reader of a session without a daemon: it receives the lines that a subscriber would receive.

package import ResponderKit

/// The lines of one subscription to a session.
package struct SessionReader {
  private let matcher: RecordMatcher
  private let pace: Pace?
  private let held = LineWriter()

  /// A reader with a filter; the session reports only what this filter needs.
  package init(_ filter: Filter, of session: Session) {
    let matcher = RecordMatcher(id: 1, filter: filter)
    self.matcher = matcher
    pace = filter.rate.map { Pace(rate: $0) }
    session.listen(to: filter.types, withDetail: filter.detail)
    let encoder = session.encoder
    session.application.canBeAsked = { [unowned encoder] recognizer in
      // A view's actor is another program, which is not there.
      encoder.actor(for: recognizer) == nil && matcher.acceptsQuestions(about: recognizer)
    }
  }

  /// Reads the lines that were held back and are due by a time, or all of them.
  package func readHeld(until time: Instant?, _ deliver: (LineWriter, Range<Int>) -> Void) {
    pace?.release(until: time?.microseconds) { line, _, replaced in
      held.removeAll()
      let line = Pace.counting(replaced, in: line)
      unsafe line.withUnsafeBytes { unsafe held.raw($0) }
      deliver(held, 0..<held.count)
    }
  }

  /// Reads the records of the session, and removes them.
  package func read(_ session: Session, _ deliver: (LineWriter, Range<Int>) -> Void) {
    let encoder = session.encoder
    for record in encoder.records where matcher.wants(record, for: nil) {
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
          readHeld(until: nil, deliver)
        }
      }
      deliver(encoder.lines, record.bytes)
    }
    encoder.removeAll()
  }
}
