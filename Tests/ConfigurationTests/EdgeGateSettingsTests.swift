// Gates at the edges of screens, as the configuration writes them.

import Configuration
import ResponderKit
import Testing

@Suite struct EdgeGateSettingsTests {
  private func screens(_ gate: String) -> String {
    "screens: { panel: { size: [800, 480], physicalSize: [160, 96], edgeGate: \(gate) } }\n"
  }

  @Test func `a gate is read with the millimetres of its screen, and its windows have it`() throws {
    let tree = try Blueprint.load(
      screens("{ edges: [left, top], edgeRegion: \"4mm\", timeout: 0.3, window: w }")
        + """
        application:
          windows:
          - id: w
            gestureRecognizers: [{ id: drawer, tap: { requiresFailureOf: w.edgeGate } }]
            rootViewController:
              { id: c, view: { id: v }, preferredScreenEdgesDeferringSystemGestures: [left, right] }
        """, file: "f.yaml"
    ).build()
    let gate = try #require(tree.screens.first?.edgeGate)
    #expect(gate.edges == [.left, .top])
    #expect(gate.edgeRegion == 20)
    #expect(gate.timeout == 0.3)
    #expect(gate.window == "w")
    let recognizer = try tree.the(EdgeGateGestureRecognizer.self, "w.edgeGate")
    #expect(recognizer.view === tree.application.windows.first)
    let controller = try tree.the(ViewController.self, "c")
    #expect(controller.preferredScreenEdgesDeferringSystemGestures == [.left, .right])
  }

  @Test(arguments: [
    ("{}", "expected the key \"edges\" in an edge gate, found none"),
    ("{ edges: lift }", "did you mean \"left\"?"),
    ("{ edges: left, timeout: 0 }", "expected a number from 0.001 to 10"),
    ("{ edges: left, within: 3 }", "unknown key"),
    ("3", "expected an edge gate, found 3"),
  ])
  func `a wrong gate is a located error`(gate: String, error: String) {
    let found = errors(screens(gate) + "application: { windows: [{ id: w }] }")
    #expect(found.count == 1)
    #expect(found.first?.contains(error) ?? false, "\(found)")
    #expect(found.first?.contains("screens.panel.edgeGate") ?? false, "\(found)")
  }
}
