// Listening, connecting, and knowing who is there.

import Glibc
import TestSupport
import Testing

@testable import Linux

@Suite struct UnixSocketTests {
  private let folder = TemporaryFolder()

  @Test func `a caller is accepted with its credentials, and bytes go both ways`() throws {
    let listener = try UnixListener(path: folder.file("socket"), mode: 0o660, group: nil)
    #expect(try listener.caller() == nil)
    let client = try UnixStream(connectingTo: folder.file("socket"))
    let raw = try #require(try listener.caller())
    let server = UnixStream(owning: raw)
    let peer = try PeerCredentials(of: server.raw)
    #expect(peer.pid == getpid())
    #expect(peer.uid == getuid())
    #expect(peer.gid == getgid())
    #expect(peer.isMember(of: getgid()))
    #expect(!peer.isMember(of: 54321))
    #expect(try client.send([7, 8, 9], 1..<3) == .bytes(2))
    var bytes: ContiguousArray<UInt8> = [1]
    #expect(try server.receive(into: &bytes, atMost: 8) == .bytes(2))
    #expect(bytes == [1, 8, 9])
    client.shutdownSending()
    #expect(try server.receive(into: &bytes, atMost: 8) == .closed)
    #expect(try listener.caller() == nil)
  }

  @Test func `the socket has the asked rights and goes away with its listener`() throws {
    var listener: UnixListener? = try UnixListener(
      path: folder.file("socket"), mode: 0o640, group: getgid())
    var status = stat()
    #expect(unsafe lstat(folder.file("socket"), &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(folder.names == ["socket"])
    _ = listener
    listener = nil
    #expect(folder.names == [])
  }

  @Test func `a dead socket is replaced, a live one and a plain file are not`() throws {
    let path = folder.file("socket")
    // A socket whose program died without removing it.
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let address = try SocketAddress(path)
    #expect(unsafe address.use { unsafe bind(dead, $0, $1) } == 0)
    close(dead)
    let listener = try UnixListener(path: path, mode: 0o600, group: nil)
    let refused = #expect(throws: SystemError.self) {
      try UnixListener(path: path, mode: 0o600, group: nil)
    }
    #expect(
      refused?.description
        == "listen \(path): Address already in use (EADDRINUSE); another program listens there; "
        + "stop it, or choose another path with --socket")
    let file = folder.file("plain")
    try FileWriter.replace(file, with: [1])
    let plain = #expect(throws: SystemError.self) {
      try UnixListener(path: file, mode: 0o600, group: nil)
    }
    #expect(plain?.number == EEXIST)
    #expect(try FileReader.read(file, limit: 10) == [1])
    _ = try UnixStream(connectingTo: path)
    #expect(try listener.caller().map { close($0) } == 0)
  }

  @Test func `a path may be as long as the kernel allows, and no other file is touched`() throws {
    let prefix = folder.file("")
    let name = String(repeating: "s", count: 107 - prefix.utf8.count)
    try FileWriter.replace(folder.file("socket.new"), with: [1])
    let listener = try UnixListener(path: prefix + name, mode: 0o600, group: nil)
    let short = try UnixListener(path: folder.file("socket"), mode: 0o600, group: nil)
    #expect(Set(folder.names) == [name, "socket", "socket.new"])
    _ = try UnixStream(connectingTo: prefix + name)
    #expect(try listener.caller().map { close($0) } == 0)
    #expect(try short.caller() == nil)
    let empty = #expect(throws: SystemError.self) {
      try UnixListener(path: "", mode: 0o600, group: nil)
    }
    #expect(empty?.advice == "a socket's path has 1 to 107 bytes, this one has 0")
  }

  @Test func `a listener does not remove a path that another program has taken over`() throws {
    let path = folder.file("socket")
    var first: UnixListener? = try UnixListener(path: path, mode: 0o600, group: nil)
    unsafe unlink(path)
    let second = try UnixListener(path: path, mode: 0o600, group: nil)
    _ = first
    first = nil
    #expect(folder.names == ["socket"])
    _ = try UnixStream(connectingTo: path)
    #expect(try second.caller().map { close($0) } == 0)
  }

  @Test func `a path that is too long says how long it may be`() {
    let path = "/tmp/" + String(repeating: "x", count: 200)
    let error = #expect(throws: SystemError.self) {
      try UnixListener(path: path, mode: 0o600, group: nil)
    }
    #expect(error?.number == ENAMETOOLONG)
    #expect(error?.advice == "a socket's path has 1 to 107 bytes, this one has 205")
  }

  @Test func `connecting where no program listens reports that`() {
    let error = #expect(throws: SystemError.self) {
      _ = try UnixStream(connectingTo: folder.file("none"))
    }
    #expect(
      error?.description
        == "connect \(folder.file("none")): No such file or directory (ENOENT); "
        + "nothing listens there; is the service running?")
  }

  @Test func `a passed socket is adopted, anything else is refused`() throws {
    let listener = try UnixListener(path: folder.file("socket"), mode: 0o600, group: nil)
    let adopted = try UnixListener(adopting: dup(listener.raw))
    _ = try UnixStream(connectingTo: folder.file("socket"))
    #expect(try adopted.caller().map { close($0) } == 0)
    let (near, far) = try UnixStream.pair()
    let error = #expect(throws: SystemError.self) { try UnixListener(adopting: near) }
    #expect(error?.number == EINVAL)
    close(near)
    close(far)
  }

  @Test func `writing to a program that has left is reported as closed, without a signal`() throws {
    let (near, far) = try UnixStream.pair()
    let stream = UnixStream(owning: near)
    close(far)
    #expect(try stream.send([1], 0..<1) == .closed)
  }

  @Test func `writing stops where the other side does not read`() throws {
    let (near, far) = try UnixStream.pair()
    let stream = UnixStream(owning: near)
    let block = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
    var sent = 0
    while case .bytes(let count) = try stream.send(block, 0..<block.count) { sent += count }
    #expect(sent > 0)
    #expect(try stream.send(block, 0..<block.count) == .wouldBlock)
    close(far)
  }

  @Test func `users and groups are found by name`() {
    #expect(userNumber(named: "root") == 0)
    #expect(groupNumber(named: "root") == 0)
    #expect(userNumber(named: "nobody-has-this-name") == nil)
    #expect(groupNumber(named: "nobody-has-this-name") == nil)
  }
}
