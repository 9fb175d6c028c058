// The socket for the packets of one table's tracker.

import Linux

/// Receives packets at one address, and passes them on with the name of their sender.
final class TableSocket {
  private let socket: UDPSocket
  private let log: Log
  private let handler: (ContiguousArray<UInt8>, _ sender: String) -> Void
  private var watch: Watch?

  // Limited, so that many packets do not delay other work.
  private static let mostPackets = 64

  init(
    at address: InternetAddress, loop: EventLoop, log: Log,
    handler: @escaping (ContiguousArray<UInt8>, _ sender: String) -> Void
  ) throws(SystemError) {
    socket = try UDPSocket(receivingAt: address)
    self.log = log
    self.handler = handler
    watch = try loop.watch(socket.raw, .readable) { [unowned self] _ in receive() }
  }

  private func receive() {
    do throws(SystemError) {
      for _ in 0..<TableSocket.mostPackets {
        guard let (bytes, sender) = try socket.receive(atMost: OSCPacket.limit) else { return }
        handler(bytes, sender.map { "\($0)" } ?? "unknown")
      }
    } catch {
      log.limited(.warning, .service, "receive", error.description)
    }
  }
}
