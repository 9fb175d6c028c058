// The command line of responder-mqtt.

package import CommandLines
package import LinuxKit

/// The options of the command line.
package struct Options: Hashable, Sendable {
  /// What the program does.
  package enum Action: Hashable, Sendable {
    case run, check, purge, help, version
    /// Opens a socket with the daemon's protocol for a panel at the broker.
    case relay(String)
    /// Opens a socket with the status of all panels at the broker.
    case fleet(String)
  }

  /// The configuration file.
  package var configuration = "/etc/responderd/mqtt.yaml"
  /// The action.
  package var action = Action.run
  /// The name of the panel instead of the configured one.
  package var panel: String?
  /// The broker instead of the configured one.
  package var broker: String?
  /// Whether a relay or a fleet ends when the last program has disconnected.
  package var isOnce = false
  /// Whether a fleet passes requests to panels.
  package var passesRequests = false
  /// The lowest level of logged messages.
  package var threshold = Log.Level.info

  static let known = [
    Option("config", value: "FILE", help: "Read this configuration instead of the default one."),
    Option("panel", value: "NAME", help: "Use this name instead of the configured one."),
    Option("check", help: "Check the configuration and end."),
    Option(
      "relay", value: "SOCKET",
      help: "Open a socket with the daemon's protocol for the panel at the broker."),
    Option("fleet", value: "SOCKET", help: "Open a socket with the status of all panels."),
    Option("requests", help: "With --fleet: also pass requests to panels."),
    Option(
      "broker", value: "URL",
      help: "With --relay or --fleet: use this broker, mqtt[s]://[USER@]HOST."),
    Option("once", help: "With --relay or --fleet: end when the last program has left."),
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
      ("relay", .relay(arguments.value("relay") ?? "")),
      ("fleet", .fleet(arguments.value("fleet") ?? "")), ("check", .check), ("purge", .purge),
      ("version", .version), ("help", .help),
    ]
    let chosen = actions.filter { arguments.has($0.0) }
    if chosen.count > 1, !arguments.has("help") {
      throw UsageError("--\(chosen[0].0) and --\(chosen[1].0) exclude each other")
    }
    action = chosen.last?.1 ?? .run
    broker = arguments.value("broker")
    isOnce = arguments.has("once")
    if !arguments.has("relay"), !arguments.has("fleet"), broker != nil || isOnce {
      throw UsageError(
        "--\(isOnce ? "once" : "broker"): expected --relay SOCKET or --fleet SOCKET as well")
    }
    passesRequests = arguments.has("requests")
    if passesRequests, !arguments.has("fleet") {
      throw UsageError("--requests: expected --fleet SOCKET as well")
    }
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
