// A listening Unix socket, made here or passed by systemd.

internal import CLinux
import Glibc

/// A listening stream socket that does not wait.
package final class UnixListener {
  private let descriptor: Descriptor
  /// The path; empty for a socket that was passed.
  package let path: String
  private var identity: (device: UInt, node: UInt)?
  // Given up for a moment when no descriptor is left, to take a caller off the queue and refuse it.
  private var reserve: Descriptor?

  /// The kernel's number of it, to be watched by a loop.
  package var raw: Int32 { descriptor.raw }

  /// Listens at a path with these rights. A dead socket there is replaced, a live one never.
  package init(path: String, mode: UInt32, group: UInt32?) throws(SystemError) {
    self.path = path
    let address = try SocketAddress(path)
    let isAbstract = path.hasPrefix("@")
    let type = Int32(
      SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = Descriptor(owning: try systemCall("socket") { socket(AF_UNIX, type, 0) })
    reserve = UnixListener.makeReserve()
    guard !isAbstract else {
      try UnixListener.bind(descriptor.raw, to: address, path)
      return
    }
    // The socket gets its permissions under a temporary name, so no client connects before that.
    let draft = try SocketDraft(of: path)
    // Several daemons that start together would otherwise all find the path free.
    draft.waitForOthers()
    try UnixListener.requireFree(path)
    do throws(SystemError) {
      try UnixListener.bind(descriptor.raw, to: SocketAddress(draft.name), path)
      if let group {
        try systemCall(
          "chown", path, advice: "this user must be root or a member of group \(group)"
        ) { unsafe chown(draft.name, uid_t.max, group) }
      }
      try systemCall("chmod", path) { unsafe chmod(draft.name, mode) }
      try systemCall("rename", path) { unsafe rename(draft.name, path) }
      identity = UnixListener.identity(of: path)
    } catch {
      unsafe unlink(draft.name)
      throw error
    }
  }

  // A socket that listens before it has its rights is under a name that only this process knows.
  private static func bind(
    _ raw: Int32, to address: SocketAddress, _ path: String
  ) throws(SystemError) {
    try systemCall("bind", path, advice: "the folder must exist and be writable for this user") {
      unsafe address.use { unsafe Glibc.bind(raw, $0, $1) }
    }
    try systemCall("listen", path) { Glibc.listen(raw, SOMAXCONN) }
  }

  /// Owns a listening socket that systemd opened; systemd owns its path and rights.
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
    // A program that was started later may own the path now.
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

  /// The next caller, or nil if there is none. If no descriptor is left, the caller is passed to
  /// `refuse`, which sends the reason, and is disconnected; after an error the callers stay
  /// queued.
  package func accept(
    _ refuse: (borrowing UnixStream) -> Void = { _ in }
  ) throws(SystemError) -> Arrival? {
    while true {
      let raw = descriptor.raw
      do throws(SystemError) {
        return try systemCallUnlessBlocked("accept") { clinux_accept(raw) }.map { .caller($0) }
      } catch {
        switch error.number {
        case ECONNABORTED: continue
        case EMFILE, ENFILE:
          // A reserve descriptor that was not available last time may be available now.
          guard reserve != nil || makesReserve() else { throw error }
          reserve = nil
          let refused = clinux_accept(raw)
          if refused >= 0 { refuse(UnixStream(owning: refused)) }
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
        advice: "another file is there; remove it, or choose another path")
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

/// The name that a socket has before it gets its path: in the same folder, reached through this
/// process's descriptors, so that it is short however long the path is.
private struct SocketDraft: ~Copyable {
  let name: String
  private let folder: Descriptor

  init(of path: String) throws(SystemError) {
    let end = path.lastIndex(of: "/")
    let parent = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    folder = Descriptor(
      owning: try systemCall(
        "bind", path, advice: "the folder must exist and be writable for this user"
      ) { unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    name = "/proc/self/fd/\(folder.raw)/.responderd-\(getpid())"
    // One of the same number may have ended in between and left it.
    var status = stat()
    if unsafe lstat(name, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
      unsafe unlink(name)
    }
  }

  /// Waits until no other daemon takes a path in this folder, at most 2 s: every program that reads
  /// the folder can lock it.
  func waitForOthers() {
    var attempts = 200
    while flock(folder.raw, LOCK_EX | LOCK_NB) != 0, attempts > 0 {
      attempts -= 1
      usleep(10_000)
    }
  }
}
