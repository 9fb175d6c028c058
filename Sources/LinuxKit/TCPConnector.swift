// Connections that are begun here and made while the loop does other things.

import Glibc

/// Begins connections to other machines.
package enum TCPConnector {
  /// A socket on its way to an address; it is writable when it is there, or has failed.
  package static func begin(_ address: InternetAddress) throws(SystemError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let family = address.isIPv6 ? AF_INET6 : AF_INET
    let opened = Descriptor(owning: try systemCall("socket") { socket(family, type, 0) })
    let raw = opened.raw
    var one: Int32 = 1
    try systemCall("setsockopt") {
      unsafe setsockopt(
        raw, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }
    if unsafe address.use({ unsafe connect(raw, $0, $1) }) != 0, errno != EINPROGRESS {
      throw SystemError(call: "connect", subject: "\(address)", number: errno)
    }
    return opened.release()
  }

  /// Throws why a connection that was begun has failed.
  package static func finish(_ raw: Int32, to address: InternetAddress) throws(SystemError) {
    var number: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    try systemCall("getsockopt") {
      unsafe getsockopt(raw, SOL_SOCKET, SO_ERROR, &number, &length)
    }
    if number != 0 {
      throw SystemError(call: "connect", subject: "\(address)", number: number)
    }
  }
}
