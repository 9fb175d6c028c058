// Records of activity and idleness.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit

/// Follows touches and keys, and reports when the panel becomes idle or active.
final class PanelActivity {
  private let loop: EventLoop
  private let time: EngineTime
  private let scenes: Scenes
  // Nil without `idleAfter`.
  private var activity: Activity?
  private var timer: Timer?

  init(of scenes: Scenes, _ loop: EventLoop, _ time: EngineTime) {
    self.loop = loop
    self.time = time
    self.scenes = scenes
  }

  private var encoder: RecordEncoder { scenes.shared.session.encoder }

  /// The time since which the panel is idle; nil while it is active.
  var idleSince: Instant? {
    activity.flatMap { $0.isIdle ? Instant(microseconds: $0.last) : nil }
  }

  /// Uses `idleAfter` of a configuration; the earlier state continues.
  func use(idleAfter seconds: TimeInterval?) {
    guard let seconds else {
      // Without `idleAfter`, no record would report that the panel is active again.
      if let idleSince { encoder.activity(isIdle: false, since: idleSince, at: time.now) }
      activity = nil
      timer?.deadline = nil
      return
    }
    let patience = Instant.microseconds(in: seconds)
    if activity == nil { activity = Activity(patience: patience, now: loop.clock.now()) }
    activity?.patience = patience
    if timer == nil {
      timer = loop.timer { [unowned self] in
        noticeIdleness()
        timer?.deadline = activity?.deadline
      }
    }
    timer?.deadline = activity?.deadline
  }

  private func noticeIdleness() {
    let isTouched = scenes.all.map(\.tree.application).contains {
      !$0.liveTouches.isEmpty || !$0.livePresses.isEmpty
    }
    guard activity?.becomesIdle(at: loop.clock.now(), isTouched: isTouched) == true,
      let idleSince
    else { return }
    encoder.activity(isIdle: true, since: idleSince, at: time.now)
  }

  /// Handles the fingers, keys and pointers of a frame. The time of idleness moves without setting a timer.
  func follow(_ frame: borrowing Frame) {
    guard
      !frame.contacts.isEmpty || !frame.presses.isEmpty || frame.scroll != nil || frame.zoom != nil
        || frame.pointer.map({ $0 != .gone }) ?? false,
      let since = activity?.touched(at: frame.time.microseconds)
    else { return }
    encoder.activity(isIdle: false, since: Instant(microseconds: since), at: frame.time)
    timer?.deadline = activity?.deadline
  }
}
