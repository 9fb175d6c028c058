// A reader of a session without a daemon: it receives the lines that a subscriber would receive.

package import Protocol
package import ResponderKit

/// The lines of one subscription to a session.
package final class SessionReader {
  private let stream = RecordStream()
  private let subscription: Subscription
  private var line: ContiguousArray<UInt8> = []

  /// A reader with a filter; the session reports only what this filter needs.
  package init(_ filter: Filter, of session: Session) {
    let subscription = Subscription(id: 1, filter: filter, to: stream, for: ActorNames())
    self.subscription = subscription
    session.listen(to: filter.types, withDetail: filter.detail)
    let encoder = session.encoder
    session.application.canBeAsked = { [unowned encoder] recognizer in
      // A view's actor is another program, which is not there.
      encoder.actor(for: recognizer) == nil
        && subscription.shared.acceptsQuestions(about: recognizer)
    }
  }

  /// Reads the lines that a rate holds back and that are due by a time, or all of them.
  package func readHeld(until time: Instant?, _ deliver: (ContiguousArray<UInt8>) -> Void) {
    guard let deadline = subscription.deadline,
      time.map({ deadline <= $0.microseconds }) ?? true
    else { return }
    read(at: time == nil ? .max : deadline, deliver)
  }

  /// Reads the records of the session, and removes them.
  package func read(_ session: Session, _ deliver: (ContiguousArray<UInt8>) -> Void) {
    guard let time = session.encoder.records.last?.time else { return }
    stream.append(session.encoder)
    read(at: time.microseconds, deliver)
  }

  private func read(at time: Int64, _ deliver: (ContiguousArray<UInt8>) -> Void) {
    subscription.beginRound(at: time)
    while let record = subscription.peek(beside: []) {
      line.removeAll(keepingCapacity: true)
      subscription.read(record, at: time, to: &line)
      deliver(line)
    }
  }
}
