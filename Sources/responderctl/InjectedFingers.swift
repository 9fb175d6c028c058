// Touch scripts that a command lets the daemon play.

import CommandLines
import LinuxKit
import ResponderClient
import Wire

/// Plays touch scripts through the daemon, as a panel of their own.
enum InjectedFingers {
  static let deviceOption = Option(
    "device", value: "NAME",
    help: "The name of the device in records; the default is injected.")

  /// Plays a script and returns when it has been played: the fingers are cancelled when a connection ends.
  static func play(_ script: String, _ arguments: Arguments) throws {
    let client = try DaemonAccess.connect(arguments)
    client.reconnects = false
    var subscription = ResponderClient.Subscription(types: [RecordType.device.word.description])
    subscription.snapshot = false
    try client.subscribe(subscription)
    var request = [JSON.Member("script", .string(script))]
    if let name = arguments.value("device") { request.append(.init("device", .string(name))) }
    let device = try client.request("inject", .init(.object(request))).json["device"]?.string
    while let record = try client.next() {
      let json = record.value.json
      if json["event"]?.string == "removed", json["device"]?.string == device { return }
    }
  }
}
