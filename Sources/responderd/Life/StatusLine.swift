// The reports of the status line to the service manager.

import Linux

/// Reports the status line when its facts change, at most once a second.
final class StatusLine {
  /// The facts in the line.
  struct Facts: Hashable {
    var reloads = 0
    var devices = 0
    var clients = 0
    var isRefused = false
    var isWaiting = false
    var isUnconfirmed = false
  }

  private let manager: ServiceManager
  private let loop: EventLoop
  private var sentFacts = Facts()
  private var sentAt: Int64 = 0
  private var timer: Timer?

  init(to manager: ServiceManager, _ loop: EventLoop) {
    self.manager = manager
    self.loop = loop
  }

  /// Reports that the service is ready, with its line.
  func ready(_ facts: Facts, _ text: String) {
    sent(facts, at: loop.clock.now())
    manager.ready(status: text)
  }

  /// Reports the line if its facts have changed; if it is too soon, a turn of the loop follows when
  /// it is due, which calls this again.
  func refresh(_ facts: Facts, _ text: () -> String) {
    guard manager.isPresent, facts != sentFacts else { return }
    let now = loop.clock.now()
    let due = sentAt + 1_000_000
    guard now >= due else {
      if timer == nil { timer = loop.timer {} }
      if timer?.deadline != due { timer?.deadline = due }
      return
    }
    sent(facts, at: now)
    manager.status(text())
  }

  private func sent(_ facts: Facts, at time: Int64) {
    sentFacts = facts
    sentAt = time
  }
}
