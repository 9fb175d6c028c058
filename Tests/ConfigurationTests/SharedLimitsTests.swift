// Limits that many recognizers and scroll views share through YAML anchors.

import ResponderKit
import Testing

@testable import Configuration

@Suite struct SharedLimitsTests {
  private static let head = """
    screens: { panel: { size: [800, 480], physicalSize: [160, 96] } }
    definitions:
      tap: &tap { allowableMovement: "12mm", maximumTapInterval: 0.5 }
      pan: &pan { threshold: 30 }
      list: &list { contentDelay: 0.3, panGestureRecognizer: *pan }

    """

  @Test func `an alias gives limits, and keys beside a merge take precedence`() throws {
    let text = """
      application:
        windows:
        - id: w
          gestureRecognizers:
          - { id: same, tap: *tap }
          - { id: own, tap: { <<: *tap, allowableMovement: 9 } }
          - { id: usual, tap: {} }
          subviews:
          - { id: thick, scrollView: { <<: *list, frame: fill } }
          - id: quick
            scrollView:
              <<: *list
              frame: fill
              contentDelay: 0.1
              panGestureRecognizer: { <<: *pan, velocityWindow: 0.2 }
      """
    let tree = try Blueprint.load(Self.head + text, file: "f.yaml").build()
    func tap(_ id: String) throws -> [Double] {
      let tap = try tree.the(TapGestureRecognizer.self, id)
      return [tap.allowableMovement, tap.maximumTapInterval]
    }
    #expect(try tap("same") == [60, 0.5])
    #expect(try tap("own") == [9, 0.5])
    #expect(try tap("usual") == [45, 0.35])
    let thick = try tree.the(ScrollView.self, "thick")
    #expect(thick.contentDelay == 0.3)
    #expect(thick.panGestureRecognizer.threshold == 30)
    let quick = try tree.the(ScrollView.self, "quick")
    #expect(quick.contentDelay == 0.1)
    #expect(quick.panGestureRecognizer.threshold == 30)
    #expect(quick.panGestureRecognizer.velocityWindow == 0.2)
  }

  @Test func `an error in a shared limit is one error, at the definition, and names the first use`()
  {
    let found = errors(
      """
      definitions: { tap: &tap { allowableMovement: far } }
      application:
        windows:
        - id: w
          gestureRecognizers: [{ id: a, tap: *tap }, { id: b, tap: *tap }]
      """)
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "1:47: application.windows[0].gestureRecognizers[0].tap.allowableMovement: expected")
        == true,
      "\(found)")
  }
}
