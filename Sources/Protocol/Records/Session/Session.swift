// The engine with the encoder of its reports: a turn is the same in the daemon, in replay and in
// tests.

package import Protocol
package import ResponderKit

/// An application and its records.
///
///     frame · time · edit ──► engine ──reports──► encoder ──► records, until they are removed
///
/// Every call that makes the engine act is made through a session, so that no report stays behind,
/// and turns are the same everywhere.
package final class Session {
  /// The tree and its state.
  package let application: Application
  /// The encoder of the records.
  package let encoder: RecordEncoder
  /// Called with the reports before they are encoded.
  package var willEncode: ((Outbox) -> Void)?
  /// Called to remove a page that a finger has popped; nil: it is removed from the tree.
  package var popPage: ((ViewController) -> Void)?
  /// Called after each turn, after which the engine may have to be called again at another time.
  package var followDeadline: (() -> Void)?
  /// The record types and the detail that all its readers need together.
  package let wanted = WantedRecords()
  /// What fingers did lately; nil if that is not kept.
  package var recentContacts: RecentContacts?
  /// The number of frames, and of touches that began.
  package private(set) var frames = 0
  package private(set) var touches = 0

  /// A session without subscribers, in which no program answers questions.
  package init(_ application: Application, _ encoder: RecordEncoder = RecordEncoder()) {
    self.application = application
    self.encoder = encoder
    application.canBeAsked = { _ in false }
    application.outbox.didReportPosition = { [unowned self] in encode() }
    // Not the parameters, which would keep the application in memory.
    application.popPage = { [unowned self] page, time in pop(page, at: time) }
  }

  // A finger has popped a page.
  private func pop(_ page: ViewController, at time: Instant) {
    encode()
    encoder.editsAreByTouch = true
    if let popPage {
      popPage(page)
    } else if let pages = page.navigationController {
      perform(at: time) { _ = pages.pop() }
    }
    encoder.editsAreByTouch = false
  }

  /// Whether a finger of a device is part of a gesture that has begun.
  package func hasGesture(on device: Device) -> Bool {
    application.liveTouches.contains { touch in
      touch.device === device
        && touch.gestureRecognizers.contains { [.began, .changed].contains($0.state) }
    }
  }

  // MARK: Turns

  /// Feeds a frame to the engine; a closure may write records that come first.
  package func feed(
    _ frame: borrowing Frame, recordingFirst record: (borrowing Frame) -> Void = { _ in }
  ) {
    frames += 1
    for index in frame.contacts.indices where frame.contacts[index].change == .down { touches += 1 }
    recentContacts?.append(frame)
    application.feed(frame)
    record(frame)
    encode()
  }

  /// Sets the time of the engine.
  package func advance(to time: Instant) {
    application.advance(to: time)
    encode()
  }

  /// Changes the tree or its state in one turn.
  package func perform(at time: Instant, _ edit: () -> Void) {
    application.perform(at: time, edit)
    encode()
  }

  /// Cancels every touch and press.
  package func cancelAll(at time: Instant, because reason: CancelReason) {
    application.cancelAll(at: time, because: reason)
    encode()
  }

  /// Cancels the touches and presses of a device that was removed.
  package func cancelAll(of device: Device, at time: Instant) {
    application.cancelAll(of: device, at: time)
    encode()
  }

  /// Answers questions that no program can answer any more with the defaults of their recognizers.
  package func giveUpUnanswerableQuestions(at time: Instant) {
    application.giveUpUnanswerableQuestions(at: time)
    encode()
  }

  /// Encodes reports that were made outside of the turns above.
  package func encode() {
    followDeadline?()
    guard !application.outbox.isEmpty else { return }
    willEncode?(application.outbox)
    encoder.encode(application.outbox)
    application.outbox.removeAll()
  }

  // MARK: Subscribers

  /// Makes the engine report what records of these types need, and nothing else; `keepingReasons`
  /// reports decisions, too, for readers that ask for them later.
  package func listen(
    to types: RecordTypes, withDetail includesDetail: Bool, keepingReasons: Bool = false
  ) {
    encoder.includesDetail = includesDetail
    var wants = encoder.categories(for: types)
    if keepingReasons { wants.formUnion([.explain, .questions]) }
    application.outbox.wants = wants
  }
}
