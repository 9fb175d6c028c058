// The gateway's program: parses the command line and serves browsers.

import CommandLine
import Glibc
import Linux
import Protocol
import ResponderWeb

@main
struct Main {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> Int32 {
    if words.contains("--version") {
      return writeAll("responder-web \(ProgramVersion.current)\n", to: 1) ? 0 : 1
    }
    let environment = Environment.process
    let options: Options
    do throws(UsageError) {
      guard let parsed = try Options.parse(words, environment) else {
        return writeAll(Options.help, to: 1) ? 0 : 1
      }
      options = parsed
    } catch {
      _ = writeAll("responder-web: \(error)\nTry responder-web --help.\n", to: 2)
      return 2
    }
    let log = Log.standardError(
      program: "responder-web", environment: environment, threshold: options.threshold)
    do throws(StartError) {
      ignoreBrokenPipes()
      raiseDescriptorLimit()
      let gateway = try Gateway(options, environment, log)
      try gateway.handleSignals([SIGINT, SIGTERM])
      log.write(.notice, .service, "open \(gateway.url) in a browser")
      try gateway.run()
      return 0
    } catch {
      log.write(.error, error.cause == .usage ? .config : .service, error.description)
      return error.cause.rawValue
    }
  }
}
