// What the service manager receives, over real datagram sockets.

import Glibc
import TestSupport
import Testing

@testable import Linux

@Suite struct ServiceManagerTests {
  private let folder = TemporaryFolder()

  private func receiver(_ path: String) throws -> Int32 {
    let raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    let address = try SocketAddress(path)
    #expect(unsafe address.use { unsafe bind(raw, $0, $1) } == 0)
    return raw
  }

  private func messages(_ raw: Int32) -> [String] {
    var messages: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe recv(raw, &buffer, buffer.count, 0)
      guard count >= 0 else { return messages }
      messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
  }

  private func log(_ lines: @escaping (String) -> Void = { _ in }) -> Log {
    Log(format: .terminal(program: "responderd"), write: lines)
  }

  @Test(arguments: [false, true])
  func `every state is sent in the protocol's words`(isAbstract: Bool) throws {
    let path = isAbstract ? "@linuxkit-\(getpid())" : folder.file("notify")
    let raw = try receiver(path)
    defer { close(raw) }
    let manager = ServiceManager(Environment(["NOTIFY_SOCKET": path]), log: log())
    manager.ready(status: "2 views,\n1 device")
    manager.keepAlive()
    manager.reloading(at: 123_456)
    manager.status("reloaded")
    manager.stopping()
    #expect(
      messages(raw) == [
        "READY=1\nSTATUS=2 views, 1 device", "WATCHDOG=1", "RELOADING=1\nMONOTONIC_USEC=123456",
        "STATUS=reloaded", "STOPPING=1",
      ])
  }

  @Test func `without a manager nothing is sent and nothing fails`() {
    var lines: [String] = []
    let manager = ServiceManager(Environment([:]), log: log { lines.append($0) })
    manager.ready(status: "")
    #expect(manager.watchdogInterval == nil)
    #expect(lines == [])
  }

  @Test func `a manager that cannot be reached is one line in the log`() {
    var lines: [String] = []
    let path = folder.file("nobody")
    let manager = ServiceManager(
      Environment(["NOTIFY_SOCKET": path]), log: log { lines.append($0) })
    manager.stopping()
    #expect(
      lines == [
        "responderd: warning: service: cannot notify the service manager: "
          + "sendto \(path): No such file or directory (ENOENT)\n"
      ])
  }

  @Test(
    arguments: [
      (["WATCHDOG_USEC": "30000000"], 30_000_000),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"], nil),
      (["WATCHDOG_USEC": "soon"], nil),
      (["WATCHDOG_USEC": "0"], nil),
      ([:], nil),
    ] as [([String: String], Int64?)])
  func `the watchdog's interval is read where it is meant for us`(
    variables: [String: String], interval: Int64?
  ) {
    let manager = ServiceManager(Environment(variables), log: log())
    #expect(manager.watchdogInterval == interval)
  }

  @Test func `passed sockets have their names, and only for the process they are meant for`() {
    let own = ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "records:control"]
    let passed = ServiceManager.passedSockets(Environment(own))
    #expect(passed.map(\.descriptor) == [3, 4])
    #expect(passed.map(\.name) == ["records", "control"])
    let nameless = own.filter { $0.key != "LISTEN_FDNAMES" }
    #expect(ServiceManager.passedSockets(Environment(nameless)).last?.name == "unknown")
    let other = own.merging(["LISTEN_PID": "1"]) { $1 }
    #expect(ServiceManager.passedSockets(Environment(other)).isEmpty)
  }
}
