// The program: reads the configuration, and runs a bridge or a purge on one loop.

import CommandLine
import ConfigurationText
import Glibc
import Linux
import Protocol

/// The program responder-mqtt.
@main
enum Program {
  static func main() {
    runProgram("responder-mqtt", version: ProgramVersion.current, run)
  }

  /// Runs the program; returns the exit status.
  static func run(
    _ options: Options, _ environment: Environment, _ log: Log
  ) throws(StartError) -> Int32 {
    guard let settings = readSettings(options.configuration) else { return 2 }
    let panel =
      options.panel ?? settings.panel ?? HostName.current.map { Topics.level($0) } ?? "panel"
    warnOfReadablePassword(settings, log)
    return try StartError.system { () throws(SystemError) in
      switch options.action {
      case .check:
        var complaints = settings.broker.fileComplaints
        if complaints.isEmpty, let tls = settings.broker.tls,
          let complaint = Encryption.complaint(about: tls, host: settings.broker.host)
        {
          complaints = [complaint]
        }
        for complaint in complaints {
          _ = writeAll("\(options.configuration): \(complaint)\n", to: 2)
        }
        guard complaints.isEmpty else { return 1 }
        return writeAll("OK: panel \(panel), topics \(settings.prefix)/\(panel)/…\n", to: 1) ? 0 : 1
      case .purge: return try purge(settings, panel, options, environment, log)
      case .run:
        try serve(settings, panel, environment, log)
        return 0
      }
    }
  }

  private static func readSettings(_ path: String) -> BridgeSettings? {
    BridgeSettings.load(path) {
      try FileReader.read($0, limit: $1)
    } report: {
      _ = writeAll("\($0)\n", to: 2)
    }
  }

  private static func warnOfReadablePassword(_ settings: BridgeSettings, _ log: Log) {
    for path in [settings.broker.passwordFile, settings.broker.tls?.key].compactMap({ $0 }) {
      var status = stat()
      guard unsafe stat(path, &status) == 0, status.st_mode & S_IROTH != 0 else { continue }
      log.write(.warning, .config, "every user can read \(path); fix: chmod o-r \(path)")
    }
  }

  private static func serve(
    _ settings: BridgeSettings, _ panel: String, _ environment: Environment, _ log: Log
  ) throws(SystemError) {
    store(PublishedNames.Name(settings, panel: panel), environment, log)
    let loop = try EventLoop()
    let manager = ServiceManager(environment, log: log)
    let bridge = Bridge(settings, panel: panel, loop: loop, log: log) { loop.stop() }
    loop.beforeWait = { bridge.beforeWait() }
    try loop.handleSignals([SIGTERM, SIGINT]) { _ in
      manager.stopping()
      bridge.stop()
    }
    manager.feedWatchdog(from: loop)
    bridge.start()
    manager.ready(
      status: "panel \(panel) at \(settings.broker.host):\(settings.broker.effectivePort)")
    try loop.run()
  }
}
