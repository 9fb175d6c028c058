// Datagrams to one address, or from anybody; nothing waits.

import Glibc

/// A UDP socket that does not wait.
package struct UDPSocket: ~Copyable {
  private let descriptor: Descriptor
  /// The address for sending and receiving.
  package let address: InternetAddress

  /// The kernel's number of it.
  package var raw: Int32 { descriptor.raw }

  /// Sends to an address, and receives only from there.
  package init(sendingTo receiver: InternetAddress) throws(SystemError) {
    let opened = try UDPSocket.open(isIPv6: receiver.isIPv6)
    let raw = opened.raw
    try systemCall("connect", "\(receiver)") { unsafe receiver.use { unsafe connect(raw, $0, $1) } }
    let own = try InternetAddress(of: raw)
    descriptor = opened
    address = own
  }

  /// Receives at an address of this machine, from anybody.
  package init(receivingAt wanted: InternetAddress) throws(SystemError) {
    let opened = try UDPSocket.open(isIPv6: wanted.isIPv6)
    let raw = opened.raw
    try systemCall(
      "bind", "\(wanted)", advice: "choose a free port and an address of this machine"
    ) { unsafe wanted.use { unsafe bind(raw, $0, $1) } }
    let own = try InternetAddress(of: raw)
    descriptor = opened
    address = own
  }

  private static func open(isIPv6: Bool) throws(SystemError) -> Descriptor {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return Descriptor(
      owning: try systemCall("socket") { socket(isIPv6 ? AF_INET6 : AF_INET, type, 0) })
  }

  /// Sends one datagram; a receiver that does not listen is not an error.
  package func send(_ datagram: borrowing ContiguousArray<UInt8>) throws(SystemError) -> Transfer {
    let raw = raw
    let answer: Result<Transfer, SystemError> = unsafe datagram.withUnsafeBytes { bytes in
      do throws(SystemError) {
        let count = try systemCallUnlessBlocked("send") {
          unsafe Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        return .success(count.map { .bytes($0) } ?? .wouldBlock)
      } catch {
        return error.number == ECONNREFUSED ? .success(.closed) : .failure(error)
      }
    }
    return try answer.get()
  }

  /// Receives the next datagram, at most so many bytes of it, with its sender; nil if there is
  /// none.
  package func receive(
    atMost limit: Int
  ) throws(SystemError) -> (bytes: ContiguousArray<UInt8>, from: InternetAddress?)? {
    let raw = raw
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: limit)
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe bytes.withUnsafeMutableBytes { room in
      unsafe withUnsafeMutablePointer(to: &storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe UDPSocket.received(raw, room, address, &length)
        }
      }
    }
    guard let count = try result.get() else { return nil }
    bytes.removeLast(limit - count)
    return (bytes, InternetAddress(storage))
  }

  private static func received(
    _ raw: Int32, _ room: UnsafeMutableRawBufferPointer, _ address: UnsafeMutablePointer<sockaddr>,
    _ length: inout socklen_t
  ) -> Result<Int?, SystemError> {
    do throws(SystemError) {
      return .success(
        try systemCallUnlessBlocked("recvfrom") {
          unsafe recvfrom(raw, room.baseAddress, room.count, 0, address, &length)
        })
    } catch {
      return .failure(error)
    }
  }
}
