// Touch scripts that a command lets the daemon play.

import CommandLine
import Linux
import Protocol
import Records
import ResponderClient
import ResponderKit

/// Plays touch scripts through the daemon, as a panel of their own.
enum InjectedFingers {
  static let deviceOption = Option(
    "device", value: "NAME",
    help: "The name of the device in records; the default is injected.")

  /// Plays scripts one after the other and returns when they have been played: the fingers are
  /// cancelled when a connection ends. It fails if a screen does not have one of the points.
  static func play(
    _ scripts: [String], _ arguments: Arguments, within points: [Point] = []
  ) throws {
    let client = try DaemonAccess.connect(arguments)
    client.reconnects = false
    var subscription = ResponderClient.Subscription(types: [RecordType.device.word.description])
    subscription.snapshot = !points.isEmpty
    try client.subscribe(subscription)
    for point in points { try check(point, client.picture.screens.list ?? []) }
    for script in scripts {
      var request = [JSON.Member("script", .string(script))]
      if let name = arguments.value("device") { request.append(.init("device", .string(name))) }
      let device = try client.request("inject", .init(.object(request))).json["device"]?.string
      while let record = try client.next() {
        let json = record.value.json
        if json["event"]?.string == "removed", json["device"]?.string == device { break }
      }
    }
  }

  private static func check(_ point: Point, _ screens: [Value]) throws {
    let sizes = screens.compactMap { screen in
      screen["width"]?.number.flatMap { width in
        screen["height"]?.number.map { Size(width: width, height: $0) }
      }
    }
    let isInside = sizes.contains {
      Rect(origin: .zero, size: $0).contains(point)
    }
    guard !isInside, !sizes.isEmpty else { return }
    let known = sizes.map { "\(Readable.number($0.width)) x \(Readable.number($0.height))" }
    throw Failure(
      .usage,
      "\(Readable.number(point.x)),\(Readable.number(point.y)) is beside the screen, which has "
        + "\(known.joined(separator: " or ")) points")
  }
}
