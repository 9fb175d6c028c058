// The door: a listening Unix socket, made here or handed over by systemd.

internal import CLinux
import Glibc

/// A listening stream socket that does not wait.
package final class UnixListener {
  private let descriptor: Descriptor
  /// Where it listens; empty for a socket that was handed over.
  package let path: String
  private var identity: (device: UInt, node: UInt)?
  // Given up for a moment when no descriptor is left, to take a caller off the queue and refuse it.
  private var reserve: Descriptor?

  /// The kernel's number of it, to be watched by a loop.
  package var raw: Int32 { descriptor.raw }

  /// Listens at a path with these rights. A dead socket there is replaced, a live one never.
  package init(path: String, mode: UInt32, group: UInt32?) throws(SystemError) {
    self.path = path
    let isAbstract = path.hasPrefix("@")
    if !isAbstract { try UnixListener.requireFree(path) }
    // It gets its rights under another name first, so that nobody connects before it has them.
    let name = isAbstract ? path : "\(path).new"
    let address = try SocketAddress(name)
    let type = Int32(
      SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = Descriptor(owning: try systemCall("socket") { socket(AF_UNIX, type, 0) })
    reserve = UnixListener.makeReserve()
    let raw = descriptor.raw
    if !isAbstract { unsafe unlink(name) }
    try systemCall("bind", path, advice: "the folder must exist and be writable for this user") {
      unsafe address.use { unsafe bind(raw, $0, $1) }
    }
    do throws(SystemError) {
      if !isAbstract {
        if let group {
          try systemCall(
            "chown", path, advice: "this user must be root or a member of group \(group)"
          ) { unsafe chown(name, uid_t.max, group) }
        }
        try systemCall("chmod", path) { unsafe chmod(name, mode) }
      }
      try systemCall("listen", path) { listen(raw, SOMAXCONN) }
      if !isAbstract {
        try systemCall("rename", path) { unsafe rename(name, path) }
        identity = UnixListener.identity(of: path)
      }
    } catch {
      if !isAbstract { unsafe unlink(name) }
      throw error
    }
  }

  /// Takes over a listening socket that systemd opened; its path and rights are systemd's.
  package init(adopting raw: Int32) throws(SystemError) {
    path = ""
    let value = { (option: Int32) throws(SystemError) -> Int32 in
      var value: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      try systemCall("getsockopt", "descriptor \(raw)", advice: "systemd must pass a socket") {
        unsafe getsockopt(raw, SOL_SOCKET, option, &value, &length)
      }
      return value
    }
    guard try value(SO_DOMAIN) == AF_UNIX, try value(SO_TYPE) == Int32(SOCK_STREAM.rawValue),
      try value(SO_ACCEPTCONN) == 1
    else {
      throw SystemError(
        call: "adopt", subject: "descriptor \(raw)", number: EINVAL,
        advice: "the unit must pass a listening Unix stream socket: ListenStream=/a/path")
    }
    descriptor = Descriptor(owning: raw)
    try descriptor.setNonBlocking()
    try descriptor.setCloseOnExec()
    reserve = UnixListener.makeReserve()
  }

  deinit {
    // Whoever started after us may own the path by now.
    if let identity, let now = UnixListener.identity(of: path), now == identity {
      unsafe unlink(path)
    }
  }

  /// A caller that was taken off the queue.
  package enum Arrival {
    case caller(Int32)
    /// There was no descriptor for it to stay; it has been sent away.
    case sentAway(SystemError)
  }

  /// The next caller, or nil when there is none now. Out of descriptors it is handed to `farewell`,
  /// to be told why, and sent away; what is thrown leaves the callers where they are.
  package func accept(
    _ farewell: (borrowing UnixStream) -> Void = { _ in }
  ) throws(SystemError) -> Arrival? {
    while true {
      let raw = descriptor.raw
      do throws(SystemError) {
        return try systemCallUnlessBlocked("accept") { clinux_accept(raw) }.map { .caller($0) }
      } catch {
        switch error.number {
        case ECONNABORTED: continue
        case EMFILE, ENFILE:
          // One that could not be had back last time may be had now.
          guard reserve != nil || makesReserve() else { throw error }
          reserve = nil
          let refused = clinux_accept(raw)
          if refused >= 0 { farewell(UnixStream(owning: refused)) }
          _ = makesReserve()
          guard refused >= 0 else { throw error }
          return .sentAway(error)
        default: throw error
        }
      }
    }
  }

  private func makesReserve() -> Bool {
    reserve = UnixListener.makeReserve()
    return reserve != nil
  }

  private static func makeReserve() -> Descriptor? {
    let raw = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    return raw < 0 ? nil : Descriptor(owning: raw)
  }

  private static func requireFree(_ path: String) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError(
        call: "listen", subject: path, number: EEXIST,
        advice: "something that is no socket is there; remove it or choose another path")
    }
    do throws(SystemError) {
      _ = try UnixStream(connectingTo: path)
    } catch {
      if error.number == ECONNREFUSED || error.number == ENOENT { return }
      throw error
    }
    throw SystemError(
      call: "listen", subject: path, number: EADDRINUSE,
      advice: "another program listens there; stop it, or choose another path with --socket")
  }

  private static func identity(of path: String) -> (device: UInt, node: UInt)? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return (UInt(status.st_dev), UInt(status.st_ino))
  }
}
