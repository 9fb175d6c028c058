// How a measurement is made: repeated, the median taken, allocations counted, one row printed.

import CAllocations
import Glibc

/// What one repetition of something costs.
struct Cost {
  /// Nanoseconds, the median of several runs.
  var nanoseconds: Double
  /// Requests for memory, over all runs together.
  var allocations: UInt64
}

/// Measures a body that does something so many times; runs it once before, so that all is warm.
func measure(times: Int, runs: Int = 7, _ body: (Int) -> Void) -> Cost {
  body(times)
  var nanoseconds: [Double] = []
  nanoseconds.reserveCapacity(runs)
  let before = allocations_count()
  for _ in 0..<runs {
    let start = now()
    body(times)
    nanoseconds.append((now() - start) / Double(times))
  }
  let allocations = allocations_count() - before
  nanoseconds.sort()
  return Cost(nanoseconds: nanoseconds[runs / 2], allocations: allocations)
}

/// Prints one row: its key, a tab, its value.
func row(_ key: String, _ value: Double) {
  let rounded = (value * 100).rounded() / 100
  print("\(key)\t\(rounded)")
}

/// What this thread has worked, in nanoseconds; other work on the machine does not count.
private func now() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The random numbers that every peer draws too.
struct Draw {
  private var state: UInt64 = 1

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
