// Every scenario is a test case: played through the engine, compared line by line.

import Testing

@Suite struct ConformanceTests {
  @Test(arguments: Library.shared.entries)
  func scenario(_ entry: Entry) {
    let isKnown = entry.isOurs && Library.shared.isKnownFailure(entry.id)
    guard isKnown else { return play(entry) }
    withKnownIssue("it is in known-failures.txt") { play(entry) }
  }

  private func play(_ entry: Entry) {
    do {
      let scenario = try entry.reading.get()
      let comparison = Comparison(expected: scenario.expected, got: try Runner.play(scenario))
      guard comparison.firstDifference != nil else { return }
      let rules = scenario.rules.joined(separator: ", ")
      Issue.record(
        """
        \(scenario.id) \(scenario.title)
        \(scenario.place), rules \(rules)
        \(comparison.table)
        """)
    } catch {
      Issue.record("\(error)")
    }
  }
}
