// Entries of the journal, byte by byte and over a real datagram socket.

import Glibc
import TestSupport
import Testing

@testable import Linux

@Suite struct JournalTests {
  private let folder = TemporaryFolder()
  private static let fields: [Log.Field] = [
    ("MESSAGE", "client: é=1"), ("NAME", ""), ("WHO", "a\nPRIORITY=0\n"), ("COUNT", "3"),
  ]

  private var datagram: ContiguousArray<UInt8> {
    var bytes = ContiguousArray("MESSAGE=client: é=1\nNAME=\nWHO\n".utf8)
    bytes.append(contentsOf: [13, 0, 0, 0, 0, 0, 0, 0] as [UInt8])
    bytes.append(contentsOf: "a\nPRIORITY=0\n\nCOUNT=3\n".utf8)
    return bytes
  }

  @Test func `no value begins a field: one of several lines has its length`() {
    #expect(Journal.bytes(of: JournalTests.fields) == datagram)
    let long = String(repeating: "\n", count: 0x0102)
    #expect(Journal.bytes(of: [("A", long)]).dropFirst(2).prefix(3) == [2, 1, 0])
  }

  @Test func `an entry is one datagram, and nothing waits for the journal`() throws {
    let path = folder.file("journal")
    #expect(!Journal.write(JournalTests.fields, to: path))
    let raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(raw) }
    let address = try SocketAddress(path)
    #expect(unsafe address.use { unsafe bind(raw, $0, $1) } == 0)
    #expect(Journal.write(JournalTests.fields, to: path))
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(raw, &buffer, buffer.count, 0)
    #expect(buffer.prefix(max(0, count)).elementsEqual(datagram))
    #expect(unsafe recv(raw, &buffer, buffer.count, 0) == -1)
    // Its queue is full, and it reads nothing.
    #expect((0..<5_000).contains { _ in !Journal.write(JournalTests.fields, to: path) })
  }
}
