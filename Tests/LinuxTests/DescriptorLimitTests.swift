// A process without descriptors left: callers are turned away, and the loop does not spin.

import Glibc
import Linux
import Testing

@Suite struct DescriptorLimitTests {
  @Test func `out of descriptors a caller is turned away and the next is served`() async {
    await #expect(processExitsWith: .success) {
      let path = "@linuxkit-limit-\(getpid())"
      let listener = try UnixListener(path: path, mode: 0o600, group: nil)
      var first = try UnixStream(connectingTo: path)
      var second = try UnixStream(connectingTo: path)
      var room: [Int32] = []
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 64
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      var wasTold = false
      var turnedAway: SystemError?
      for _ in 0..<5 where turnedAway == nil {
        while true {
          let raw = dup(0)
          if raw < 0 { break }
          room.append(raw)
        }
        let answer = try listener.accept { wasTold = (try? $0.send([9], 0..<1)) == .bytes(1) }
        switch answer {
        case .sentAway(let error): turnedAway = error
        case .caller(let raw):
          // Another thread of this process has closed a descriptor since.
          close(raw)
          first = second
          second = try UnixStream(connectingTo: path)
        case nil: break
        }
      }
      let error = try #require(turnedAway)
      #expect(wasTold && error.number == EMFILE)
      #expect(error.advice.contains("LimitNOFILE") == true)
      try first.setNonBlocking()
      var bytes: ContiguousArray<UInt8> = []
      #expect(try first.receive(into: &bytes, atMost: 1) == .bytes(1))
      #expect(try first.receive(into: &bytes, atMost: 1) == .closed)
      // As soon as one is free, the next caller is served.
      if let raw = room.popLast() { close(raw) }
      let raw = try #require(try listener.caller())
      let server = UnixStream(owning: raw)
      _ = try server.send([7], 0..<1)
      #expect(try second.receive(into: &bytes, atMost: 1) == .bytes(1))
      #expect(bytes == [9, 7])
    }
  }
}

extension UnixListener {
  /// The next caller, when there is a descriptor for it.
  func caller() throws(SystemError) -> Int32? {
    switch try accept() {
    case .caller(let raw): raw
    case .sentAway(let error): throw error
    case nil: nil
    }
  }
}
