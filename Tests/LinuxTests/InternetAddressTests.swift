// IP addresses with ports, and sockets that listen there.

import Glibc
import Testing

@testable import Linux

@Suite struct InternetAddressTests {
  @Test("An address and its port are read, and written the same")
  func parsing() throws {
    for text in ["127.0.0.1:7878", "0.0.0.0:0", "[::1]:7878", "[fe80::1]:65535"] {
      #expect(InternetAddress(text)?.description == text)
    }
    for text in [
      "", ":", "7878", "127.0.0.1", "127.0.0.1:", "127.0.0.1:-1", "127.0.0.1:65536",
      "::1:7878", "[127.0.0.1]:1", "localhost:1", "127.1:1", "[::1]",
    ] {
      #expect(InternetAddress(text) == nil, "\(text)")
    }
  }

  @Test("Loopback addresses are those that only this machine reaches")
  func loopback() throws {
    let kinds = ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "0.0.0.0:1", "[::]:1", "10.0.0.1:1"]
    let addresses = try kinds.map { try #require(InternetAddress($0)) }
    #expect(addresses.map(\.isLoopback) == [true, true, true, false, false, false])
    #expect(addresses.map(\.isUnspecified) == [false, false, false, true, true, false])
  }

  @Test("A listener says which port the kernel chose, and hands out connections")
  func listening() throws {
    let listener = try TCPListener(try #require(InternetAddress("127.0.0.1:0")))
    #expect(listener.address.port != 0)
    #expect(listener.address.host == "127.0.0.1")
    #expect(try TCPListener.accept(on: listener.raw) == nil)
    let caller = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(caller) }
    let address = listener.address
    #expect(unsafe address.use { unsafe connect(caller, $0, $1) } == 0)
    let accepted = try #require(try TCPListener.accept(on: listener.raw))
    close(accepted)
    #expect(try TCPListener.accept(on: listener.raw) == nil)
  }

  @Test("A port that is taken is refused with advice")
  func taken() throws {
    let first = try TCPListener(try #require(InternetAddress("127.0.0.1:0")))
    let address = first.address
    #expect(throws: SystemError.self) { _ = try TCPListener(address) }
    #expect(first.address == address)
  }
}
