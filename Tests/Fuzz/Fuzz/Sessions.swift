// Whole sessions of a daemon: bytes of clients with arbitrary cuts, fingers, reloads and time.

import Glibc
import Linux
import Protocol
import ResponderDaemon
import TestSupport

/// Plays sessions with a daemon of its own each, on real sockets in virtual time.
///
/// All bytes are sent as they are, but for 0xff: the byte after it is a command. Below 0x80 so many
/// centiseconds pass; then come another client, a lost connection, a reload, an injected script. After
/// so many commands a session is over: what a session finds it finds early, and thousands of reloads
/// take longer than a busy machine may think.
final class SessionPlayer {
  /// The player of this process.
  static nonisolated(unsafe) let shared = SessionPlayer()

  private let folder = TemporaryFolder()

  private static let commands = 200

  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          handles: [touches]
          isMultipleTouchEnabled: true
          gestureRecognizers: [{ id: pan, pan: { cancelsTouchesInView: false } }]
          subviews:
            - { id: v0, frame: [0, 0, 300, 300], handles: [touches], gestureRecognizers: [{ id: tap, tap: {} }] }
            - id: list
              scrollView: { frame: [500, 100, 200, 300], contentSize: [200, 2000], subviews: [{ id: row, frame: [0, 0, 200, 400] }] }
            - { id: ok, button: { frame: [320, 0, 100, 100], actions: { touchUpInside: save } } }
            - { id: shelf, frame: [0, 300, 300, 180], mountPoint: true }
          performs: [save]
        - { id: top, level: 1, frame: [600, 0, 200, 100], handles: [touches] }
    """

  private init() {
    do {
      try folder.write(Self.configuration, to: "a.yaml")
      try folder.write("60 wait\n", to: "panel.touch")
    } catch {
      fatalError("\(error)")
    }
  }

  func play(_ bytes: [UInt8]) throws {
    let time = VirtualTime(now: 100_000_000)
    let loop = try EventLoop(clock: MonotonicClock(time))
    var options = Options()
    options.configuration = folder.file("a.yaml")
    options.socket = folder.file("socket")
    options.sources = [.recording(folder.file("panel.touch"), repeats: false)]
    options.limits.history = 64
    options.limits.viewsOfProgram = 200
    options.limits.views = 400
    let daemon = try Daemon(
      options: options, environment: Environment([:]), loop: loop,
      log: Log(format: .journal, threshold: .error, clock: MonotonicClock(time)) { _ in })
    try daemon.start()
    var clients: [SessionClient] = []
    for _ in 0..<3 { clients.append(try SessionClient(folder.file("socket"))) }
    try clients[0].send(#"{"id":1,"subscribe":{"snapshot":true,"explain":true,"detail":true}}"#)
    try loop.play(until: time.now)
    var current = 1
    var text: [UInt8] = []
    func flush() throws {
      try clients[current].send(bytes: text)
      text.removeAll(keepingCapacity: true)
      try loop.play(until: time.now)
      for client in clients { try client.read() }
    }
    var rest = bytes[...]
    var commandsLeft = Self.commands
    while commandsLeft > 0, let byte = rest.popFirst() {
      guard byte == 0xff, let command = rest.popFirst() else {
        text.append(byte)
        continue
      }
      commandsLeft -= 1
      try flush()
      switch command {
      case ..<0x80: try loop.play(until: time.now + Int64(command) * 10_000)
      case 0x80..<0xa0: current = Int(command) % clients.count
      case 0xa0..<0xb0: clients[current] = try SessionClient(folder.file("socket"))
      case 0xb0..<0xc0: try clients[2].send(#"{"id":7,"reload":{"force":true}}"#)
      default:
        let x = Int(command & 7) * 100 + 20
        let y = Int(command >> 3 & 7) * 55 + 20
        try clients[2].send(
          #"{"id":8,"inject":{"script":"0 down 1 \#(x),\#(y)\n0.1 move 1 \#(x + 30),\#(y)\n0.2 up 1"}}"#
        )
      }
    }
    try flush()
    // Injected scripts end, and the daemon says goodbye.
    try loop.play(until: time.now + 5_000_000)
    for client in clients { try client.read() }
    daemon.end(reason: "the session is over")
    try loop.play(until: time.now + 2_000_000)
    for client in clients { try client.read() }
  }
}

/// A client that reads whatever comes; each line is JSON.
private final class SessionClient {
  private let stream: UnixStream
  private var lines = LineReader(limit: 16 << 20)
  private(set) var isClosed = false

  init(_ path: String) throws {
    stream = try UnixStream(connectingTo: path)
    try stream.setNonBlocking()
  }

  func send(_ line: String) throws { try send(bytes: Array((line + "\n").utf8)) }

  func send(bytes: [UInt8]) throws {
    guard !bytes.isEmpty, !isClosed else { return }
    let bytes = ContiguousArray(bytes)
    if case .closed = try stream.send(bytes, 0..<bytes.count) { isClosed = true }
  }

  func read() throws {
    while !isClosed {
      switch try lines.fill({ (bytes) throws(SystemError) in
        try stream.receive(into: &bytes, atMost: 65_536)
      }) {
      case .bytes: break
      case .closed: isClosed = true
      case .wouldBlock: return
      }
      while let event = lines.next() {
        guard case .line(let range) = event else { fatalError("a line of 16 MiB") }
        _ = try lines.json(in: range, depth: 2_000)
      }
    }
  }
}
