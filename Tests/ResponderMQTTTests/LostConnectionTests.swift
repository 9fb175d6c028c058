// A message is never dropped because the connection to the broker is lost while it is sent.

import Glibc
import Linux
import TestSupport
import Testing

@testable import responder_mqtt

@Suite struct LostConnectionTests {
  /// A broker that accepts one connection, and can end it.
  private final class Broker {
    let listener: Int32
    let port: Int
    private var accepted: Int32 = -1

    // "Accepted", with neither a session nor properties.
    private static let acceptance: [UInt8] = [0x20, 3, 0, 0, 0]

    init() throws {
      let own = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      listener = own
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(own, $0, size) | listen(own, 4) | getsockname(own, $0, &size)
        }
      }
      try #require(result == 0)
      port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit {
      end()
      close(listener)
    }

    func accept() {
      accepted = Glibc.accept(listener, nil, nil)
      _ = unsafe send(accepted, Broker.acceptance, Broker.acceptance.count, 0)
    }

    /// Closes in both directions; what is sent to it from now on is refused.
    func end() {
      guard accepted >= 0 else { return }
      // Unread bytes would turn the end into a reset.
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = unsafe recv(accepted, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      endConnection(accepted)
      close(accepted)
      accepted = -1
    }
  }

  private static func message(_ number: Int) -> OutgoingMessage {
    OutgoingMessage(topic: "house/\(number)", payload: [49], kind: .event, qos: 1)
  }

  @Test func `what is sent while the broker ends the connection is sent again, in order`() throws {
    let broker = try Broker()
    let loop = try EventLoop()
    var settings = BrokerSettings()
    settings.host = "127.0.0.1"
    settings.port = broker.port
    let connection = BrokerConnection(
      settings, clientID: "panel", will: nil, loop: loop,
      log: Log(format: .journal, write: { _ in }))
    var waiting: [OutgoingMessage] = []
    var failed: [OutgoingMessage] = []
    var isLost = false
    connection.handlers.next = { waiting.isEmpty ? nil : waiting.removeFirst() }
    connection.handlers.putBack = { waiting = $0 + waiting }
    connection.handlers.failed = { failed.append($0) }
    connection.handlers.lost = { isLost = true }
    connection.start()
    broker.accept()
    while !connection.isConnected { try loop.runOnce(timeout: 10_000) }
    broker.end()
    // The loop has not reported the end: the first message is refused, the second fails.
    waiting = (0..<5).map(LostConnectionTests.message)
    connection.flush()
    while !isLost { try loop.runOnce(timeout: 10_000) }
    #expect(failed.isEmpty)
    #expect(waiting.map(\.topic) == (0..<5).map { "house/\($0)" })
  }
}
