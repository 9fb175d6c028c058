// A packed text is the same text again, and smaller if its lines are similar.

import Testing

@testable import YAML

@Suite struct PackedTextTests {
  @Test(arguments: [
    "", "a", "1234567", "12345678", "aaaaaaaaaaaaaaaaaaaaaaaa", "abcdefghabcdefgh", "größe: 1\n",
    "- { id: a, frame: [0, 0, 10, 10] }\n- { id: b, frame: [0, 0, 10, 10] }\n",
  ])
  func `a text is the same again`(text: String) {
    #expect(PackedText(Array(text.utf8)).bytes() == Array(text.utf8))
  }

  @Test func `random texts are the same again, and equal only to themselves`() {
    var state: UInt64 = 3
    var before: PackedText?
    for length in 0..<600 {
      let bytes = (0..<length * 3).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: length % 2 == 0 ? state >> 63 : state >> 56)
      }
      let packed = PackedText(bytes)
      #expect(packed.bytes() == bytes)
      #expect(packed == PackedText(bytes))
      #expect(packed != before)
      before = packed
    }
  }

  @Test func `similar lines take a third of their memory at most, and others are served meanwhile`()
  {
    let lines = (0..<10_000).map { "  - { id: v\($0), frame: [\($0 % 100), 0, 12, 12] }\n" }
    let bytes = Array(lines.joined().utf8)
    var pauses = 0
    let packed = PackedText(bytes) { pauses += 1 }
    #expect(packed.size * 3 < bytes.count)
    #expect(pauses >= bytes.count >> 17)
    pauses = 0
    #expect(packed.bytes { pauses += 1 } == bytes)
    #expect(pauses >= bytes.count >> 17)
  }
}
