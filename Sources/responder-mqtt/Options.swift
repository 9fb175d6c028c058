// The command line of responder-mqtt.

import CommandLine
import Linux

/// The options of the command line.
struct Options: ProgramOptions, Hashable, Sendable {
  /// What the program does.
  enum Action: Hashable, Sendable {
    case run, check, purge
  }

  /// The configuration file.
  var configuration = "/etc/responderd/mqtt.yaml"
  /// The action.
  var action = Action.run
  /// The name of the panel instead of the configured one.
  var panel: String?
  /// The lowest level of logged messages.
  var threshold = Log.Level.info

  static let known = [
    Option("config", value: "FILE", help: "Read this configuration instead of the default one."),
    Option("panel", value: "NAME", help: "Use this name instead of the configured one."),
    Option("check", help: "Check the configuration and end."),
    Option("purge", help: "Remove everything retained for the panel from the broker and end."),
    Option(
      "log", value: "LEVEL", help: "Log lines of at least: error, warning, notice, info, debug."),
    Option("version", help: "Print the version."),
  ]

  mutating func take(_ arguments: Arguments, _ environment: Environment) throws(UsageError) {
    if let path = arguments.value("config") { configuration = path }
    if let name = arguments.value("panel") {
      guard (1...128).contains(name.utf8.count), !name.hasPrefix("$"), Topics.isPlain(name[...])
      else {
        throw UsageError(
          "--panel \(name): expected a name without /, +, #, % or a $ at its beginning")
      }
      panel = name
    }
    switch (arguments.has("check"), arguments.has("purge")) {
    case (false, false): break
    case (true, false): action = .check
    case (false, true): action = .purge
    case (true, true): throw UsageError("--check and --purge exclude each other")
    }
  }

  /// What `--help` prints.
  static let help = """
    Usage: responder-mqtt [OPTION]...

    Publishes the records and the state of responderd to an MQTT broker, and passes allowed
    requests from the broker to responderd.

    \(Arguments.help(known))
    SIGTERM ends it. Exit status: 0 done; 1 it failed; 2 invalid usage or configuration.
    See responder-mqtt(8).

    """
}
