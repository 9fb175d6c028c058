// Work that pauses at any point, and continues there.

import LinuxKit
import Testing

@Suite struct FiberTests {
  /// Descends so deep, pauses there, and gives on the way up how deep it was.
  private func descend(_ depth: Int, _ pause: () -> Void) -> Int {
    if depth == 0 {
      pause()
      return 0
    }
    return descend(depth - 1, pause) + 1
  }

  @Test func `work pauses in the depth of its calls, and other work continues meanwhile`() throws {
    var log: [String] = []
    var fiber: Fiber?
    fiber = try Fiber { [self] in
      log.append("begins")
      let depth = descend(5_000) {
        log.append("pauses")
        fiber?.pause()
        log.append("goes on")
      }
      log.append("was \(depth) deep")
    }
    #expect(log == [])
    fiber?.proceed()
    #expect(log == ["begins", "pauses"])
    #expect(fiber?.isOver == false)
    log.append("something else")
    fiber?.proceed()
    #expect(log == ["begins", "pauses", "something else", "goes on", "was 5000 deep"])
    #expect(fiber?.isOver == true)
    fiber?.proceed()
    #expect(log.count == 5)
  }

  @Test func `many fibers share a thread, each at its own place`() throws {
    var sums = [0, 0, 0]
    var fibers: [Fiber] = []
    for index in sums.indices {
      fibers.append(
        try Fiber {
          for number in 1...10 {
            sums[index] += number * (index + 1)
            fibers[index].pause()
          }
        })
    }
    var turns = 0
    while fibers.contains(where: { !$0.isOver }) {
      for fiber in fibers { fiber.proceed() }
      turns += 1
    }
    #expect(turns == 11)
    #expect(sums == [55, 110, 165])
  }

  @Test func `what is captured is released when the work is over, or never begins`() throws {
    final class Thing {}
    weak var first: Thing?
    weak var second: Thing?
    do {
      let thing = Thing()
      let other = Thing()
      (first, second) = (thing, other)
      let fiber = try Fiber { _ = thing }
      fiber.proceed()
      #expect(fiber.isOver)
      _ = try Fiber { _ = other }
    }
    #expect(first == nil)
    #expect(second == nil)
  }
}
