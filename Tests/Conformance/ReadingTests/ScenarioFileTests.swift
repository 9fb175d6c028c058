// Files of scenarios: documents, places inside blocks, and unknown keys.

import ResponderKit
import Testing

@Suite struct ScenarioFileTests {
  private let sound = """
    ---
    id: T1
    title: a title
    rules: [H1]
    confidence: high
    tree: |
      w:window 0,0,320,480
        a:view 0,0,300,300
    script: |
      0.000 down 1 10,10
    observe: [vt]
    expect: []
    """

  private func problems(_ text: String) -> [String] {
    ScenarioFile.read(text, file: "f.yaml").flatMap { reading -> [String] in
      if case .failure(let problems) = reading { problems.list.map(\.description) } else { [] }
    }
  }

  @Test func `each document is a scenario, and what it leaves out has its default`() throws {
    let readings = ScenarioFile.read(sound + "\n" + sound, file: "f.yaml")
    #expect(readings.count == 2)
    let scenario = try readings[0].get()
    #expect(scenario.id == "T1")
    #expect(scenario.title == "a title")
    #expect(scenario.observed == [.vt])
    #expect(scenario.tree.first?.children.first?.place.line == 8)
    #expect(scenario.tree.first?.children.first?.place.column == 5)
    #expect(scenario.until == nil)
    #expect(!scenario.hitTwice)
    #expect(scenario.recognizers.isEmpty)
    #expect(scenario.expected.isEmpty)
  }

  @Test func `all errors are reported, each with its place in the file`() {
    let text =
      sound
      .replacing("title: a title", with: "tittle: a title")
      .replacing("a:view", with: "a:vew")
      .replacing("down 1", with: "down one")
      .replacing("[vt]", with: "[vt, vx]")
    let problems = problems(text)
    #expect(problems.count == 5)
    #expect(problems.contains { $0.hasPrefix("f.yaml:3:1: unknown key \"tittle\"") })
    #expect(problems.contains { $0.hasPrefix("f.yaml:2:1: the scenario has no \"title\"") })
    #expect(problems.contains { $0.hasPrefix("f.yaml:8:7: expected one of window, view") })
    #expect(problems.contains { $0.hasPrefix("f.yaml:10:14: expected the number of a finger") })
    #expect(problems.contains { $0.hasPrefix("f.yaml:11:15: expected one of hit, ask") })
  }

  @Test func `a text that is no YAML is a located problem`() {
    #expect(problems("---\nid: [").first?.hasPrefix("f.yaml:") == true)
    #expect(problems("- 1").first == "f.yaml:1:1: expected a scenario, found \"a list\"")
  }
}
