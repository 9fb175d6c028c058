// The keys that bring grabbed devices back.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct GrabWatchTests {
  @Test func `the keys of the sign must be down together, and release once`() {
    var watch = GrabWatch(GrabEscape())
    func key(_ code: Int, _ value: Int) -> Bool {
      watch.handles(
        InputEvent(
          time: Instant(microseconds: 0), type: InputType.key, code: code, value: value))
    }
    #expect(!key(29, 1))
    #expect(!key(56, 1))
    #expect(!key(29, 0))
    #expect(!key(1, 1))
    #expect(!key(30, 1))
    #expect(key(29, 1))
    #expect(!key(29, 2))
    #expect(!key(1, 0))
    #expect(key(1, 1))
  }
}
