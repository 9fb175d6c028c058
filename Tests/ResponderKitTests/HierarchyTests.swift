// Where views come to lie among their siblings, and what that does to fingers on them.

import Testing

@testable import ResponderKit

@Suite struct HierarchyTests {
  private let table = Table()
  private let views: [View]

  init() {
    let table = table
    views = ["a", "b", "c", "d"].map {
      table.view($0, Rect(x: 0, y: 0, width: 100, height: 100))
    }
  }

  private var order: String { table.window.subviews.map(\.id).joined() }

  @Test(arguments: [
    (0, 2, "bcad"), (3, 0, "adbc"), (1, 2, "acbd"), (2, 1, "abcd"), (0, 3, "bcda"),
  ])
  func `a sibling is put just in front of another`(moved: Int, other: Int, expected: String) {
    table.window.insertSubview(views[moved], aboveSubview: views[other])
    #expect(order == expected)
  }

  @Test(arguments: [
    (0, 2, "bacd"), (3, 0, "dabc"), (1, 2, "abcd"), (2, 1, "acbd"), (0, 3, "bcad"),
  ])
  func `a sibling is put just behind another`(moved: Int, other: Int, expected: String) {
    table.window.insertSubview(views[moved], belowSubview: views[other])
    #expect(order == expected)
  }

  @Test func `a touched view that changes its place among its siblings keeps its finger`() {
    table.at(0, .down(1, 50, 50))
    table.application.perform(at: Instant(seconds: 0.1)) {
      table.window.insertSubview(views[3], at: 0)
    }
    table.at(0.2, .up(1))
    let phases = table.application.outbox.reports.compactMap { report -> String? in
      guard case .touches(let phase, let responder, _) = report.kind else { return nil }
      return "\(responder.id) \(phase.word)"
    }
    #expect(phases == ["d began", "d ended"])
    #expect(order == "dabc")
  }
}
