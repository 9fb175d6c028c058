// The signals of the daemon.

import Devices
import Glibc
package import Linux
import ResponderKit

extension Daemon {
  /// SIGTERM and SIGINT end the daemon, SIGHUP reads the configuration again, SIGUSR1 announces
  /// that the machine will sleep, SIGUSR2 that it is awake.
  package func handleSignals() throws(SystemError) {
    try loop.handleSignals([SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2]) { [unowned self] signal in
      switch signal {
      case SIGHUP: reload(force: false)
      case SIGUSR1: sleep()
      case SIGUSR2: wake()
      default: end(reason: "shutdown")
      }
    }
  }

  private func sleep() {
    log.write(.info, .service, "the machine is about to sleep: touches are cancelled")
    isAsleep = true
    sources.suspend()
    cancelAll(because: .suspend)
  }

  private func wake() {
    log.write(.info, .service, "the machine is awake")
    isAsleep = false
    sources.resume()
  }
}
