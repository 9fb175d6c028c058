// The command line of responder-tuio.

import CommandLine
import Linux

/// The options of the command line.
struct Options: ProgramOptions, Hashable, Sendable {
  /// The configuration file.
  var configuration = "/etc/responderd/tuio.yaml"
  /// Whether the configuration is only checked.
  var onlyChecks = false
  /// The lowest level of logged messages.
  var threshold = Log.Level.info

  static let known = [
    Option("config", value: "FILE", help: "Read this configuration instead of the default one."),
    Option("check", help: "Check the configuration and end."),
    Option(
      "log", value: "LEVEL", help: "Log lines of at least: error, warning, notice, info, debug."),
    Option("version", help: "Print the version."),
  ]

  mutating func take(_ arguments: Arguments, _ environment: Environment) throws(UsageError) {
    if let path = arguments.value("config") { configuration = path }
    onlyChecks = arguments.has("check")
  }

  /// What `--help` prints.
  static let help = """
    Usage: responder-tuio [OPTION]...

    Sends the contacts of responderd to programs that speak TUIO, and makes the contacts of tables
    that speak TUIO devices of responderd.

    \(Arguments.help(known))
    SIGTERM ends it. Exit status: 0 done; 1 it failed; 2 invalid usage or configuration.
    See responder-tuio(8).

    """
}
