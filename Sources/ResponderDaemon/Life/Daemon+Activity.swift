// Records of activity and idleness.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// Uses `idleAfter` of the current configuration; the earlier state continues.
  func followActivity() {
    guard let seconds = configuration.settings.activity.idleAfter else {
      // Without `idleAfter`, no record would report that the panel is active again.
      if let activities { report(activities.idle, isIdle: false, at: now) }
      activities = nil
      activityTimer?.deadline = nil
      return
    }
    let patience = Instant.microseconds(in: seconds)
    if activities == nil { activities = Activities(patience: patience, now: loop.clock.now()) }
    activities?.patience = patience
    for connection in server.connections { followActivity(of: connection) }
    if activityTimer == nil {
      activityTimer = loop.timer { [unowned self] in
        noticeIdleness()
        activityTimer?.deadline = activities?.deadline
      }
    }
    activityTimer?.deadline = activities?.deadline
  }

  /// Follows the activity for a client whose audiences have become known.
  func followActivity(of connection: Connection) {
    guard activities != nil else { return }
    activities?.follow(connection.grant.audience, at: loop.clock.now()) { [server] seen in
      server.connections.contains { $0.grant.audience == seen }
    }
    activityTimer?.deadline = activities?.deadline
  }

  private func noticeIdleness() {
    let application = configuration.application
    let changes = activities?.becomeIdle(at: loop.clock.now()) { seen in
      application.liveTouches.contains { $0.audience.isShown(to: seen) }
        || application.livePresses.contains { $0.audience.isShown(to: seen) }
    }
    if let changes { report(changes, isIdle: true, at: now) }
  }

  /// Handles the fingers and keys of a frame. The time of idleness moves without setting a timer.
  func recordActivity(_ frame: borrowing Frame) {
    var changes: ContiguousArray<Activities.Change> = []
    let time = frame.time
    func follow(_ audience: Audience) {
      let more = activities?.touched(at: time.microseconds, seenBy: audience) ?? []
      if !more.isEmpty { changes += more }
    }
    let application = configuration.application
    for contact in frame.contacts {
      follow(application.audience(ofContact: contact.id, on: frame.device))
    }
    if !frame.presses.isEmpty {
      follow((application.focused ?? application.firstResponder)?.path?.audience.placed ?? .outside)
    }
    guard !changes.isEmpty else { return }
    report(changes, isIdle: false, at: time)
    activityTimer?.deadline = activities?.deadline
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
        among: configuration.tree.audiences.all.union(.places), at: time)
    }
  }
}
