// The status line that `systemctl status` shows.

import CommandLine
import Linux
import ResponderKit

extension Daemon {
  private var facts: StatusLine.Facts {
    StatusLine.Facts(
      reloads: figures.reloads, devices: sources.devices.count, clients: server.connections.count,
      isRefused: configurations.refusal != nil, isWaiting: configurations.next != nil,
      isUnconfirmed: configurations.unconfirmed != nil)
  }

  /// The status line.
  var summary: String {
    var text =
      "\(counted(configuration.viewCount, "view")), \(counted(sources.devices.count, "device")), "
      + counted(server.connections.count, "client")
    if configurations.next != nil {
      text += "; a new configuration waits until no finger is on what it removes or moves"
    } else if configurations.unconfirmed != nil {
      text += "; the configuration waits for responderctl confirm"
    } else if let refusal = configurations.refusal {
      text += "; \(refusal.summary); the previous configuration applies"
    }
    return text
  }

  /// Reports to the service manager that the service is ready.
  func notifyReady() { statusLine.ready(facts, summary) }

  /// Reports changes of the status line to the service manager.
  func refreshStatus() {
    guard step == .running else { return }
    statusLine.refresh(facts) { summary }
  }
}
