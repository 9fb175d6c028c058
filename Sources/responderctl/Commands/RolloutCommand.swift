// responderctl rollout: one configuration for many panels at a broker, and the way back.

import CommandLines
import LinuxKit
import ResponderClient
import Wire

/// Checks a configuration on each panel, then installs it on each, or on none.
enum RolloutCommand: Command {
  static let name = "rollout"
  static let summary = "Install a configuration on many panels at a broker, or undo that."
  static let operands = "[FILE]"
  static let operandCount = 0...1
  static let options = [
    Option("panel", value: "NAME", repeats: true, help: "Only this panel."),
    Option("all", help: "All panels that are online."),
    Option(
      "broker", value: "URL", help: "The broker; by default that of /etc/responderd/mqtt.yaml."),
    Option("check", help: "Only check the configuration on each panel."),
    Option("back", help: "Restore the configuration from before the latest rollout."),
    Option("steps", value: "N", help: "With --back: from before the latest N rollouts, 1 to 5."),
  ]
  static let notes = """
    Nothing is changed unless every panel accepts the configuration. If one of them does not use it
    afterwards, all return to their earlier configuration. The package responder-mqtt is needed; the bridge of
    each panel must allow checkConfiguration, installConfiguration and restoreConfiguration.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let names = arguments.values("panel")
    guard names.isEmpty == arguments.has("all") else {
      throw UsageError("expected --panel NAME or --all")
    }
    let file = arguments.operands.first
    guard (file == nil) == arguments.has("back"), !arguments.has("back") || !arguments.has("check")
    else {
      throw UsageError("expected a FILE or --back")
    }
    var steps = 1
    if let text = arguments.value("steps") {
      guard let number = Int(text), 1...5 ~= number, arguments.has("back") else {
        throw UsageError("--steps \(text): expected a whole number from 1 to 5, with --back")
      }
      steps = number
    }
    let bytes = try file.map { try Offline.bytes(of: $0) }
    return try BrokerSocket.use(
      "--fleet", ["--requests"], broker: arguments.value("broker"),
      otherwise: "the broker cannot be reached"
    ) { path in
      let rollout = try Rollout(path: path, output)
      let panels = try rollout.panels(names)
      guard let file, let bytes else {
        return rollout.restore(steps: steps, on: panels) ? .done : .no
      }
      let configuration = Rollout.request(bytes, file: file)
      guard rollout.check(configuration, on: panels) else {
        output.error("responderctl rollout: nothing is changed")
        return .no
      }
      if arguments.has("check") { return .done }
      return rollout.install(configuration, on: panels) ? .done : .no
    }
  }
}
