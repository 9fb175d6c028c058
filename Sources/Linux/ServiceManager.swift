// systemd's protocol of a service: notifications, and the watchdog's and sockets' variables.

import Glibc

/// Speaks to the service manager that started this program, if one did.
package final class ServiceManager {
  private let socketPath: String?
  private let log: Log

  /// The interval of the watchdog, in microseconds; nil without a watchdog.
  package let watchdogInterval: Int64?

  private var watchdogTimer: Timer?

  /// The manager that the environment names.
  package init(_ environment: Environment, log: Log) {
    self.log = log
    socketPath = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let own = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    watchdogInterval =
      own
      ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// Whether there is a service manager.
  package var isPresent: Bool { socketPath != nil }

  /// Reports that the service is ready; the status is for people.
  package func ready(status: String) { notify("READY=1\nSTATUS=\(oneLine(status))") }

  /// Reports that the configuration is being read again since a time of the monotonic clock.
  package func reloading(at microseconds: Int64) {
    notify("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  /// Reports that the service ends.
  package func stopping() { notify("STOPPING=1") }

  /// Reports the status line.
  package func status(_ text: String) { notify("STATUS=\(oneLine(text))") }

  /// Lets the loop itself feed the watchdog, so that a loop that is stuck is restarted; calls back
  /// each time.
  package func feedWatchdog(from loop: EventLoop, _ fed: @escaping () -> Void = {}) {
    guard let interval = watchdogInterval else { return }
    let timer = loop.timer { [unowned self, unowned loop] in
      keepAlive()
      fed()
      watchdogTimer?.deadline = loop.clock.now() + interval / 2
    }
    timer.deadline = loop.clock.now() + interval / 2
    watchdogTimer = timer
  }

  /// Reports that the loop is alive.
  package func keepAlive() { notify("WATCHDOG=1") }

  /// The listening sockets that the manager passed, each with its name from the unit.
  package static func passedSockets(
    _ environment: Environment
  ) -> [(descriptor: Int32, name: String)] {
    guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0, count < 1024
    else { return [] }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    return (0..<count).map { index in
      (3 + index, Int(index) < names.count ? String(names[Int(index)]) : "unknown")
    }
  }

  private func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  private func notify(_ message: String) {
    guard let socketPath else { return }
    do throws(SystemError) {
      try sendDatagram(ContiguousArray(message.utf8), to: socketPath)
    } catch {
      log.limited(.warning, .service, "notify", "cannot notify the service manager: \(error)")
    }
  }
}
