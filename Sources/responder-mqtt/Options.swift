// The command line of responder-mqtt.

package import CommandLine
package import Linux

/// The options of the command line.
package struct Options: Hashable, Sendable {
  /// What the program does.
  package enum Action: Hashable, Sendable {
    case run, check, purge, help, version
  }

  /// The configuration file.
  package var configuration = "/etc/responderd/mqtt.yaml"
  /// The action.
  package var action = Action.run
  /// The name of the panel instead of the configured one.
  package var panel: String?
  /// The lowest level of logged messages.
  package var threshold = Log.Level.info

  static let known = [
    Option("config", value: "FILE", help: "Read this configuration instead of the default one."),
    Option("panel", value: "NAME", help: "Use this name instead of the configured one."),
    Option("check", help: "Check the configuration and end."),
    Option("purge", help: "Remove everything retained for the panel from the broker and end."),
    Option(
      "log", value: "LEVEL", help: "Log lines of at least: error, warning, notice, info, debug."),
    Option("version", help: "Print the version."),
  ]

  /// Reads a command line without the name of the program.
  package init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(words, options: Options.known)
    if let path = arguments.value("config") { configuration = path }
    if let name = arguments.value("panel") {
      guard (1...128).contains(name.utf8.count), !name.hasPrefix("$"), Topics.isPlain(name[...])
      else {
        throw UsageError(
          "--panel \(name): expected a name without /, +, #, % or a $ at its beginning")
      }
      panel = name
    }
    if let level = try arguments.logLevel() { threshold = level }
    let actions: [(String, Action)] = [
      ("check", .check), ("purge", .purge), ("version", .version), ("help", .help),
    ]
    let chosen = actions.filter { arguments.has($0.0) }
    if chosen.count > 1, !arguments.has("help") {
      throw UsageError("--\(chosen[0].0) and --\(chosen[1].0) exclude each other")
    }
    action = chosen.last?.1 ?? .run
  }

  /// What `--help` prints.
  package static let help = """
    Usage: responder-mqtt [OPTION]...

    Publishes the records and the state of responderd to an MQTT broker, and passes allowed
    requests from the broker to responderd.

    \(Arguments.help(known))
    SIGTERM ends it. Exit status: 0 done; 1 it failed; 2 invalid usage or configuration.
    See responder-mqtt(8).

    """
}
