// Records are about the place where something began, whatever has become of the view since.

import Linux
import Protocol
import Records
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct PlaceTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          subviews:
            - id: left
              frame: [0, 0, 400, 480]
              actor: left
              subviews:
                - { id: ok, button: { frame: [0, 200, 100, 100] } }
            - { id: right, frame: [400, 0, 400, 480] }
    """

  private func stage(_ script: String) throws -> Stage {
    try Stage.started(PlaceTests.configuration, script: script)
  }

  private func words(_ lines: [String]) throws -> [String] {
    try lines.filter { $0.hasPrefix("{\"seq\"") }.map { line in
      let record = try JSON(parsing: line)
      return ["type", "edit", "event", "phase", "state", "observed"].compactMap { name in
        record[name].flatMap { $0.string ?? ($0.bool == true ? name : nil) }
      }.joined(separator: " ")
    }
  }

  private static func box(in parent: String) -> String {
    #""put":{"in":"\#(parent)","view":{"id":"box","frame":[0,0,100,100],"handles":["touches"],"#
      + #""gestureRecognizers":[{"id":"box.pan","pan":{"cancelsTouchesInView":false}}]}}"#
  }

  private static let drag = """
    1.0 down 1 50,50
    1.1 move 1 80,50
    5.0 move 1 90,50
    6.0 up 1
    20.0 wait

    """

  private static let wish = #""types":["touches","gesture","control","edit"],"views":["left"]"#

  @Test
  func
    `a client that connects again to some views receives the end of what began there, moved or gone`()
    throws
  {
    for edit in [Self.box(in: "right"), #""remove":{"view":"box"}"#] {
      for isLate in [false, true] {
        let stage = try stage(PlaceTests.drag)
        let first = try stage.subscriber(PlaceTests.wish)
        let editor = try stage.peer()
        _ = try stage.ask(editor, "{\"id\":1,\(Self.box(in: "left"))}")
        try stage.play(seconds: 2)
        let began = try first.lines()
        #expect(
          try words(began) == [
            "edit added", "touches began observed", "gesture began observed",
            "touches moved observed",
          ])
        first.vanish()
        // The edit comes while no client is connected, or after a client connects again.
        if !isLate { _ = try stage.ask(editor, "{\"id\":1,\(edit)}") }
        let second = try stage.peer()
        let since = #""since":{"instance":"\#(stage.daemon.instance)","seq":5}"#
        var lines = try stage.ask(second, "{\"id\":1,\"subscribe\":{\(PlaceTests.wish),\(since)}}")
        #expect(lines.element(0).hasSuffix(#""resumed":true}}"#))
        if isLate { _ = try stage.ask(editor, "{\"id\":1,\(edit)}") }
        try stage.play(seconds: 10)
        lines += try second.lines()
        let expected =
          edit.contains(#""put""#)
          ? [
            "edit moved", "gesture changed observed", "touches moved observed",
            "gesture ended observed", "touches ended observed",
          ] : ["edit removed", "gesture cancelled observed", "touches cancelled observed"]
        let said = try words(lines)
        #expect(said.sorted() == expected.sorted(), "\(edit), late: \(isLate): \(said)")
        #expect(stage.daemon.configuration.application.checkInvariants() == [])
      }
    }
  }

  @Test func `a client of the place where it went receives the edit, and what begins there`() throws
  {
    let stage = try stage(
      PlaceTests.drag.replacing("20.0 wait", with: "8.0 down 2 450,50\n8.1 up 2\n20.0 wait"))
    let right = try stage.subscriber(#""types":["touches","edit"],"views":["right"]"#)
    let editor = try stage.peer()
    _ = try stage.ask(editor, "{\"id\":1,\(Self.box(in: "left"))}")
    try stage.play(seconds: 2)
    _ = try stage.ask(editor, "{\"id\":1,\(Self.box(in: "right"))}")
    try stage.play(seconds: 10)
    let said = try words(right.lines())
    #expect(said == ["edit moved", "touches began", "touches ended"], "\(said)")
  }

  @Test func `a button that is removed reports to its clients that its touch is off`() throws {
    let stage = try stage("1.0 down 1 50,250\n9.0 up 1\n20.0 wait\n")
    let left = try stage.subscriber(PlaceTests.wish)
    try stage.play(seconds: 2)
    #expect(
      try words(left.lines()) == [
        "touches began observed", "control touchDown observed",
      ])
    let editor = try stage.peer()
    _ = try stage.ask(editor, #"{"id":1,"remove":{"view":"ok"}}"#)
    let said = try words(left.lines())
    #expect(
      said == ["touches cancelled observed", "control touchCancel observed", "edit removed"],
      "\(said)")
    // Nor is it alive for those who come late.
    let late = try stage.peer()
    let snapshot = try stage.ask(late, #"{"id":1,"subscribe":{"snapshot":true}}"#).last
    #expect(snapshot?.contains(#""touches":[],"recognizers":[]"#) == true)
  }

  @Test func `what was edited away is released at once, though its records are kept`() throws {
    let stage = try stage("200.0 wait\n")
    let editor = try stage.peer()
    for round in 0..<40 {
      let puts = (0..<100).map {
        #"{"put":{"in":"left","view":{"id":"n\#($0)","frame":[0,0,1,1]}}}"#
      }
      _ = try stage.ask(editor, #"{"id":1,"batch":[\#(puts.joined(separator: ","))]}"#)
      weak let view = stage.daemon.configuration.tree.registry.view("n7")
      #expect(view != nil)
      let removes = (0..<100).map { #"{"remove":{"view":"n\#($0)"}}"# }.joined(separator: ",")
      let lines = try stage.ask(editor, #"{"id":2,"batch":[\#(removes)]}"#)
      #expect(lines.element(0).hasPrefix(#"{"type":"reply""#), "\(round)")
      try stage.play(seconds: 1)
      #expect(view == nil, "\(round)")
    }
    // A client that connects again receives edits by the former places of the views.
    let since = #""since":{"instance":"\#(stage.daemon.instance)","seq":7800}"#
    let late = try stage.ask(
      editor, #"{"id":3,"subscribe":{"types":["edit"],"views":["left"],\#(since)}}"#)
    #expect(late.count == 1 + Int(stage.daemon.encoder.seq) - 7800)
  }
}
