// Records a report of a running daemon: its tree, then records with the reasons of recognizers.

import CommandLine
import Glibc
import Linux
import Protocol
import Records
import ResponderClient
import ResponderKit

/// Collects the daemon's records until it is interrupted, and writes them into files.
enum ReportRecording {
  /// Options that say how a device is read, which is not done here.
  private static let others = ["format", "size", "max-gap", "output"]

  /// Records until Ctrl-C, for `--seconds`, or until the daemon ends.
  static func run(
    _ files: RecordingFiles, _ arguments: Arguments, _ output: Output
  ) throws -> Status {
    let option = arguments.has("html") ? "--html" : "--trace"
    for other in others where arguments.has(other) {
      throw UsageError("--\(other) and \(option): expected one of them")
    }
    if let node = arguments.operands.first {
      throw UsageError("\(node) and \(option): expected one of them")
    }
    let duration = try arguments.number("seconds", in: 0.001...1e6, "seconds")
    let client = try DaemonAccess.connect(arguments)
    client.reconnects = false
    var subscription = ResponderClient.Subscription()
    subscription.explain = true
    subscription.raw = client.hello.rights.contains("raw")
    try client.subscribe(subscription)
    let snapshot = snapshot(of: client)
    let loop = try EventLoop()
    try loop.handleSignals([SIGINT, SIGTERM]) { _ in loop.stop() }
    let timer = loop.timer { loop.stop() }
    if let duration { timer.deadline = loop.clock.now() + Instant.microseconds(in: duration) }
    var files = files
    var failure: (any Error)?
    // Records may have arrived with the answer, before the loop starts.
    func read() {
      do {
        while let record = try client.next(within: 0) { files.append(record.line) }
      } catch ClientError.closed {
        loop.stop()
      } catch {
        failure = error
        loop.stop()
      }
    }
    let watch = try loop.watch(client.descriptor, .readable) { _ in read() }
    output.error("recording what responderd reports; Ctrl-C ends it")
    loop.timer { read() }.deadline = loop.clock.now()
    try loop.run()
    watch.cancel()
    if let failure { throw failure }
    try files.write(title: "recording of responderd \(client.hello.version)", snapshot: snapshot)
    return .done
  }

  /// The snapshot from which a page begins.
  static func snapshot(of client: Client) -> String {
    let picture = client.picture
    var members: [JSON.Member] = [
      .init("type", .string("snapshot")), .init("seq", .integer(Int(clamping: picture.seq))),
      .init("screens", picture.screens.json), .init("devices", picture.devices.json),
      .init("windows", picture.windows.json), .init("touches", .array([])),
      .init("recognizers", .array([])),
    ]
    if let focused = picture.focused { members.append(.init("focused", .string(focused))) }
    let zones = picture.zones.sorted { $0.key < $1.key }.compactMap { zone in
      zone.value.focused.map { JSON([("zone", .string(zone.key)), ("focused", .string($0))]) }
    }
    if !zones.isEmpty { members.append(.init("zones", .array(zones))) }
    return JSON.object(members).text
  }
}
