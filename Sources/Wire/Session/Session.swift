// The engine with the encoder of what it says: a turn is the same in the daemon, in replay and in tests.

package import ResponderKit

/// An application and its records.
///
///     frame · time · edit ──► engine ──reports──► encoder ──► records, until they are removed
///
/// Whatever makes the engine act goes through here, so nothing that it says is left behind, and
/// nobody makes the turns of the daemon in another way.
package final class Session {
  /// The tree, and what happens in it.
  package let application: Application
  /// The records of what has happened.
  package let encoder: RecordEncoder
  /// What looks at what the engine says, before it is encoded.
  package var willEncode: ((Outbox) -> Void)?
  /// What is told after each turn when the engine wants to be woken, if ever.
  package var followDeadline: ((Instant?) -> Void)?

  /// A session in which nobody listens yet, and nobody hears questions.
  package init(_ application: Application, lastSeq: UInt64 = 0) {
    self.application = application
    encoder = RecordEncoder(lastSeq: lastSeq)
    application.hearsQuestions = { _ in false }
  }

  // MARK: Turns

  /// Gives the engine a frame; something else may be recorded before what it says.
  package func feed(
    _ frame: borrowing Frame, recordingFirst record: (borrowing Frame) -> Void = { _ in }
  ) {
    application.feed(frame)
    record(frame)
    encode()
  }

  /// Lets time pass.
  package func advance(to time: Instant) {
    application.advance(to: time)
    encode()
  }

  /// Changes the tree, or what happens in it, as one turn.
  package func perform(at time: Instant, _ edit: () -> Void) {
    application.perform(at: time, edit)
    encode()
  }

  /// Cancels every finger and key.
  package func cancelAll(at time: Instant, because reason: CancelReason) {
    application.cancelAll(at: time, because: reason)
    encode()
  }

  /// Cancels the fingers and keys of a device that is gone.
  package func cancelAll(of device: Device, at time: Instant) {
    application.cancelAll(of: device, at: time)
    encode()
  }

  /// Answers questions that nobody hears any more as their recognizers' defaults say.
  package func giveUpUnheardQuestions(at time: Instant) {
    application.giveUpUnheardQuestions(at: time)
    encode()
  }

  /// Encodes what the engine has said outside of the turns above.
  package func encode() {
    followDeadline?(application.deadline)
    guard !application.outbox.isEmpty else { return }
    willEncode?(application.outbox)
    encoder.encode(application.outbox)
    application.outbox.removeAll()
  }

  // MARK: Listeners

  /// Has the engine say what records of these kinds need, and nothing else.
  package func listen(to types: RecordTypes, withDetail includesDetail: Bool) {
    encoder.includesDetail = includesDetail
    application.outbox.wants = encoder.categories(for: types)
  }
}
