// A panel behind a broker: responder-mqtt speaks for it on a socket, as long as the command runs.

import Glibc
import LinuxKit

/// The options before a command that choose a panel at a broker.
struct FarPanel {
  /// Its name.
  var name: String
  /// Where the broker is; nil for what the bridge's configuration says.
  var broker: String?

  static let help = """
    responderctl --panel NAME [--broker URL] COMMAND asks a panel through an MQTT broker, such as
    mqtts://user@broker.example:8883/PREFIX; without --broker, /etc/responderd/mqtt.yaml names it.
    The package responder-mqtt is needed; see responder-mqtt(8).
    """

  // Longer than responder-mqtt itself waits for the broker and the panel.
  private static let patience = 15.0

  /// Takes the options before the command off its words; nil where there are none.
  static func take(from words: inout [String]) throws(UsageError) -> FarPanel? {
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
    return FarPanel(name: name, broker: values["--broker"])
  }

  /// Runs the body while a socket speaks for the panel, with its path in $RESPONDERD_SOCKET.
  func use(_ body: () -> Status) throws -> Status {
    var template = Array("/tmp/responderctl-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw Failure(.no, SystemError(call: "mkdtemp", subject: "/tmp", number: errno).description)
    }
    let folder = String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(folder)/socket"
    defer {
      unsafe unlink(path)
      unsafe rmdir(folder)
    }
    let relay = try Process.start(
      ["responder-mqtt", "--relay", path, "--once", "--panel", name, "--log", "warning"]
        + (broker.map { ["--broker", $0] } ?? []))
    defer {
      kill(relay, SIGTERM)
      var status: Int32 = 0
      unsafe waitpid(relay, &status, 0)
    }
    let clock = MonotonicClock()
    let end = clock.now() + Int64(FarPanel.patience * 1_000_000)
    while unsafe access(path, F_OK) != 0 {
      var status: Int32 = 0
      guard unsafe waitpid(relay, &status, Int32(WNOHANG)) == 0, clock.now() < end else {
        throw Failure(.no, "the panel \"\(name)\" cannot be reached through the broker")
      }
      _ = poll(nil, 0, 20)
    }
    unsafe setenv("RESPONDERD_SOCKET", path, 1)
    return body()
  }
}
