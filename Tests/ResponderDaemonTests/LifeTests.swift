// The daemon's life: ready, reloaded, asleep, watched, ended.

import Glibc
import Linux
import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct LifeTests {
  private static func configuration(_ view: String = "red") -> String {
    """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          subviews: [{ id: \(view), frame: [20, 20, 200, 120], handles: [touches] }]
    """
  }

  /// What the service manager receives.
  final class Manager {
    let path: String
    private let raw: Int32

    init() throws {
      path = "@responderd-test-\(UInt64.random(in: 0 ... .max))"
      raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array(path.utf8)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        unsafe buffer.copyBytes(from: bytes)
        unsafe buffer[0] = 0
      }
      let length = socklen_t(2 + bytes.count)
      let result = unsafe withUnsafePointer(to: address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(raw, $0, length)
        }
      }
      try #require(result == 0)
    }

    deinit { close(raw) }

    func messages() -> [String] {
      var messages: [String] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe recv(raw, &buffer, buffer.count, 0)
        guard count >= 0 else { return messages }
        messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
      }
    }
  }

  @Test func `readiness is reported when the socket listens, and not before`() throws {
    let manager = try Manager()
    let stage = try Stage(
      LifeTests.configuration(), script: "9.0 wait\n", environment: ["NOTIFY_SOCKET": manager.path])
    #expect(manager.messages() == [])
    try stage.start()
    #expect(manager.messages() == ["READY=1\nSTATUS=2 views, 1 device, 0 clients"])
    _ = try stage.peer()
    stage.daemon.end(reason: "shutdown")
    #expect(manager.messages() == ["STOPPING=1"])
  }

  @Test(arguments: [true, false])
  func `a daemon that has ended, or has no owner, keeps nothing`(ends: Bool) throws {
    weak var panel: AnyObject?
    weak var loop: AnyObject?
    do {
      let stage = try Stage.started(
        """
        screens: { panel: { size: [800, 480] } }
        application:
          windows:
            - { id: main, handles: [touches] }
            - { id: pad, private: [], frame: [0, 0, 99, 99], subviews: [{ id: key, frame: fill }] }
        """, script: "0 down 1 200,200; down 2 9,9\n0.1 up 1; up 2\n9.0 wait\n")
      _ = try stage.connect(uid: 7, subscribing: #""types":["touches"]"#)
      try stage.play(seconds: 1)
      panel = stage.daemon.panel
      loop = stage.daemon.loop
      if ends { stage.daemon.end(reason: "shutdown") }
    }
    #expect(panel == nil && loop == nil)
  }

  @Test func `an invalid configuration keeps it from starting, with every error`() throws {
    let error = #expect(throws: StartError.self) {
      try Stage("screen: 1\napplication: { windows: [{ id: 7x, levle: 0 }] }\n")
    }
    #expect(error?.status == 2)
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(lines.contains { $0.contains("a.yaml:1:1: ") })
    #expect(lines.contains { $0.contains("a.yaml:2:") })
  }

  @Test func `a missing file, recording or folder is named`() throws {
    let noFile = #expect(throws: StartError.self) {
      try Stage(LifeTests.configuration()) { $0.configuration = "/none/a.yaml" }
    }
    #expect(noFile?.description == "open /none/a.yaml: No such file or directory (ENOENT)")
    let stage = try Stage(LifeTests.configuration()) { $0.socket = "/none/socket" }
    let noFolder = #expect(throws: StartError.self) { try stage.start() }
    #expect(noFolder?.status == 1)
    #expect(
      noFolder?.description
        == "bind /none/socket: No such file or directory (ENOENT); "
        + "the folder must exist and be writable for this user")
    let silent = try Stage(LifeTests.configuration()) {
      $0.sources = [.recording("/none/a.touch", repeats: false)]
    }
    let noRecording = #expect(throws: StartError.self) { try silent.start() }
    #expect(noRecording?.status == 2)
    #expect(noRecording?.description.contains("/none/a.touch") == true)
  }

  @Test func `a second daemon does not take the socket of the first`() throws {
    let first = try Stage(LifeTests.configuration())
    try first.start()
    let second = try Stage(LifeTests.configuration()) { $0.socket = "\(first.folder)/socket" }
    let error = #expect(throws: StartError.self) { try second.start() }
    #expect(error?.description.contains("another program listens there") == true)
    _ = try first.peer()
  }

  @Test func `a reload waits until no finger is on what it removes or moves`() throws {
    let manager = try Manager()
    let stage = try Stage.started(
      LifeTests.configuration(),
      script: "1.0 down 1 50,60\n5.0 up 1\n6.0 down 1 50,60\n7.0 up 1\n",
      environment: ["NOTIFY_SOCKET": manager.path])
    let peer = try stage.subscriber(#""types":["touches","edit"]"#)
    try stage.play(seconds: 2)
    try stage.write(LifeTests.configuration("blue"))
    _ = manager.messages()
    stage.daemon.reload(force: false)
    try stage.play(seconds: 1.9)
    #expect(manager.messages() == ["RELOADING=1\nMONOTONIC_USEC=102000000"])
    try stage.play(seconds: 0.1)
    #expect(
      manager.messages() == [
        "READY=1\nSTATUS=2 views, 1 device, 1 client; "
          + "a new configuration waits until no finger is on what it removes or moves"
      ])
    try stage.play(seconds: 2.5)
    #expect(manager.messages() == ["STATUS=2 views, 1 device, 1 client"])
    try stage.play(seconds: 1.5)
    let lines = try peer.lines()
    #expect(lines.count == 6)
    #expect(lines.element(0).contains(#""phase":"began","responder":"red""#))
    #expect(lines.element(1).contains(#""phase":"ended","responder":"red""#))
    #expect(lines.element(2).contains(#""edit":"removed","view":"red""#))
    #expect(lines.element(3).contains(#""edit":"added","view":"blue""#))
    #expect(lines.element(4).contains(#""phase":"began","responder":"blue""#))
    #expect(lines.element(5).contains(#""phase":"ended","responder":"blue""#))
  }

  @Test func `a forced reload cancels fingers and comes at once`() throws {
    let stage = try Stage.started(LifeTests.configuration(), script: "1.0 down 1 50,60\n9.0 up 1\n")
    let peer = try stage.subscriber(#""types":["touches"]"#)
    try stage.play(seconds: 2)
    _ = try peer.lines()
    try stage.write(LifeTests.configuration("blue"))
    let answer = try stage.ask(peer, #"{"id":5,"reload":{"force":true}}"#)
    #expect(answer.contains(#"{"type":"reply","id":5,"result":{"isWaiting":false,"warnings":[]}}"#))
    #expect(answer.contains { $0.contains(#""phase":"cancelled","responder":"red""#) })
    #expect(stage.daemon.configuration.tree.registry.view("blue") != nil)
    try stage.play(seconds: 20)
    #expect(try peer.lines() == [])
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `an invalid file changes nothing and is reported`() throws {
    let manager = try Manager()
    let stage = try Stage.started(
      LifeTests.configuration(), script: "3.0 down 1 50,60\n4.0 up 1\n",
      environment: ["NOTIFY_SOCKET": manager.path])
    let peer = try stage.subscriber(#""types":["touches"]"#)
    _ = stage.logged()
    _ = manager.messages()
    try stage.write("application: { windos: [] }\n")
    let answer = try stage.ask(peer, #"{"id":5,"reload":{}}"#)
    #expect(answer.count == 1)
    #expect(
      answer.element(0).hasPrefix(#"{"type":"error","id":5,"code":"invalidEdit","message":""#))
    #expect(answer.element(0).contains("windos"))
    #expect(
      stage.logged().element(1).hasPrefix(
        "<3>config: the new configuration is invalid; the previous one still applies:\n"))
    #expect(manager.messages().count == 2)
    let status = try stage.ask(peer, #"{"id":6,"status":{}}"#)
    #expect(status.element(0).contains(#""failedReloads":1"#))
    #expect(status.element(0).contains("windos"))
    try stage.play(seconds: 9)
    #expect(try peer.lines().count == 2)
  }

  @Test func `sleep of the machine cancels fingers`() throws {
    let stage = try Stage.started(LifeTests.configuration(), script: "1.0 down 1 50,60\n9.0 up 1\n")
    let peer = try stage.subscriber(#""types":["touches"]"#)
    try stage.play(seconds: 2)
    _ = try peer.lines()
    stage.time.slept += 3_600_000_000
    try stage.play(seconds: 0)
    let lines = try peer.lines()
    #expect(lines.count == 1)
    #expect(lines.element(0).contains(#""phase":"cancelled""#))
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `the watchdog is fed from the loop at half its time`() throws {
    let manager = try Manager()
    let stage = try Stage.started(
      LifeTests.configuration(), script: "30.0 wait\n",
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "10000000"])
    _ = manager.messages()
    try stage.play(seconds: 21)
    #expect(manager.messages() == Array(repeating: "WATCHDOG=1", count: 4))
  }

  @Test func `the service manager's line follows what happens, once a second at most`() throws {
    let manager = try Manager()
    let stage = try Stage.started(
      LifeTests.configuration(), script: "10.0 wait\n",
      environment: ["NOTIFY_SOCKET": manager.path])
    _ = manager.messages()
    try stage.play(seconds: 2)
    let first = try stage.peer()
    #expect(manager.messages() == ["STATUS=2 views, 1 device, 1 client"])
    let others = try (0..<3).map { _ in try stage.peer() }
    try stage.play(seconds: 0.9)
    #expect(manager.messages() == [])
    try stage.play(seconds: 0.1)
    #expect(manager.messages() == ["STATUS=2 views, 1 device, 4 clients"])
    withExtendedLifetime((first, others)) {}
    try stage.write("screen: 1\n")
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    #expect(
      manager.messages().last
        == "READY=1\nSTATUS=2 views, 1 device, 4 clients; "
        + "the configuration file has errors; the previous configuration applies")
    try stage.play(seconds: 7)
    #expect(manager.messages().last?.hasPrefix("STATUS=2 views, 0 devices, ") == true)
    try stage.play(seconds: 5)
    #expect(manager.messages() == [])
  }

  @Test func `a played recording ends the daemon when asked to`() throws {
    let stage = try Stage.started(
      LifeTests.configuration(), script: "1.0 down 1 50,60\n1.1 up 1\n"
    ) { $0.endsWithRecording = true }
    let peer = try stage.subscriber()
    try stage.play(seconds: 3)
    let lines = try peer.lines()
    #expect(lines.last == #"{"type":"closing","reason":"the recording is over"}"#)
    #expect(lines.dropLast().last?.contains(#""event":"removed""#) == true)
    #expect(peer.isClosed)
  }

  @Test func `it ends at once when no client is connected`() throws {
    let stage = try Stage.started(LifeTests.configuration(), script: "60.0 wait\n")
    let peer = try stage.peer()
    stage.daemon.end(reason: "shutdown")
    // Without the wait for slow peers the run returns; virtual time stands still meanwhile.
    try stage.loop.run()
    #expect(try peer.lines() == [#"{"type":"closing","reason":"shutdown"}"#])
    #expect(peer.isClosed)
    var status = stat()
    #expect(unsafe lstat("\(stage.folder)/socket", &status) != 0)
  }

  @Test func `figures are reported in both forms`() throws {
    let stage = try Stage.started(
      LifeTests.configuration(), script: "1.0 down 1 50,60\n1.1 up 1\n9.0 wait\n")
    let peer = try stage.subscriber()
    try stage.play(seconds: 5)
    _ = try peer.lines()
    let status = try stage.ask(peer, #"{"id":2,"status":{}}"#)
    for part in [
      #""frames":2,"touches":1,"records":3,"questions":0,"#, #""missedDeadlines":0,"#,
      #""queuedBytes":0"#,
      #""recordsSent":2,"#, #""connections":1"#,
      #""latency":{"count":2,"#, #""clients":[{"number":1,"#, #""uptime":5.000000"#,
    ] {
      #expect(status.element(0).contains(part), "\(part) in \(status.element(0))")
    }
    let text = stage.daemon.prometheusText(for: stage.daemon.server.connections[0])
    #expect(text.contains("# TYPE responderd_frames_total counter\nresponderd_frames_total 2\n"))
    #expect(text.contains("responderd_latency_seconds_bucket{le=\"+Inf\"} 2\n"))
    #expect(text.hasSuffix("responderd_latency_seconds_count 2\n"))
    let versions = "version=\"\(ProgramVersion.current)\",protocol=\"\(ProtocolVersion.current)\""
    #expect(text.contains("responderd_build_info{\(versions)} 1\n"))
    #expect(text.contains("responderd_queue_age_seconds 0.0\n"))
    func seconds(_ name: String) -> Double? {
      let start = "responderd_\(name)_seconds "
      let line = text.split(separator: "\n").first { $0.hasPrefix(start) }
      return line.flatMap { Double($0.dropFirst(start.count)) }
    }
    let now = Double(WallClock.now()) / 1_000_000
    let began = try #require(seconds("start_time"))
    let touched = try #require(seconds("last_touch_timestamp"))
    #expect(began > now - 600 && touched >= began && touched <= now)
  }
}
