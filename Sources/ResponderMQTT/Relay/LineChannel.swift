// Lines from and to one program that has connected to a socket of this one.

import LinuxKit
import Wire

/// Reads the lines of a program, and stores lines that the program has not read yet.
final class LineChannel {
  /// The owner's closures for input and the end.
  struct Handlers {
    /// A line that is one JSON value.
    var line: (JSON) -> Void = { _ in }
    /// The program has disconnected, or does not read.
    var left: () -> Void = {}
  }

  /// The owner's closures.
  var handlers = Handlers()

  private let stream: UnixStream
  private let lineBytes: Int
  private var watch: Watch?
  private var reader: LineReader
  private var waiting: ContiguousArray<UInt8> = []
  private var isOver = false

  // The same as the daemon's limit.
  private static let mostWaiting = 8_388_608

  init(_ stream: consuming UnixStream, lineBytes: Int) {
    self.stream = stream
    self.lineBytes = lineBytes
    reader = LineReader(limit: lineBytes)
  }

  /// Starts to read.
  func start(on loop: EventLoop) throws(SystemError) {
    watch = try loop.watch(stream.raw, .readable, .patient) { [weak self] in self?.serve($0) }
  }

  // MARK: Writing

  /// Whether no line waits for the program.
  var isIdle: Bool { waiting.isEmpty }

  /// Sends a line.
  func send(_ line: JSON) {
    let writer = LineWriter(capacity: 256)
    writer.value(line)
    writer.endLine()
    send(writer)
  }

  /// Sends the bytes of a writer.
  func send(_ writer: LineWriter) {
    guard !isOver else { return }
    writer.copy(0..<writer.count, to: &waiting)
    guard waiting.count <= LineChannel.mostWaiting else { return leave() }
    flush()
  }

  /// Sends the result of a request.
  func reply(_ id: JSON?, _ result: JSON) {
    var members: [JSON.Member] = [.init("type", .string("reply"))]
    if let id { members.append(.init("id", id)) }
    send(.object(members + [.init("result", result)]))
  }

  /// Sends the error of a request.
  func refuse(_ id: RequestID?, _ error: ProtocolError) {
    let writer = LineWriter(capacity: 256)
    writer.error(error, to: id)
    send(writer)
  }

  private func flush() {
    do throws(SystemError) {
      var sent = 0
      sending: while sent < waiting.count {
        switch try stream.send(waiting, sent..<waiting.count) {
        case .bytes(let count): sent += count
        case .wouldBlock: break sending
        case .closed: return leave()
        }
      }
      waiting.removeFirst(sent)
      try watch?.change(waiting.isEmpty ? .readable : [.readable, .writable])
    } catch {
      leave()
    }
  }

  // MARK: Reading

  private func serve(_ readiness: Readiness) {
    if readiness.contains(.writable) { flush() }
    do throws(SystemError) {
      while !isOver {
        switch try reader.fill({ (bytes) throws(SystemError) in
          try stream.receive(into: &bytes, atMost: 65_536)
        }) {
        case .bytes: readLines()
        case .wouldBlock: return
        case .closed: return leave()
        }
      }
    } catch {
      leave()
    }
  }

  private func readLines() {
    while !isOver, let event = reader.next() {
      switch event {
      case .tooLong:
        refuse(nil, ProtocolError(.lineTooLong, "expected at most \(lineBytes) bytes in a line"))
      case .line(let range):
        do throws(JSONError) {
          handlers.line(try reader.json(in: range, depth: 32))
        } catch {
          refuse(nil, ProtocolError(.badJSON, "expected one JSON object: \(error)"))
        }
      }
    }
  }

  private func leave() {
    guard !isOver else { return }
    isOver = true
    watch?.cancel()
    handlers.left()
  }
}
