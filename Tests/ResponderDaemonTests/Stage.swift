// A whole daemon in the test's process: real socket, a recording for a device, virtual time.

import Glibc
import LinuxKit

@testable import ResponderDaemon

/// A daemon with its configuration, its recording and its socket in a folder of its own.
final class Stage {
  let folder: String
  let time = VirtualTime(now: 100_000_000)
  let loop: EventLoop
  let daemon: Daemon
  private(set) var log: [String] = []
  private final class Lines { var all: [String] = [] }
  private let lines: Lines

  /// A daemon with this configuration that plays this touch script when it starts.
  init(
    _ configuration: String, script: String = "0.000 wait\n", environment: [String: String] = [:],
    options change: (inout Options) -> Void = { _ in }
  ) throws {
    var template = Array("/tmp/responderd-test-XXXXXX".utf8CString)
    unsafe mkdtemp(&template)
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.folder = folder
    try FileWriter.replace("\(folder)/a.yaml", with: ContiguousArray(configuration.utf8))
    try FileWriter.replace("\(folder)/panel.touch", with: ContiguousArray(script.utf8))
    loop = try EventLoop(clock: MonotonicClock(time))
    let lines = Lines()
    self.lines = lines
    var options = Options()
    options.configuration = "\(folder)/a.yaml"
    options.socket = "\(folder)/socket"
    options.sources = [.recording("\(folder)/panel.touch", repeats: false)]
    change(&options)
    daemon = try Daemon(
      options: options, environment: Environment(environment), loop: loop,
      log: Log(format: .journal, threshold: .info, clock: MonotonicClock(time)) {
        lines.all.append($0)
      })
  }

  deinit {
    for name in ["a.yaml", "panel.touch", "socket"] { unsafe unlink("\(folder)/\(name)") }
    unsafe rmdir(folder)
  }

  /// What was logged since the last question.
  func logged() -> [String] {
    defer { lines.all = [] }
    return lines.all
  }

  /// Starts it.
  func start() throws { try daemon.start() }

  /// A client of this user that has read its greeting.
  func connect(uid: UInt32) throws -> Peer {
    let peer = try Peer(of: daemon.server, uid: uid)
    try play(seconds: 0)
    _ = try peer.lines()
    return peer
  }

  /// Lets time go by.
  func play(seconds: Double) throws {
    try loop.play(until: time.now + Int64((seconds * 1_000_000).rounded()))
  }

  /// Replaces the configuration file.
  func write(_ configuration: String) throws {
    try FileWriter.replace("\(folder)/a.yaml", with: ContiguousArray(configuration.utf8))
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

  /// Asks something, and gives back what arrives for it at once.
  func ask(_ peer: Peer, _ line: String) throws -> [String] {
    try peer.send(line)
    try play(seconds: 0)
    return try peer.lines()
  }
}
