// The status line that `systemctl status` shows.

import LinuxKit
import ResponderKit

extension Daemon {
  /// The facts in the status line; the line is written again when they change.
  struct SummaryFacts: Hashable {
    var reloads = 0
    var devices = 0
    var clients = 0
    var isRefused = false
    var isWaiting = false
  }

  private var facts: SummaryFacts {
    SummaryFacts(
      reloads: figures.reloads, devices: devices.count, clients: server.connections.count,
      isRefused: configurationError != nil, isWaiting: nextConfiguration != nil)
  }

  /// The status line.
  var summary: String {
    func counted(_ count: Int, _ what: String) -> String {
      "\(count) \(what)\(count == 1 ? "" : "s")"
    }
    var text =
      "\(counted(configuration.viewCount, "view")), \(counted(devices.count, "device")), "
      + counted(server.connections.count, "client")
    if nextConfiguration != nil {
      text += "; a new configuration waits until no finger is on what changes"
    } else if configurationError != nil {
      text += "; the configuration file has errors; the previous configuration applies"
    }
    return text
  }

  /// Reports to the service manager that the service is ready.
  func notifyReady() {
    sentFacts = facts
    lastStatus = loop.clock.now()
    manager.ready(status: summary)
  }

  /// Reports changes of the status line to the service manager, at most once a second.
  func refreshStatus() {
    guard manager.isPresent, step == .running, facts != sentFacts else { return }
    let now = loop.clock.now()
    let due = lastStatus + 1_000_000
    guard now >= due else {
      if statusTimer == nil { statusTimer = loop.timer {} }
      // The turn of this timer calls this function again.
      if statusTimer?.deadline != due { statusTimer?.deadline = due }
      return
    }
    sentFacts = facts
    lastStatus = now
    manager.status(summary)
  }
}
