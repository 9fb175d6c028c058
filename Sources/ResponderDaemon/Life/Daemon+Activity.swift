// Whether somebody is there, as records.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// Waits as long as the configuration in force says; what it was told before goes on.
  func followActivity() {
    guard let seconds = configuration.settings.activity.idleAfter else {
      // Nobody would ever say that somebody is there again.
      if let activity, activity.isIdle { sayActive(since: activity.last, at: now) }
      activity = nil
      activityTimer?.deadline = nil
      return
    }
    let patience = Int64(seconds * 1_000_000)
    if activity == nil { activity = Activity(patience: patience, now: loop.clock.now()) }
    activity?.patience = patience
    if activityTimer == nil {
      activityTimer = loop.timer { [unowned self] in
        noticeIdleness()
        activityTimer?.deadline = activity?.deadline
      }
    }
    activityTimer?.deadline = activity?.deadline
  }

  private func noticeIdleness() {
    let application = configuration.application
    let isTouched =
      application.liveTouches.contains { $0.audience.isEmpty }
      || application.livePresses.contains { $0.audience.isEmpty }
    guard activity?.becomesIdle(at: loop.clock.now(), isTouched: isTouched) == true, let activity
    else { return }
    encoder.activity(isIdle: true, since: Instant(microseconds: activity.last), view: nil, at: now)
  }

  /// Takes note of a finger or key. The moment of idleness moves without a timer being set.
  func noteActivity(at time: Instant) {
    guard let since = activity?.touched(at: time.microseconds) else { return }
    sayActive(since: since, at: time)
    activityTimer?.deadline = activity?.deadline
  }

  private func sayActive(since: Int64, at time: Instant) {
    encoder.activity(isIdle: false, since: Instant(microseconds: since), view: nil, at: time)
  }
}
