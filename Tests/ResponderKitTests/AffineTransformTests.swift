// The geometry under hit-testing.

import ResponderKit
import Testing

@Suite struct AffineTransformTests {
  @Test func `a quarter turn turns the x axis downwards, exactly`() {
    let turn = AffineTransform(rotation: .pi / 2)
    #expect(turn.apply(to: Point(x: 1, y: 0)) == Point(x: 0, y: 1))
  }

  @Test(arguments: [0.3, 1.2, -2.5, 4])
  func `the inverse undoes the map`(angle: Double) throws {
    let map = AffineTransform(rotation: angle)
      .concatenating(AffineTransform(scaleX: 2, y: 0.5))
      .concatenating(AffineTransform(translation: Point(x: 7, y: -3)))
    let back = try #require(map.inverted)
    let point = back.apply(to: map.apply(to: Point(x: 13, y: 21)))
    #expect(point.distance(to: Point(x: 13, y: 21)) < 1e-12)
  }

  @Test func `a map without area has no inverse`() {
    #expect(AffineTransform(scaleX: 0, y: 1).inverted == nil)
  }
}
