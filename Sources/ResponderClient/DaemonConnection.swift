// One connection: lines out, lines in, with time limits.

import Glibc
internal import Linux
internal import Protocol

/// A connected socket that waits only as long as its caller allows.
final class DaemonConnection {
  private let stream: UnixStream
  private var reader = LineReader(limit: 67_108_864)
  private let writer = LineWriter()
  private var isClosed = false
  private let reasonOfEnd: () -> ClientError
  /// The number of lines sent, which is the number of the last one.
  private(set) var sentLines = 0

  init(path: String) throws(ClientError) {
    do throws(SystemError) {
      stream = try UnixStream(connectingTo: path)
      try stream.setNonBlocking()
    } catch {
      throw .unreachable(error.description)
    }
    reasonOfEnd = { .closed(reason: nil) }
  }

  /// Owns a connected socket that does not wait; the closure says why the other side has closed it.
  init(owning descriptor: Int32, reasonOfEnd: @escaping () -> ClientError) {
    stream = UnixStream(owning: descriptor)
    self.reasonOfEnd = reasonOfEnd
  }

  /// One line from the daemon.
  struct Line {
    var json: JSON
    /// The line as it was received, without its line feed.
    var text: String
  }

  /// The descriptor of the socket.
  var descriptor: Int32 { stream.raw }

  /// Sends one line; waits while the daemon's buffer is full.
  func send(_ line: JSON) throws(ClientError) {
    writer.removeAll()
    writer.value(line)
    writer.endLine()
    sentLines += 1
    var bytes: ContiguousArray<UInt8> = []
    writer.copy(0..<writer.count, to: &bytes)
    var sent = 0
    while sent < bytes.count {
      do throws(SystemError) {
        switch try stream.send(bytes, sent..<bytes.count) {
        case .bytes(let count): sent += count
        case .wouldBlock: _ = try wait(for: Int16(POLLOUT), milliseconds: -1)
        case .closed: throw SystemError(call: "send", number: EPIPE)
        }
      } catch {
        if error.number == EPIPE { throw reasonOfEnd() }
        throw .closed(reason: error.description)
      }
    }
  }

  /// The next line; nil when none came in so many seconds. Nil seconds wait without end.
  func receive(within seconds: Double?) throws(ClientError) -> Line? {
    let end = seconds.map { Self.now() + $0 }
    while true {
      switch reader.next() {
      case .line(let range):
        do throws(JSONError) {
          let json = try reader.json(in: range, depth: 2_000)
          return Line(json: json, text: String(decoding: reader.bytes[range], as: UTF8.self))
        } catch {
          throw .closed(reason: "the daemon sent a line that is not JSON: \(error)")
        }
      case .tooLong: throw .closed(reason: "the daemon sent a line of more than 64 MiB")
      case nil: break
      }
      if isClosed { throw reasonOfEnd() }
      do throws(SystemError) {
        switch try reader.fill({ (bytes) throws(SystemError) in
          try stream.receive(into: &bytes, atMost: 65_536)
        }) {
        case .bytes: continue
        case .closed: isClosed = true
        case .wouldBlock:
          let rest = end.map { max(0, $0 - Self.now()) }
          if rest == 0 { return nil }
          let milliseconds = rest.map { Int32(min($0 * 1000, 1e9).rounded(.up)) } ?? -1
          _ = try wait(for: Int16(POLLIN), milliseconds: milliseconds)
        }
      } catch {
        throw .closed(reason: error.description)
      }
    }
  }

  private func wait(for events: Int16, milliseconds: Int32) throws(SystemError) -> Bool {
    var descriptor = pollfd(fd: stream.raw, events: events, revents: 0)
    return try systemCall("poll") { unsafe poll(&descriptor, 1, milliseconds) } > 0
  }

  static func now() -> Double { Double(MonotonicClock().now()) / 1_000_000 }

  /// Waits without a connection, between two attempts to connect.
  static func pause(_ seconds: Double) {
    _ = poll(nil, 0, Int32(seconds * 1000))
  }
}
