// A file descriptor, closed when its owner is released.

import Glibc

/// A descriptor with one owner.
package struct Descriptor: ~Copyable {
  /// The kernel's number of it, valid as long as this value lives.
  package let raw: Int32

  /// Owns an open descriptor; a negative number means none.
  package init(owning raw: Int32) { self.raw = raw }

  deinit { if raw >= 0 { close(raw) } }

  /// Releases the number; the caller closes it.
  package consuming func release() -> Int32 {
    let number = raw
    discard self
    return number
  }

  /// Makes calls on it return at once instead of waiting.
  package func setNonBlocking() throws(SystemError) {
    let raw = raw
    let flags = try systemCall("fcntl") { fcntl(raw, F_GETFL) }
    try systemCall("fcntl") { fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Keeps it from being inherited by programs that this one starts.
  package func setCloseOnExec() throws(SystemError) {
    let raw = raw
    try systemCall("fcntl") { fcntl(raw, F_SETFD, FD_CLOEXEC) }
  }
}
