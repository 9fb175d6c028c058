// Files of bindings: what they may say, and which records run which command.

import Configuration
import ConfigurationText
import Protocol
import TestSupport
import Testing

@testable import responderctl

@Suite struct `Bindings` {
  private func read(_ text: String) throws -> BindingsFile {
    let sandbox = Sandbox()
    return try BindingsFile.read(
      try sandbox.file("bindings.yaml", text), Output(keeps: true))
  }

  private func errors(_ text: String) throws -> String {
    do {
      _ = try read(text)
      return ""
    } catch let failure as Failure {
      return failure.description
    }
  }

  @Test func `the page has every key, and its values are those that are read`() throws {
    let rows = try DocumentedKey.rows(of: "bindings", in: "docs/clients.md")
    #expect(rows.map(\.path) == Binding.keys.map(\.name))
    let needed = [
      "": "recognizer: a, run: a", "run": "recognizer: a", "recognizer": "run: a",
      "control": "run: a", "activity": "run: a", "events": "control: a, run: a",
    ]
    #expect(
      rows.flatMap {
        $0.misfits(beside: needed) { try read("bindings: [\($0)]").bindings }
      } == [])
  }

  private func gesture(_ members: String) throws -> JSON {
    try JSON(parsing: "{\"type\":\"gesture\",\"recognizer\":\"pan\",\(members)}")
  }

  @Test func `a file says which command runs for what`() throws {
    let bindings = try read(
      """
      bindings:
        - { recognizer: pan, directions: [left, up], numberOfTouches: 3, run: [play, a b] }
        - { control: lamp, events: [valueChanged], run: 'lamp "$RESPONDER_IS_ON"' }
        - { activity: idle, run: screen-off, whileRunning: drop }
      """
    ).bindings
    #expect(bindings.count == 3)
    #expect(bindings[0].run == ["play", "a b"])
    #expect(bindings[0].phases == [.ended])
    #expect(bindings[1].run == ["/bin/sh", "-c", "lamp \"$RESPONDER_IS_ON\""])
    #expect(bindings[1].whileRunning == .queue)
    #expect(bindings[2].activity == .idle)
  }

  @Test(arguments: [
    ("bindings: 3", "expected a list of bindings"),
    ("bindings: [{ run: a }]", "expected one of recognizer, control and activity"),
    ("bindings: [{ recognizer: a, control: b, run: c }]", "found recognizer and control"),
    ("bindings: [{ recognizer: a }]", "expected the key \"run\""),
    ("bindings: [{ recognizer: a, run: [] }]", "expected a program and its arguments"),
    ("bindings: [{ recognizer: a, run: b, phase: ended }]", "did you mean \"phases\""),
    (
      "bindings: [{ recognizer: a, run: b, events: [touchDown] }]",
      "not possible in a binding of recognizer"
    ),
    ("bindings: [{ control: a, run: b, every: 20 }]", "not possible in a binding of control"),
    (
      "bindings: [{ recognizer: a, run: b, every: 20, phases: [ended] }]",
      "not possible beside every"
    ),
    ("bindings: [{ recognizer: a, run: b, every: 0 }]", "every"),
    ("bindings: [{ recognizer: a, run: b, directions: [west] }]", "left, right, up, down"),
    ("a: [", "1:"),
  ]) func `an error has its place and what was expected`(text: String, words: String) throws {
    let found = try errors(text)
    #expect(found.contains(words), "\(found)")
    #expect(found.contains("bindings.yaml"))
  }

  @Test func `phases, directions and the number of fingers choose`() throws {
    var matcher = BindingMatcher(
      try read(
        """
        bindings:
          - { recognizer: pan, run: ended }
          - { recognizer: pan, phases: [began], directions: [left], run: left }
          - { recognizer: pan, numberOfTouches: 2, run: two }
          - { recognizer: other, run: other }
          - { control: lamp, run: lamp }
          - { activity: active, run: wake }
        """
      ).bindings)
    func indices(_ record: JSON) -> [Int] { matcher.matches(record).map(\.index) }
    #expect(indices(try gesture(#""state":"began","touches":[1],"translation":[-12,3]"#)) == [1])
    #expect(indices(try gesture(#""state":"changed","touches":[1,2],"translation":[9,9]"#)) == [])
    // The second finger is gone when the gesture ends, and counts.
    #expect(indices(try gesture(#""state":"ended","touches":[1],"translation":[9,9]"#)) == [0, 2])
    #expect(indices(try gesture(#""state":"began","touches":[1],"translation":[3,-12]"#)) == [])
    #expect(indices(try gesture(#""state":"ended","touches":[1],"translation":[3,-12]"#)) == [0])
    #expect(indices(try gesture(#""state":"cancelled","touches":[1]"#)) == [])
    let lamp = #"{"type":"control","control":"lamp","event":"#
    #expect(indices(try JSON(parsing: lamp + #""primaryActionTriggered"}"#)) == [4])
    #expect(indices(try JSON(parsing: lamp + #""touchDown"}"#)) == [])
    #expect(indices(try JSON(parsing: #"{"type":"activity","state":"active"}"#)) == [5])
    #expect(indices(try JSON(parsing: #"{"type":"activity","state":"idle"}"#)) == [])
    #expect(indices(try JSON(parsing: #"{"type":"touches","phase":"ended"}"#)) == [])
  }

  @Test func `every so many points a command runs again, in its direction only`() throws {
    var matcher = BindingMatcher(
      try read(
        """
        bindings:
          - { recognizer: pan, directions: [up], every: 20, run: louder }
          - { recognizer: pan, directions: [down], every: 20, run: quieter }
          - { recognizer: pan, every: 50, run: any }
        """
      ).bindings)
    func times(_ state: String, _ x: Double, _ y: Double) throws -> [Int: Int] {
      let record = try gesture("\"state\":\"\(state)\",\"touches\":[1],\"translation\":[\(x),\(y)]")
      return Dictionary(uniqueKeysWithValues: matcher.matches(record).map { ($0.index, $0.times) })
    }
    #expect(try times("began", 0, -10) == [:])
    #expect(try times("changed", 0, -41) == [0: 2])
    #expect(try times("changed", 0, -59) == [2: 1])
    #expect(try times("changed", 0, -60) == [0: 1])
    // Turning back counts from where it turned.
    #expect(try times("changed", 0, -45) == [:])
    #expect(try times("changed", 0, -40) == [1: 1])
    #expect(try times("changed", 0, -61) == [0: 1])
    #expect(try times("ended", 0, -61) == [:])
    #expect(try times("began", 0, -19) == [:])
    #expect(try times("changed", 0, 1e9) == [1: 100, 2: 100])
  }
}
