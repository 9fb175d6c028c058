// Records of activity and idleness.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

/// Follows touches and keys for each group of clients, and reports when the panel becomes idle or
/// active.
final class PanelActivity {
  private let loop: EventLoop
  private let time: EngineTime
  private let encoder: RecordEncoder
  private let tree: Tree
  // Nil without `idleAfter`.
  private var activities: Activities?
  private var timer: Timer?

  init(of tree: Tree, _ encoder: RecordEncoder, _ loop: EventLoop, _ time: EngineTime) {
    self.loop = loop
    self.time = time
    self.encoder = encoder
    self.tree = tree
  }

  /// Whether the configuration has `idleAfter`.
  var isFollowed: Bool { activities != nil }

  /// Uses `idleAfter` of a configuration; the earlier state continues.
  func use(idleAfter seconds: TimeInterval?, for connections: ContiguousArray<Connection>) {
    guard let seconds else {
      // Without `idleAfter`, no record would report that the panel is active again.
      if let activities { report(activities.idle, isIdle: false, at: time.now) }
      activities = nil
      timer?.deadline = nil
      return
    }
    let patience = Instant.microseconds(in: seconds)
    if activities == nil { activities = Activities(patience: patience, now: loop.clock.now()) }
    activities?.patience = patience
    for connection in connections { follow(connection, among: connections) }
    if timer == nil {
      timer = loop.timer { [unowned self] in
        noticeIdleness()
        timer?.deadline = activities?.deadline
      }
    }
    timer?.deadline = activities?.deadline
  }

  /// Follows the activity for a client whose audiences have become known.
  func follow(_ connection: Connection, among connections: ContiguousArray<Connection>) {
    guard activities != nil else { return }
    activities?.follow(connection.grant.audience, at: loop.clock.now()) { seen in
      connections.contains { $0.grant.audience == seen }
    }
    timer?.deadline = activities?.deadline
  }

  /// The time since which the panel is idle for these audiences; nil while it is active.
  func idleSince(seenBy audience: Audience) -> Instant? {
    activities?.idleSince(seenBy: audience)
  }

  private func noticeIdleness() {
    let application = tree.application
    let changes = activities?.becomeIdle(at: loop.clock.now()) { seen in
      application.liveTouches.contains { $0.audience.isShown(to: seen) }
        || application.livePresses.contains { $0.audience.isShown(to: seen) }
    }
    if let changes { report(changes, isIdle: true, at: time.now) }
  }

  /// Handles the fingers and keys of a frame. The time of idleness moves without setting a timer.
  func follow(_ frame: borrowing Frame) {
    var changes: ContiguousArray<Activities.Change> = []
    let time = frame.time
    func follow(_ audience: Audience) {
      let more = activities?.touched(at: time.microseconds, seenBy: audience) ?? []
      if !more.isEmpty { changes += more }
    }
    let application = tree.application
    for contact in frame.contacts {
      follow(application.audience(ofContact: contact.id, on: frame.device))
    }
    if !frame.presses.isEmpty {
      follow((application.focused ?? application.firstResponder)?.path?.audience.placed ?? .outside)
    }
    guard !changes.isEmpty else { return }
    report(changes, isIdle: false, at: time)
    timer?.deadline = activities?.deadline
  }

  // A record for each group; one record for all if it is the same for all groups.
  private func report(
    _ changes: ContiguousArray<Activities.Change>, isIdle: Bool, at time: Instant
  ) {
    guard let first = changes.first else { return }
    if activities?.areAll(changes) == true {
      encoder.activity(isIdle: isIdle, since: Instant(microseconds: first.since), at: time)
      return
    }
    for change in changes {
      encoder.activity(
        isIdle: isIdle, since: Instant(microseconds: change.since), only: change.seen,
        among: tree.audiences.all.union(.places), at: time)
    }
  }
}
