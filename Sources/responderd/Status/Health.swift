// The one list of what keeps touches from programs, or may.
//
//     none ──found──► lasting ──no longer found──► none
//
// Each arrow is a line of the journal and a `health` record. `status`, `doctor`, the inspector, MQTT
// and the metrics show what is lasting.

import Devices
import Linux
import Protocol
import Records
import ResponderKit

/// The facts that last, and when to look for them again.
final class Health {
  /// The facts that last.
  private(set) var facts: [HealthFact] = []

  private unowned let daemon: Daemon
  private var timer: Timer?
  // Whether to look at the end of this turn.
  private var isDue = true
  // What happens, by fact and subject: how often it has, and when that was found last.
  private var happened: [String: (count: Int, latest: Int64)] = [:]

  /// How long something that happened stays in the list, in microseconds.
  static let memory: Int64 = 600_000_000
  /// How long a touch lasts before it is in the list, in microseconds.
  static let longestTouch: Int64 = 300_000_000
  // Within this time after a finger has landed or lifted, all is looked at.
  private static let patience: Int64 = 1_000_000

  init(of daemon: Daemon) {
    self.daemon = daemon
    timer = daemon.loop.timer { [unowned self] in isDue = true }
  }

  /// Looks at everything at the end of this turn.
  func look() { isDue = true }

  /// Looks at everything soon after a finger has landed or lifted.
  func follow(_ frame: borrowing Frame) {
    guard frame.contacts.contains(where: { $0.change != .move }) else { return }
    let time = daemon.loop.moment + Health.patience
    if let deadline = timer?.deadline, deadline <= time { return }
    timer?.deadline = time
  }

  /// Looks at everything if a socket was lost, or is back.
  func followSockets() {
    let known = facts.filter { $0.code == .lostSocket }.map(\.about)
    if daemon.server.lostSockets != known { look() }
  }

  /// Looks if it is due; called at the end of each turn.
  func proceed() { if isDue { update() } }

  /// Looks at everything now, and reports what has begun and what is over.
  func update() {
    guard daemon.step == .running else { return }
    isDue = false
    timer?.deadline = nil
    let found = find(in: daemon)
    let before = facts
    facts = found
    for fact in before where !found.contains(where: fact.isSame) { report(fact, isOver: true) }
    for fact in found where !before.contains(where: fact.isSame) { report(fact, isOver: false) }
  }

  private func report(_ fact: HealthFact, isOver: Bool) {
    daemon.log.limited(
      fact.isProblem && !isOver ? .warning : .notice, fact.code.origin,
      "\(fact.code.rawValue) \(fact.about)",
      isOver ? "over: \(fact.text)" : "\(fact.text)\nto fix it: \(fact.fix)")
    daemon.encoder.health(isOver: isOver, at: daemon.now) { fact.write(to: $0) }
  }

  /// Whether something that has happened so often has happened lately.
  func isRecent(_ code: HealthFact.Code, _ about: String, count: Int) -> Bool {
    let now = daemon.loop.clock.now()
    let key = "\(code.rawValue) \(about)"
    if count > happened[key]?.count ?? 0 {
      happened[key] = (count, now)
    } else if count < happened[key]?.count ?? 0 {
      happened[key] = nil
    }
    guard let latest = happened[key]?.latest, now < latest + Health.memory else { return false }
    wake(at: latest + Health.memory)
    return true
  }

  /// Looks again at a time, or before.
  func wake(at time: Int64) { timer?.deadline = min(time, timer?.deadline ?? .max) }
}
