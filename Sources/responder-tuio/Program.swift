// The program: reads the configuration, and runs both directions on one event loop.

import CommandLine
import ConfigurationText
import Glibc
import Linux
import Protocol

/// The program responder-tuio.
@main
enum Program {
  static func main() {
    runProgram("responder-tuio", version: ProgramVersion.current, run)
  }

  /// Runs the program; returns the exit status.
  static func run(
    _ options: Options, _ environment: Environment, _ log: Log
  ) throws(StartError) -> Int32 {
    let settings = TUIOSettings.load(options.configuration) {
      try FileReader.read($0, limit: $1)
    } report: {
      _ = writeAll("\($0)\n", to: 2)
    }
    guard let settings else { return 2 }
    if options.onlyChecks {
      let counts = "\(settings.receivers.count) receivers, \(settings.tables.count) tables"
      return writeAll("OK: \(counts)\n", to: 1) ? 0 : 1
    }
    try StartError.system { () throws(SystemError) in try serve(settings, environment, log) }
    return 0
  }

  private static func serve(
    _ settings: TUIOSettings, _ environment: Environment, _ log: Log
  ) throws(SystemError) {
    let loop = try EventLoop()
    let manager = ServiceManager(environment, log: log)
    let sender = FrameSender(
      settings, panel: settings.panel ?? HostName.current ?? "panel", loop: loop, log: log)
    let feed = ContactFeed(
      settings.contacts, path: settings.socket, loop: loop, log: log,
      ContactFeed.Handlers(
        update: { sender.update($0, x: $1, y: $2, pressure: $3, at: $4) },
        lift: { sender.lift($0) }, liftAll: { sender.liftAll() },
        size: { sender.resize($0, $1) }))
    let tables = try TableSet(settings, loop: loop, log: log)
    loop.beforeWait = { sender.beforeWait() }
    try loop.handleSignals([SIGTERM, SIGINT]) { _ in
      manager.stopping()
      sender.stop()
      loop.stop()
    }
    manager.feedWatchdog(from: loop)
    if !settings.receivers.isEmpty {
      sender.start()
      feed.start()
    }
    tables?.start()
    manager.ready(
      status: "\(settings.receivers.count) receivers, \(settings.tables.count) tables")
    try loop.run()
  }
}
