// responderctl bridge: standard input and output, joined to the daemon's socket. ssh runs it for
// `responderctl --host`.

import CommandLine
import Glibc
import Linux

/// Passes bytes until the caller or the daemon has closed its side.
enum BridgeCommand: Command {
  static let name = "bridge"
  static let summary = "Join standard input and output to the daemon's socket."
  static let options = [DaemonAccess.socketOption]
  /// The exit status when one side has ended.
  static let ended = Status.done.rawValue

  // So many bytes a pipe takes at once when it takes any.
  private static let piece = 4_096

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let daemon = try UnixStream(connectingTo: DaemonAccess.path(arguments))
    try daemon.setNonBlocking()
    var toDaemon: ContiguousArray<UInt8> = []
    var toCaller: ContiguousArray<UInt8> = []
    while true {
      let wanted = (toCaller.isEmpty ? POLLIN : 0) | (toDaemon.isEmpty ? 0 : POLLOUT)
      var waits = [
        pollfd(fd: toDaemon.isEmpty ? 0 : -1, events: Int16(POLLIN), revents: 0),
        // Without an event, the end of the reader is reported nevertheless.
        pollfd(fd: 1, events: Int16(toCaller.isEmpty ? 0 : POLLOUT), revents: 0),
        // The end of the daemon is of no interest before the caller has what it sent.
        pollfd(fd: wanted == 0 ? -1 : daemon.raw, events: Int16(wanted), revents: 0),
      ]
      try systemCall("poll") { unsafe poll(&waits, nfds_t(waits.count), -1) }
      let ready = waits.map { Int32($0.revents) }
      if ready[1] & (POLLERR | POLLHUP | POLLNVAL) != 0 { return .done }
      if ready[1] & POLLOUT != 0 { try write(&toCaller) }
      if ready[0] != 0, toDaemon.isEmpty, try !read(into: &toDaemon) { return .done }
      if !toDaemon.isEmpty {
        switch try daemon.send(toDaemon, 0..<toDaemon.count) {
        case .bytes(let count): toDaemon.removeFirst(count)
        case .wouldBlock: break
        case .closed: return .done
        }
      }
      if ready[2] != 0, toCaller.isEmpty,
        try daemon.receive(into: &toCaller, atMost: 65_536) == .closed
      {
        return .done
      }
    }
  }

  // Reads what the caller has sent; false at its end.
  private static func read(into bytes: inout ContiguousArray<UInt8>) throws(SystemError) -> Bool {
    var room = [UInt8](repeating: 0, count: piece)
    let count = try systemCallUnlessBlocked("read") {
      unsafe room.withUnsafeMutableBytes { unsafe Glibc.read(0, $0.baseAddress, $0.count) }
    }
    bytes += room.prefix(count ?? 0)
    return count != 0
  }

  private static func write(_ bytes: inout ContiguousArray<UInt8>) throws(SystemError) {
    let count = try systemCallUnlessBlocked("write") {
      unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(1, $0.baseAddress, min($0.count, piece))
      }
    }
    bytes.removeFirst(count ?? 0)
  }
}
