// The signals of the daemon.

import Devices
import Glibc
package import Linux
import ResponderKit

extension Daemon {
  /// SIGTERM and SIGINT end the daemon, SIGHUP reads the configuration again, SIGURG announces
  /// that the machine will sleep, SIGCONT that it is awake. These two come at any moment, and a
  /// process that does not handle them yet is not ended by them.
  package func handleSignals() throws(SystemError) {
    try loop.handleSignals([SIGTERM, SIGINT, SIGHUP, SIGURG, SIGCONT]) { [unowned self] signal in
      switch signal.number {
      case SIGHUP: reload(by: signal)
      case SIGURG: sleep()
      case SIGCONT: wake()
      default: end(reason: "shutdown")
      }
    }
  }

  /// Reads the configuration again, and writes who has asked for it.
  func reload(by signal: ReceivedSignal) {
    reload(force: false) { [log] read in
      guard case .success = read else { return }
      log.write(
        ["reload": 1], by: "SIGHUP of pid \(signal.pid), user \(signal.user)",
        ["USER": "\(signal.user)", "PID": "\(signal.pid)"])
    }
  }

  private func sleep() {
    log.write(.info, .service, "the machine is about to sleep: touches are cancelled")
    isAsleep = true
    sources.suspend()
    cancelAll(because: .suspend)
  }

  private func wake() {
    // Shells and service managers send SIGCONT for reasons of their own.
    guard isAsleep, step != .ending else { return }
    log.write(.info, .service, "the machine is awake")
    isAsleep = false
    sources.resume()
  }
}
