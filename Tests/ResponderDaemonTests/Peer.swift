// A client of the tests: it speaks bytes and reads lines, and the daemon turns meanwhile.

import Glibc
import Linux
import TestSupport

@testable import ResponderDaemon

/// A program at the other end of a connection.
final class Peer {
  private var stream: UnixStream?
  private var bytes: ContiguousArray<UInt8> = []
  /// Whether the daemon has closed the connection.
  private(set) var isClosed = false

  /// A peer of a server, without a socket in the file system.
  init(
    of server: Server, uid: UInt32 = 1000, groups: [UInt32] = [], unit: String? = nil,
    at socket: ListeningSocket = .records
  ) throws {
    let (near, far) = try UnixStream.pair()
    // The kernel's usual room is too much for tests of peers that do not read.
    var room: Int32 = 4608
    _ = unsafe setsockopt(near, SOL_SOCKET, SO_SNDBUF, &room, 4)
    stream = UnixStream(owning: far)
    let credentials = PeerCredentials(
      pid: 4711, uid: uid, gid: uid, groups: groups, unit: unit)
    try server.accept(UnixStream(owning: near), credentials, at: socket)
  }

  /// A peer that connects to a socket.
  init(path: String) throws {
    let stream = try UnixStream(connectingTo: path)
    try stream.setNonBlocking()
    self.stream = consume stream
  }

  /// Sends bytes as they are; says how many went.
  @discardableResult
  func send(raw text: String) throws -> Int {
    let bytes = ContiguousArray(text.utf8)
    guard case .bytes(let count)? = try stream?.send(bytes, 0..<bytes.count) else { return 0 }
    return count
  }

  /// Sends a line.
  func send(_ line: String) throws { try send(raw: line + "\n") }

  /// Reads what is there, at most so many bytes of it; says how many came.
  @discardableResult
  func read(atMost limit: Int = 8192) throws -> Int {
    switch try stream?.receive(into: &bytes, atMost: limit) {
    case .bytes(let count): return count
    case .closed:
      isClosed = true
      return 0
    case .wouldBlock, nil: return 0
    }
  }

  /// Takes every whole line that has arrived.
  func lines() throws -> [String] {
    while try read() > 0 {}
    return linesSoFar()
  }

  /// Takes every whole line of what was read.
  func linesSoFar() -> [String] {
    var lines: [String] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    bytes.removeSubrange(..<start)
    return lines
  }

  /// What has arrived of a line that is not whole.
  var rest: String { String(decoding: bytes, as: UTF8.self) }

  /// Says that it will send nothing more.
  func finish() { stream?.shutdownSending() }

  /// Closes the connection without a request.
  func vanish() {
    if let raw = stream?.raw { endConnection(raw) }
    stream = nil
  }
}

extension Array where Element == String {
  /// A line, or an empty one if there are not so many: then a test fails, and continues.
  func element(_ index: Int) -> String { indices.contains(index) ? self[index] : "" }
}
