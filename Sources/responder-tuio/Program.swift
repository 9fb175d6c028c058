// The program: reads the configuration, and runs both directions on one event loop.

import CommandLine
import Configuration
import Glibc
package import Linux
import Protocol

/// The program responder-tuio.
package enum Program {
  /// Runs the program with its arguments; returns the exit status.
  package static func run(_ words: [String], environment: Environment) -> Int32 {
    let options: Options
    do throws(UsageError) {
      options = try Options(words)
    } catch {
      _ = writeAll("responder-tuio: \(error)\nTry responder-tuio --help.\n", to: 2)
      return 2
    }
    switch options.action {
    case .help: return writeAll(Options.help, to: 1) ? 0 : 1
    case .version: return writeAll("responder-tuio \(ProgramVersion.current)\n", to: 1) ? 0 : 1
    case .check, .run: break
    }
    let settings = TUIOSettings.load(options.configuration) {
      try FileReader.read($0, limit: $1)
    } report: {
      _ = writeAll("\($0)\n", to: 2)
    }
    guard let settings else { return 2 }
    if options.action == .check {
      let counts = "\(settings.receivers.count) receivers, \(settings.tables.count) tables"
      return writeAll("OK: \(counts)\n", to: 1) ? 0 : 1
    }
    let log = Log.standardError(
      program: "responder-tuio", environment: environment, threshold: options.threshold)
    do throws(SystemError) {
      ignoreBrokenPipes()
      try serve(settings, environment, log)
      return 0
    } catch {
      log.write(.error, .service, error.description)
      return 1
    }
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
