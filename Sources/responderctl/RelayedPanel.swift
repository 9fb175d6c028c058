// A panel behind a broker: responder-mqtt relays its socket, as long as the command runs.

import CommandLines
import Glibc
import LinuxKit

/// The options before a command that choose a panel at a broker.
struct RelayedPanel {
  /// The name of the panel.
  var name: String
  /// The URL of the broker; nil for that of the bridge's configuration.
  var broker: String?

  static let help = """
    responderctl --panel NAME [--broker URL] COMMAND asks a panel through an MQTT broker, such as
    mqtts://user@broker.example:8883/PREFIX; without --broker, /etc/responderd/mqtt.yaml names it.
    The package responder-mqtt is needed; see responder-mqtt(8).
    """

  /// Removes the options before the command from the arguments; nil if there are none.
  static func parsed(from words: inout [String]) throws(UsageError) -> RelayedPanel? {
    var values: [String: String] = [:]
    while let word = words.first, word.hasPrefix("--panel") || word.hasPrefix("--broker") {
      words.removeFirst()
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard ["--panel", "--broker"].contains(parts[0]) else {
        throw UsageError("unknown option \(parts[0])")
      }
      guard let value = parts.count > 1 ? parts[1] : words.first else {
        throw UsageError("\(parts[0]): expected a value")
      }
      if parts.count == 1 { words.removeFirst() }
      values[parts[0]] = value
    }
    if values.isEmpty { return nil }
    guard let name = values["--panel"] else {
      throw UsageError("--broker: expected --panel NAME as well")
    }
    return RelayedPanel(name: name, broker: values["--broker"])
  }

  /// Runs the body while a socket for the panel is open, with its path in $RESPONDERD_SOCKET.
  func use(_ body: () -> Status) throws -> Status {
    try BrokerSocket.use(
      "--relay", ["--panel", name], broker: broker,
      otherwise: "the panel \"\(name)\" cannot be reached through the broker"
    ) { path in
      unsafe setenv("RESPONDERD_SOCKET", path, 1)
      unsafe setenv(RelayedPanel.variable, name, 1)
      return body()
    }
  }

  // Commands that need no daemon learn from it that one is meant nevertheless.
  private static let variable = "RESPONDERD_PANEL"

  /// The panel at a broker that the running command is for; nil for this machine's own.
  static var current: String? { Environment.process[variable] }
}
