// The figures of delay.

import Testing

@testable import ResponderDaemon

@Suite struct LatencyHistogramTests {
  @Test func `delays are counted up to their bounds`() {
    var histogram = LatencyHistogram()
    for delay: Int64 in [-5, 0, 20, 21, 50, 51, 1_000_000, 1_000_001, 7_000_000] {
      histogram.count(delay)
    }
    #expect(histogram.counts == [3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    #expect(histogram.count == 9)
    #expect(histogram.longest == 7_000_000)
    #expect(histogram.sum == 20 + 21 + 50 + 51 + 1_000_000 + 1_000_001 + 7_000_000)
  }

  @Test func `shares are answered by the bound below which they lie`() {
    var histogram = LatencyHistogram()
    #expect(histogram.bound(below: 0.5) == 0)
    for _ in 0..<98 { histogram.count(15) }
    histogram.count(400)
    histogram.count(9_000_000)
    #expect(histogram.bound(below: 0.5) == 20)
    #expect(histogram.bound(below: 0.99) == 500)
    #expect(histogram.bound(below: 1) == 9_000_000)
  }
}
