// One connection over a Unix socket; reading and writing never wait unless asked to.

import Glibc

/// A connected stream socket.
package struct UnixStream: ~Copyable {
  private let descriptor: Descriptor

  /// The kernel's number of it, to be watched by a loop.
  package var raw: Int32 { descriptor.raw }

  /// Owns a connected socket.
  package init(owning raw: Int32) { descriptor = Descriptor(owning: raw) }

  /// Connects to a listener; the call waits at most as long as the listener's queue is full.
  package init(connectingTo path: String) throws(SystemError) {
    let address = try SocketAddress(path)
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let made = Descriptor(owning: try systemCall("socket") { socket(AF_UNIX, type, 0) })
    let raw = made.raw
    let result = unsafe address.use { unsafe connect(raw, $0, $1) }
    if result != 0 {
      let number = errno
      throw SystemError(
        call: "connect", subject: path, number: number, advice: UnixStream.advice(for: number))
    }
    descriptor = made
  }

  /// Two ends of one connection, neither of which waits.
  package static func pair() throws(SystemError) -> (Int32, Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    let type = Int32(
      SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("socketpair") {
      unsafe withUnsafeMutablePointer(to: &ends) { pointer in
        unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) {
          unsafe socketpair(AF_UNIX, type, 0, $0)
        }
      }
    }
    return ends
  }

  private static func advice(for number: Int32) -> String {
    switch number {
    case ENOENT: "nothing listens there; is the service running?"
    case ECONNREFUSED: "the socket is there, but nothing listens; is the service running?"
    case EACCES, EPERM: "the socket's group may use it; ask to be added to that group"
    default: ""
    }
  }

  /// Whether the peer has closed the connection; bytes that it sent may still be unread.
  package var hasHungUp: Bool {
    var state = pollfd(fd: raw, events: 0, revents: 0)
    return unsafe poll(&state, 1, 0) == 1 && Int32(state.revents) & POLLHUP != 0
  }

  /// Makes its calls return at once instead of waiting.
  package func setNonBlocking() throws(SystemError) { try descriptor.setNonBlocking() }

  /// Appends received bytes, at most `limit` of them.
  package func receive(
    into buffer: inout ContiguousArray<UInt8>, atMost limit: Int
  ) throws(SystemError) -> Transfer {
    let raw = raw
    // Read beside the buffer, so that the buffer grows only by the received bytes.
    let answer: Result<Transfer, SystemError> = unsafe withUnsafeTemporaryAllocation(
      byteCount: limit, alignment: 1
    ) { room in
      let answer = UnixStream.transfer("recv") {
        unsafe recv(raw, room.baseAddress, room.count, 0)
      }
      if case .success(.bytes(let count)) = answer {
        unsafe buffer.append(contentsOf: room[..<count])
      }
      return answer
    }
    if case .success(.bytes(0)) = answer { return .closed }
    return try answer.get()
  }

  /// Sends a part of the buffer, as much as the socket accepts now.
  package func send(
    _ buffer: borrowing ContiguousArray<UInt8>, _ range: Range<Int>
  ) throws(SystemError) -> Transfer {
    let answer: Result<Transfer, SystemError> = unsafe buffer.withUnsafeBytes { bytes in
      let raw = raw
      let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      return UnixStream.transfer("send") {
        unsafe Glibc.send(raw, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
      }
    }
    return try answer.get()
  }

  /// Sends bytes, as many of them as go now.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Transfer {
    let raw = raw
    return try UnixStream.transfer("send") {
      unsafe Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }.get()
  }

  // A typed throw does not pass through the standard library's closures, so it is a result here.
  private static func transfer(
    _ name: String, _ call: () -> Int
  ) -> Result<Transfer, SystemError> {
    do throws(SystemError) {
      guard let count = try systemCallUnlessBlocked(name, "", call) else {
        return .success(.wouldBlock)
      }
      return .success(.bytes(count))
    } catch {
      switch error.number {
      case EPIPE, ECONNRESET: return .success(.closed)
      default: return .failure(error)
      }
    }
  }

  /// Releases the descriptor; the caller closes it.
  package consuming func release() -> Int32 { descriptor.release() }

  /// Closes the direction to the peer, which then reads the end of the stream.
  package func shutdownSending() { _ = shutdown(raw, Int32(SHUT_WR)) }
}
