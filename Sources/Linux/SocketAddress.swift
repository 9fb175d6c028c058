// A path, or a name in Linux's abstract space when it begins with @, as a socket's address.

import Glibc

/// The address of a Unix socket.
struct SocketAddress {
  let path: String
  private var address = sockaddr_un()
  private var length: socklen_t = 0

  init(_ path: String) throws(SystemError) {
    self.path = path
    let bytes = Array(path.utf8)
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)!
    let room = MemoryLayout<sockaddr_un>.size - offset
    guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else {
      throw SystemError(
        call: "socket path", subject: "\"\(path)\"", number: bytes.isEmpty ? EINVAL : ENAMETOOLONG,
        advice: "a socket's path has 1 to \(room - 1) bytes, this one has \(bytes.count)")
    }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      unsafe buffer.copyBytes(from: bytes)
      if bytes[0] == UInt8(ascii: "@") { unsafe buffer[0] = 0 }
    }
    // An abstract name ends at its length, a path at its zero byte.
    length = socklen_t(offset + bytes.count + (bytes[0] == UInt8(ascii: "@") ? 0 : 1))
  }

  /// Hands the address to a call such as `bind`.
  func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, length) }
    }
  }
}
