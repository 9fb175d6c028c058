// Single datagrams to sockets of the machine: to the service manager, and to the journal.

import Glibc

/// Sends a datagram to a Unix socket; nothing waits.
func sendDatagram(_ bytes: ContiguousArray<UInt8>, to path: String) throws(SystemError) {
  let address = try SocketAddress(path)
  let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
  let sender = Descriptor(owning: try systemCall("socket") { socket(AF_UNIX, type, 0) })
  let raw = sender.raw
  try systemCall("sendto", path) {
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe address.use {
        unsafe Int32(sendto(raw, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL), $0, $1))
      }
    }
  }
}
