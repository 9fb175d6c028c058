// The daemon's program: parses the command line, and runs one daemon on one event loop.

import CommandLine
import Glibc
import Linux
import ResponderDaemon

@main
struct Main {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> Int32 {
    if words.contains("--version") {
      return writeAll("responderd \(Daemon.version)\n", to: 1) ? 0 : 1
    }
    let environment = Environment.process
    let options: Options
    do throws(UsageError) {
      guard let parsed = try Options.parse(words, environment) else {
        return writeAll(Options.help, to: 1) ? 0 : 1
      }
      options = parsed
    } catch {
      _ = writeAll("responderd: \(error)\nTry responderd --help.\n", to: 2)
      return 2
    }
    let log = Log.standardError(
      program: "responderd", environment: environment, threshold: options.threshold)
    do throws(StartError) {
      try serve(options, environment, log)
      return 0
    } catch {
      log.write(.error, error.origin, error.description)
      return error.status
    }
  }

  private static func serve(
    _ options: Options, _ environment: Environment, _ log: Log
  ) throws(StartError) {
    ignoreBrokenPipes()
    // A panel may have a thousand subscribers, each with a descriptor.
    raiseDescriptorLimit()
    let loop = try system { () throws(SystemError) in try EventLoop() }
    let daemon = try Daemon(options: options, environment: environment, loop: loop, log: log)
    try system { () throws(SystemError) in try daemon.handleSignals() }
    try daemon.start()
    do throws(SystemError) {
      try loop.run()
    } catch {
      // Clients still receive that their touches are cancelled, though no further turn is possible.
      daemon.end(reason: "\(error)")
      throw StartError("\(error)", .service)
    }
  }

  // An error of the kernel here ends the program as well.
  private static func system<Answer>(
    _ body: () throws(SystemError) -> Answer
  ) throws(StartError) -> Answer {
    do throws(SystemError) {
      return try body()
    } catch {
      throw StartError("\(error)", .service)
    }
  }
}
