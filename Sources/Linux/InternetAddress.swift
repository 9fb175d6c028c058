// An IP address with a port, as people write it: 127.0.0.1:7878 or [::1]:7878.

import Glibc

/// A numeric IP address and a port; names are not looked up.
package struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address without brackets, such as `127.0.0.1` or `::1`.
  package let host: String
  /// The port; 0 lets the kernel choose one.
  package let port: UInt16
  /// The bytes of the address in network order: 4 for IPv4, 16 for IPv6.
  package let bytes: [UInt8]

  /// Parses `ADDRESS:PORT`; nil when it is not an IP address with a port.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = String(text[..<colon])
    let hasBrackets = host.hasPrefix("[") && host.hasSuffix("]")
    if hasBrackets { host = String(host.dropFirst().dropLast()) }
    // An IPv6 address without brackets would hide where the port begins.
    guard hasBrackets == host.contains(":") else { return nil }
    self.init(host: host, port: port)
  }

  /// An address from its two parts; nil when the host is not an IP address.
  package init?(host: String, port: UInt16) {
    var bytes = [UInt8](repeating: 0, count: host.contains(":") ? 16 : 4)
    let family = bytes.count == 16 ? AF_INET6 : AF_INET
    let isAddress = unsafe bytes.withUnsafeMutableBytes {
      unsafe inet_pton(family, host, $0.baseAddress) == 1
    }
    guard isAddress else { return nil }
    self.host = host
    self.port = port
    self.bytes = bytes
  }

  /// Whether only programs of this machine can reach it.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// Whether the address means every address of the machine.
  package var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

  /// Whether the address is an IPv6 address.
  package var isIPv6: Bool { bytes.count == 16 }

  package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Hands the address to a call such as `bind`.
  func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: bytes) }
      return unsafe InternetAddress.use(address, call)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: bytes) }
    return unsafe InternetAddress.use(address, call)
  }

  private static func use<Address>(
    _ address: Address, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  /// The address that a socket is bound to.
  package init(of socket: Int32) throws(SystemError) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    try systemCall("getsockname", "descriptor \(socket)") {
      unsafe withUnsafeMutablePointer(to: &storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(socket, $0, &length)
        }
      }
    }
    guard let address = InternetAddress(storage) else {
      throw SystemError(
        call: "adopt", subject: "descriptor \(socket)", number: EAFNOSUPPORT,
        advice: "the unit must pass a TCP socket: ListenStream=127.0.0.1:7878")
    }
    self = address
  }

  /// The address that the kernel wrote; nil where it is of another family.
  init?(_ storage: sockaddr_storage) {
    let family = Int32(storage.ss_family)
    guard family == AF_INET || family == AF_INET6 else { return nil }
    let all = unsafe withUnsafeBytes(of: storage) { unsafe [UInt8]($0) }
    // The port follows the family in both; IPv6 has four bytes of flow information before the
    // address.
    bytes = Array(family == AF_INET6 ? all[8..<24] : all[4..<8])
    port = UInt16(all[2]) << 8 | UInt16(all[3])
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let bytes = bytes
    host = unsafe text.withUnsafeMutableBufferPointer { room in
      _ = unsafe inet_ntop(family, bytes, room.baseAddress, socklen_t(room.count))
      return unsafe String(cString: room.baseAddress!)
    }
  }
}
