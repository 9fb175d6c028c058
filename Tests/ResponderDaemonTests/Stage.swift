// A whole daemon in the test's process: real socket, a recording for a device, virtual time.

import Devices
import Glibc
import Linux
import TestSupport

@testable import ResponderDaemon

/// A daemon with its configuration, its recording and its socket in a folder of its own.
final class Stage {
  private let directory = TemporaryFolder()
  let time = VirtualTime(now: 100_000_000)
  let loop: EventLoop
  let daemon: Daemon
  private(set) var log: [String] = []
  private final class Lines {
    var all: [String] = []
    var entries: [[Log.Field]] = []
  }
  private let lines: Lines

  /// A daemon with this configuration that plays this touch script when it starts, or has the
  /// devices of a machine.
  init(
    _ configuration: String, script: String = "0.000 wait\n", on machine: MadeUpMachine? = nil,
    environment: [String: String] = [:], options change: (inout Options) -> Void = { _ in }
  ) throws {
    try directory.write(configuration, to: "a.yaml")
    try directory.write(script, to: "panel.touch")
    loop = try EventLoop(clock: MonotonicClock(time))
    let lines = Lines()
    self.lines = lines
    var options = Options()
    options.configuration = directory.file("a.yaml")
    options.socket = directory.file("socket")
    options.sources = [.recording(directory.file("panel.touch"), repeats: false)]
    if machine != nil { options.sources = [.configured] }
    change(&options)
    let log = Log(
      format: .journal, threshold: .info, clock: MonotonicClock(time),
      write: { lines.all.append($0) },
      writeEntry: {
        // The lines are written, too.
        lines.entries.append($0)
        return false
      })
    daemon = try Daemon(
      options: options, environment: Environment(environment), loop: loop, log: log
    ) { rules in
      machine?.source(rules) ?? DeviceSource(rules: rules)
    }
  }

  /// A daemon that runs with this configuration. It plays this script, or has the devices of a
  /// machine.
  static func started(
    _ configuration: String, script: String = "0.000 wait\n", on machine: MadeUpMachine? = nil,
    environment: [String: String] = [:], options change: (inout Options) -> Void = { _ in }
  ) throws -> Stage {
    let stage = try Stage(
      configuration, script: script, on: machine, environment: environment, options: change)
    try stage.start()
    return stage
  }

  /// The path of its directory.
  var folder: String { directory.path }

  /// What was logged since the last question.
  func logged() -> [String] {
    defer { lines.all = [] }
    return lines.all
  }

  /// The fields of each message that had some since the last question, as NAME=value.
  func loggedFields() -> [[String]] {
    defer { lines.entries = [] }
    return lines.entries.map { $0.map { "\($0.name)=\($0.value)" } }
  }

  /// Starts it.
  func start() throws { try daemon.start() }

  /// A client of this user that has read its greeting, and has subscribed if there are members.
  func connect(
    uid: UInt32, unit: String? = nil, subscribing members: String? = nil
  ) throws -> Peer {
    let peer = try Peer(of: daemon.server, uid: uid, unit: unit)
    try play(seconds: 0)
    _ = try peer.lines()
    if let members { _ = try ask(peer, "{\"id\":0,\"subscribe\":{\(members)}}") }
    return peer
  }

  /// Lets time go by.
  func play(seconds: Double) throws {
    try loop.play(until: time.now + Int64((seconds * 1_000_000).rounded()))
  }

  /// Replaces the configuration file.
  func write(_ configuration: String) throws {
    try directory.write(configuration, to: "a.yaml")
  }

  /// A peer that has read the greeting.
  func peer() throws -> Peer {
    let peer = try Peer(path: "\(folder)/socket")
    try play(seconds: 0)
    _ = try peer.lines()
    return peer
  }

  /// A peer that has subscribed, and read the answer.
  func subscriber(_ members: String = "") throws -> Peer {
    let peer = try peer()
    _ = try ask(peer, "{\"id\":1,\"subscribe\":{\(members)}}")
    return peer
  }

  /// Reads until nothing more comes: a socket has little room.
  func everything(for peer: Peer) throws -> [String] {
    var lines: [String] = []
    repeat {
      lines += try peer.lines()
      try play(seconds: 0)
    } while try peer.read() > 0
    return try lines + peer.lines()
  }

  /// Asks something, and gives back what arrives for it at once.
  func ask(_ peer: Peer, _ line: String) throws -> [String] {
    try peer.send(line)
    try play(seconds: 0)
    return try peer.lines()
  }
}
