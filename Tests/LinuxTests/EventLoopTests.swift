// The loop's promises: order, no stale events, no wake-up without cause.

import Glibc
import Linux
import Testing

@Suite struct EventLoopTests {
  @Test func `a descriptor with data is reported once per turn until it is read`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixStream.pair()
    let stream = UnixStream(owning: near)
    let peer = UnixStream(owning: far)
    var heard: [Readiness] = []
    let watch = try loop.watch(stream.raw, .readable) { heard.append($0) }
    #expect(try !loop.runOnce(timeout: 0))
    _ = try peer.send([1, 2, 3], 0..<3)
    #expect(try loop.runOnce(timeout: 0))
    #expect(try loop.runOnce(timeout: 0))
    var bytes: ContiguousArray<UInt8> = []
    #expect(try stream.receive(into: &bytes, atMost: 10) == .bytes(3))
    #expect(bytes == [1, 2, 3])
    #expect(try stream.receive(into: &bytes, atMost: 10) == .wouldBlock)
    #expect(try !loop.runOnce(timeout: 0))
    #expect(heard == [.readable, .readable])
    watch.cancel()
    _ = try peer.send([4], 0..<1)
    #expect(try !loop.runOnce(timeout: 0))
  }

  @Test func `a change of interest counts from the next turn on`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixStream.pair()
    let stream = UnixStream(owning: near)
    let peer = UnixStream(owning: far)
    var heard: [Readiness] = []
    let watch = try loop.watch(stream.raw, .readable) { heard.append($0) }
    try watch.change([.readable, .writable])
    try loop.runOnce(timeout: 0)
    try watch.change([])
    _ = try peer.send([1], 0..<1)
    #expect(try !loop.runOnce(timeout: 0))
    #expect(heard == [.writable])
  }

  @Test func `an event for a descriptor closed and used again in the same turn is skipped`() throws
  {
    let loop = try EventLoop()
    let (a, b) = try UnixStream.pair()
    let (c, d) = try UnixStream.pair()
    let farA = UnixStream(owning: b)
    let farC = UnixStream(owning: d)
    var heard: [String] = []
    var watches: [Int32: Watch] = [:]
    var newcomer: Int32 = -1
    // Whichever is served first closes the other and gives its number to a newcomer.
    func replace(_ other: Int32) {
      guard newcomer < 0, let watch = watches[other] else { return }
      watch.cancel()
      #expect(dup2(b, other) == other)
      newcomer = other
      watches[other] = try? loop.watch(other, .readable) { _ in heard.append("newcomer") }
    }
    watches[a] = try loop.watch(a, .readable) { _ in
      heard.append("old")
      replace(c)
    }
    watches[c] = try loop.watch(c, .readable) { _ in
      heard.append("old")
      replace(a)
    }
    _ = try farA.send([1], 0..<1)
    _ = try farC.send([1], 0..<1)
    try loop.runOnce(timeout: 0)
    #expect(heard == ["old"])
  }

  @Test func `the end of the other side is reported as a hang-up`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixStream.pair()
    let stream = UnixStream(owning: near)
    var heard: [Readiness] = []
    _ = try loop.watch(stream.raw, .readable) { heard.append($0) }
    close(far)
    try loop.runOnce(timeout: 0)
    #expect(heard == [[.readable, .hangup]])
    var bytes: ContiguousArray<UInt8> = []
    #expect(try stream.receive(into: &bytes, atMost: 1) == .closed)
  }

  @Test func `run ends after the turn that stops it`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixStream.pair()
    let stream = UnixStream(owning: near)
    let peer = UnixStream(owning: far)
    var turns = 0
    loop.beforeWait = { turns += 1 }
    _ = try loop.watch(stream.raw, .readable) { _ in loop.stop() }
    _ = try peer.send([1], 0..<1)
    try loop.run()
    #expect(turns == 1)
  }

  @Test func `run ends without a wait when the hook before it stops the loop`() throws {
    let loop = try EventLoop()
    loop.beforeWait = { loop.stop() }
    try loop.run()
    #expect(loop.nextDeadline == nil)
  }

  @Test func `signals are handled as something to read`() throws {
    let loop = try EventLoop()
    var heard: [ReceivedSignal] = []
    try loop.handleSignals([SIGUSR1, SIGUSR2]) { heard.append($0) }
    pthread_kill(pthread_self(), SIGUSR2)
    try loop.runOnce(timeout: 1000)
    #expect(heard.map(\.number) == [SIGUSR2])
    #expect(heard.map(\.pid) == [getpid()] && heard.map(\.user) == [getuid()])
    #expect(try !loop.runOnce(timeout: 0))
  }
}
