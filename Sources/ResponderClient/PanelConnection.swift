// One connection to the daemon that never waits: requests with answers, and lines as they arrive.
//
//           start                 hello
//   idle ────────▶ greeting ────────────▶ ready
//                   │    ▲                  │
//              lost ▼    │ pause is over    │ lost
//                  waiting ◀────────────────┘

package import Linux
package import Protocol

/// Connects to the daemon's socket, and again whenever the connection is lost.
package final class PanelConnection {
  private enum State {
    case idle, greeting, ready, waiting
  }

  /// The owner's closures for changes of the connection.
  package struct Handlers {
    /// Called when the daemon has sent its hello line with this instance and `connection`.
    package var ready: (_ instance: String) -> Void = { _ in }
    /// Called with a record, a snapshot or an error of a subscription, and its line.
    package var line: (JSON, ContiguousArray<UInt8>) -> Void = { _, _ in }
    /// Called when the connection is lost; open requests were answered with an error.
    package var lost: () -> Void = {}

    /// Handlers that do nothing.
    package init() {}
  }

  /// Called with the result of a reply, or with an error as the daemon writes it.
  package typealias Answer = (JSON) -> Void

  /// The owner's closures.
  package var handlers = Handlers()
  /// Why the daemon cannot be reached; nil while it is connected.
  package private(set) var problem: String?

  private let path: String
  private let loop: EventLoop
  private let log: Log
  private var state = State.idle
  private var connection: Socket?
  private var reader = LineReader(limit: 67_108_864)
  private var answers: [Int: Answer] = [:]
  private var lastID = 0
  private var pause: Int64 = 0
  private var timer: Timer?

  private static let pauses: ClosedRange<Int64> = 100_000...5_000_000
  private static let patience: Int64 = 10_000_000

  /// The socket, its watch, and the bytes that wait to be written.
  private final class Socket {
    let stream: UnixStream
    var watch: Watch?
    var waiting: ContiguousArray<UInt8> = []

    init(_ stream: consuming UnixStream) { self.stream = stream }
  }

  package init(path: String, loop: EventLoop, log: Log) {
    self.path = path
    self.loop = loop
    self.log = log
    pause = PanelConnection.pauses.lowerBound
    timer = loop.timer { [unowned self] in timeIsUp() }
  }

  /// Whether requests can be sent.
  package var isReady: Bool {
    switch state {
    case .ready: true
    case .idle, .greeting, .waiting: false
    }
  }

  /// The number of requests that wait for an answer.
  package var openRequests: Int { answers.count }

  // MARK: Connecting

  /// Starts to connect.
  package func start() {
    do throws(SystemError) {
      let stream = try UnixStream(connectingTo: path)
      try stream.setNonBlocking()
      let socket = Socket(stream)
      socket.watch = try loop.watch(socket.stream.raw, .readable) { [unowned self] in serve($0) }
      connection = socket
      reader = LineReader(limit: 67_108_864)
      state = .greeting
      timer?.deadline = loop.clock.now() + PanelConnection.patience
    } catch {
      lose(error.description)
    }
  }

  private func timeIsUp() {
    switch state {
    case .waiting: start()
    case .greeting: lose("the daemon sent no hello line")
    case .idle, .ready: break
    }
  }

  private func lose(_ reason: String) {
    var wasReady = false
    switch state {
    case .ready: wasReady = true
    case .idle, .greeting, .waiting: break
    }
    connection?.watch?.cancel()
    connection = nil
    state = .waiting
    timer?.deadline = loop.clock.now() + pause
    pause = min(pause * 2, PanelConnection.pauses.upperBound)
    if problem != reason {
      log.limited(.warning, .service, "daemon", "no connection to \(path): \(reason)")
    }
    problem = reason
    let open = answers.sorted { $0.key < $1.key }
    answers.removeAll()
    for (_, answer) in open {
      answer(PanelConnection.error(code: "unavailable", "the daemon of the panel is not running"))
    }
    if wasReady { handlers.lost() }
  }

  /// An error as the daemon would write it.
  package static func error(code: String, _ message: String) -> JSON {
    .object([
      .init("type", .string("error")), .init("code", .string(code)),
      .init("message", .string(message)),
    ])
  }

  // MARK: Requests

  /// Sends a request; the answer is called once, with the reply or the error.
  package func request(_ name: String, _ arguments: JSON, answer: @escaping Answer) {
    guard isReady, let connection else {
      answer(PanelConnection.error(code: "unavailable", "the daemon of the panel is not running"))
      return
    }
    lastID += 1
    answers[lastID] = answer
    let writer = LineWriter(capacity: 256)
    writer.value(.object([.init("id", .integer(lastID)), .init(name, arguments)]))
    writer.endLine()
    writer.copy(0..<writer.count, to: &connection.waiting)
    send(connection)
  }

  private func send(_ socket: Socket) {
    var sent = 0
    var isFull = false
    do throws(SystemError) {
      while sent < socket.waiting.count, !isFull {
        switch try socket.stream.send(socket.waiting, sent..<socket.waiting.count) {
        case .bytes(let count): sent += count
        case .wouldBlock: isFull = true
        // The end of the connection is reported when it is read.
        case .closed: sent = socket.waiting.count
        }
      }
      socket.waiting.removeFirst(sent)
      try socket.watch?.change(socket.waiting.isEmpty ? .readable : [.readable, .writable])
    } catch {
      lose(error.description)
    }
  }

  // MARK: Lines

  private func serve(_ readiness: Readiness) {
    guard let socket = connection else { return }
    if readiness.contains(.writable) { send(socket) }
    guard socket === connection else { return }
    do throws(SystemError) {
      // A limit, so that a busy panel does not delay the broker.
      for _ in 0..<16 {
        switch try reader.fill({ (bytes) throws(SystemError) in
          try socket.stream.receive(into: &bytes, atMost: 65_536)
        }) {
        case .bytes:
          handleLines(of: socket)
          guard socket === connection else { return }
        case .wouldBlock: return
        case .closed:
          lose("the daemon closed the connection")
          return
        }
      }
    } catch {
      lose(error.description)
    }
  }

  private func handleLines(of socket: Socket) {
    while socket === connection, let event = reader.next() {
      switch event {
      case .tooLong: lose("the daemon sent a line of more than 64 MiB")
      case .line(let range):
        do throws(JSONError) {
          let line = try reader.json(in: range, depth: 2_000)
          handle(line, ContiguousArray(reader.bytes[range]))
        } catch {
          lose("the daemon sent a line that is not JSON: \(error)")
        }
      }
    }
  }

  private func handle(_ line: JSON, _ bytes: ContiguousArray<UInt8>) {
    // What happens in private windows is for no bridge.
    guard line["stream"] == nil else { return }
    switch (state, line["type"]?.string) {
    case (.greeting, "hello"): greet(line)
    case (.greeting, _): lose("expected the daemon's hello, found \(line.text.prefix(100))")
    case (_, "reply"), (_, "error"):
      guard let id = line["id"]?.int, let answer = answers.removeValue(forKey: id) else {
        handlers.line(line, bytes)
        return
      }
      answer(line)
    case (_, "closing"): lose(line["reason"]?.string ?? "the daemon ended the connection")
    default: handlers.line(line, bytes)
    }
  }

  private func greet(_ hello: JSON) {
    guard let version = hello["protocol"]?.string, let instance = hello["instance"]?.string,
      version.prefix(while: { $0 != "." }) == "2"
    else {
      lose("expected a daemon with protocol 2, found \(hello["protocol"]?.kind ?? "none")")
      return
    }
    state = .ready
    timer?.deadline = nil
    pause = PanelConnection.pauses.lowerBound
    if problem != nil { log.write(.info, .service, "connected to \(path)") }
    problem = nil
    handlers.ready(instance)
  }
}
