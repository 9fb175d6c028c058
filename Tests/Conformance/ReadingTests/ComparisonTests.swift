// What a failed scenario prints, and how numbers are written in lines.

import Testing

@Suite struct ComparisonTests {
  @Test func `equal lines have no difference`() {
    #expect(Comparison(expected: ["a"], got: ["a"]).firstDifference == nil)
    #expect(Comparison(expected: [], got: []).firstDifference == nil)
  }

  @Test func `the first difference is marked, side by side`() {
    let comparison = Comparison(expected: ["same", "one", "two"], got: ["same", "other"])
    #expect(comparison.firstDifference == 1)
    #expect(
      comparison.table == """
          expected | got
          same     | same
        > one      | other
          two      |
        """)
  }

  @Test func `a line too many is a difference`() {
    #expect(Comparison(expected: ["a"], got: ["a", "b"]).firstDifference == 1)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (-0.0004, "0"), (10, "10"), (1.5, "1.5"), (1.9305, "1.931"),
    (-3.1, "-3.1"), (0.05, "0.05"), (1.0006, "1.001"), (100, "100"),
  ])
  func `numbers are rounded to three decimals, without trailing zeros`(
    value: Double, text: String
  ) {
    #expect(decimal(value) == text)
  }

  @Test func `angles have two decimals, times always three`() {
    #expect(decimal(8.2296, places: 2) == "8.23")
    #expect(stamp(microseconds: 1_430_000) == "1.430")
    #expect(stamp(microseconds: 0) == "0.000")
  }
}
