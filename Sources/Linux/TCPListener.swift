// A listening TCP socket, opened here or passed by systemd.

internal import CLinux
import Glibc

/// A listening TCP socket that does not wait.
package struct TCPListener: ~Copyable {
  private let descriptor: Descriptor
  /// The address; the port is the real one if the kernel chose it.
  package let address: InternetAddress

  /// The kernel's number of it.
  package var raw: Int32 { descriptor.raw }

  /// Listens at an address.
  package init(_ wanted: InternetAddress) throws(SystemError) {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let family = wanted.isIPv6 ? AF_INET6 : AF_INET
    let opened = Descriptor(owning: try systemCall("socket") { socket(family, type, 0) })
    let raw = opened.raw
    // Without it a restart would wait for the connections of the last run to be forgotten.
    try setOption(raw, SOL_SOCKET, SO_REUSEADDR)
    if wanted.isIPv6 { try setOption(raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    try systemCall(
      "bind", "\(wanted)", advice: "choose a free port and an address of this machine"
    ) { unsafe wanted.use { unsafe bind(raw, $0, $1) } }
    try systemCall("listen", "\(wanted)") { Glibc.listen(raw, SOMAXCONN) }
    let real = try InternetAddress(of: raw)
    descriptor = opened
    address = real
  }

  /// Owns a listening socket that systemd opened.
  package init(adopting raw: Int32) throws(SystemError) {
    let adopted = Descriptor(owning: raw)
    let real = try InternetAddress(of: raw)
    try adopted.setNonBlocking()
    try adopted.setCloseOnExec()
    descriptor = adopted
    address = real
  }

  /// The next connection of a listening socket, sending without delay; nil when none waits.
  package static func accept(on listener: Int32) throws(SystemError) -> Int32? {
    while true {
      do throws(SystemError) {
        guard
          let accepted = try systemCallUnlessBlocked("accept", "", { clinux_accept(listener) })
        else { return nil }
        try? setOption(accepted, Int32(IPPROTO_TCP), TCP_NODELAY)
        return accepted
      } catch {
        if error.number == ECONNABORTED { continue }
        throw error
      }
    }
  }

  /// Releases the descriptor; the caller closes it.
  package consuming func release() -> Int32 { descriptor.release() }
}

private func setOption(_ socket: Int32, _ level: Int32, _ option: Int32) throws(SystemError) {
  var value: Int32 = 1
  try systemCall("setsockopt") {
    unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
