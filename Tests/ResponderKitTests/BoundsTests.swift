// Times, places and transforms that come from extreme numbers stay finite and in their range.

import ResponderKit
import Testing

@Suite struct BoundsTests {
  private static let extremes: [Double] = [
    0, 1, -1, 1e9, -1e9, 1.5e9, 1e300, -1e300, .infinity, -.infinity, .nan,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ]

  @Test(arguments: extremes)
  func `geometry holds finite numbers only`(number: Double) {
    let expected = number.isNaN ? 0 : min(max(number, -1e9), 1e9)
    var point = Point(x: number, y: -number)
    #expect(point == Point(x: expected, y: -expected))
    point.x = number
    point = point * number + point / number - point * 1e300
    #expect(Bounds.range.contains(point.x) && Bounds.range.contains(point.y))
    #expect(Size(width: number, height: number) == Size(width: expected, height: expected))
    let insets = EdgeInsets(top: number, left: number, bottom: number, right: number)
    let rect = Rect(x: number, y: number, width: number, height: number).inset(by: insets)
    for value in [rect.minX, rect.minY, rect.maxX, rect.maxY, rect.midX, rect.midY] {
      #expect(value.magnitude <= 2e9)
    }
  }

  @Test(arguments: extremes)
  func `transforms and their inverses hold finite numbers only`(number: Double) {
    let scaling = AffineTransform(scaleX: number, y: number)
    let rotation = AffineTransform(rotation: number)
    let shift = AffineTransform(translation: Point(x: number, y: number))
    var sum = AffineTransform.identity
    for _ in 0..<100 {
      sum = sum.concatenating(scaling).concatenating(rotation).concatenating(shift)
    }
    for transform in [scaling, rotation, shift, sum, sum.inverted ?? sum] {
      for value in [
        transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty,
      ] {
        #expect(Bounds.range.contains(value))
      }
      let point = transform.apply(to: Point(x: number, y: number))
      #expect(Bounds.range.contains(point.x) && Bounds.range.contains(point.y))
    }
  }

  @Test(arguments: extremes)
  func `an interval of any length is added without overflow`(number: Double) {
    for start in [Instant.distantPast, .zero, .distantFuture] {
      let sum = start + number
      #expect(Instant.range.contains(sum.microseconds))
      #expect((sum - start).isFinite && (start - sum).isFinite)
      if number.isNaN { #expect(sum == start) }
    }
    #expect(Instant.range.contains(Instant(seconds: number).microseconds))
  }

  @Test func `a moment out of range is the nearest in it, and a reader can refuse it`() {
    #expect(Instant(microseconds: .max) == .distantFuture)
    #expect(Instant(microseconds: .min) == .distantPast)
    #expect(Instant(seconds: .max, microseconds: .max) == .distantFuture)
    #expect(Instant(seconds: .min, microseconds: .min) == .distantPast)
    #expect(Instant(seconds: 9_223_372_036_854, microseconds: 0) == .distantFuture)
    #expect(Instant(seconds: 3, microseconds: 5) == Instant(microseconds: 3_000_005))
    #expect(Instant(exactly: 1_000_000_000_000_000_000) == .distantFuture)
    #expect(Instant(exactly: 1_000_000_000_000_000_001) == nil)
    #expect(Instant(exactly: -1_000_000_000_000_000_001) == nil)
    var moment = Instant.distantFuture
    moment.microseconds += 5
    #expect(moment == .distantFuture)
  }
}
