// What a motor or a lamp can be driven with, and how long a control stays highlighted.

import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct FeedbackTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      constants: { minimumHighlight: 0.1 }
      windows:
        - id: main
          subviews:
            - { id: ok, button: { frame: [0, 0, 100, 50] } }
            - { id: lamp, switch: { frame: [0, 100, 100, 50] } }
            - { id: level, slider: { frame: [200, 0, 200, 50], value: 0.5 } }
            - { id: map, frame: [0, 200, 100, 100], gestureRecognizers: [{ id: hold, longPress: {} }] }
    """

  /// What a program reads after the beginning, each record as a few words.
  private func play(
    _ script: String, _ request: String? = nil, reading types: String = #""control","feedback""#
  ) throws -> [String] {
    let stage = try Stage.started(Self.configuration, script: script)
    let reader = try stage.subscriber(#""types":[\#(types)],"detail":true"#)
    let program = try stage.connect(uid: 0)
    if let request { #expect(try stage.ask(program, request)[0].contains(#""result""#)) }
    try stage.play(seconds: 8)
    return try stage.everything(for: reader).map { line in
      let record = try JSON(parsing: line)
      let words = ["view", "control", "feedback", "event"].compactMap { record[$0]?.string }
      let highlighted = record["isHighlighted"]?.bool == true ? ["highlighted"] : []
      return (words + highlighted).joined(separator: " ")
    }
  }

  @Test func `a control whose finger lifts at once is highlighted for its time, then that ends`()
    throws
  {
    #expect(
      try play("1 down 1 50,20\n1.03 up 1\n") == [
        "ok touchDown highlighted", "ok impact", "ok touchUpInside highlighted",
        "ok primaryActionTriggered highlighted", "ok unhighlight",
      ])
  }

  @Test func `one that was held longer, is left, or loses its touch is highlighted no longer`()
    throws
  {
    let began = ["ok touchDown highlighted", "ok impact"]
    #expect(
      try play("1 down 1 50,20\n1.2 up 1\n") == began + [
        "ok touchUpInside", "ok primaryActionTriggered",
      ])
    #expect(
      try play("1 down 1 50,20\n1.02 move 1 50,400\n1.04 up 1\n") == began + [
        "ok touchDragExit", "ok touchDragOutside", "ok touchUpOutside",
      ])
    #expect(try play("1 down 1 50,20\n1.02 cancel 1\n") == began + ["ok touchCancel"])
  }

  @Test func `a finger that lands again meanwhile begins the time again`() throws {
    let lines = try play("1 down 1 50,20\n1.03 up 1\n1.06 down 1 50,20\n1.14 up 1\n")
    #expect(lines.count { $0 == "ok unhighlight" } == 1)
    #expect(lines.suffix(2) == ["ok primaryActionTriggered highlighted", "ok unhighlight"])
    // One that is held beyond the first time stays highlighted, without a record.
    let held = try play("1 down 1 50,20\n1.03 up 1\n1.06 down 1 50,20\n2 up 1\n")
    #expect(!held.contains("ok unhighlight"))
    #expect(held.last == "ok primaryActionTriggered")
  }

  @Test func `a control that goes with its highlight says nothing more`() throws {
    let stage = try Stage.started(Self.configuration, script: "1 down 1 650,20\n1.03 up 1\n")
    let reader = try stage.subscriber(#""types":["feedback"]"#)
    let program = try stage.connect(uid: 0)
    _ = try stage.ask(
      program,
      #"{"id":1,"put":{"in":"main","view":{"id":"extra","button":{"frame":[600,0,100,50]}}}}"#)
    try stage.play(seconds: 1.05)
    program.vanish()
    try stage.play(seconds: 3)
    let lines = try stage.everything(for: reader)
    #expect(lines.count == 1 && lines[0].contains("impact"), "\(lines)")
  }

  @Test func `values, ends and long presses are felt`() throws {
    func feedback(_ script: String) throws -> [String] { try play(script, reading: #""feedback""#) }
    #expect(
      try feedback("1 down 1 50,120\n1.2 up 1\n") == ["lamp impact", "lamp selection"])
    #expect(
      try feedback(
        "1 down 1 300,20\n1.1 move 1 350,20\n1.2 move 1 790,20\n1.3 move 1 795,20\n1.4 up 1\n")
        == ["level impact", "level impact"])
    #expect(try feedback("1 down 1 50,250\n2 move 1 55,250\n3 up 1\n") == ["map impact"])
    #expect(
      try play(
        "3 down 1 50,20\n3.5 move 1 50,120\n4 up 1\n",
        #"{"id":1,"set":{"view":"app","touchAccommodations":{"exploration":"doubleTap"}}}"#,
        reading: #""feedback""#)
        == ["ok selection", "lamp selection"])
  }

  @Test func `who names no types receives none`() throws {
    let stage = try Stage.started(Self.configuration, script: "1 down 1 50,20\n1.03 up 1\n")
    let usual = try stage.subscriber("")
    let asked = try stage.subscriber(#""types":["feedback"]"#)
    try stage.play(seconds: 4)
    #expect(try !stage.everything(for: usual).contains { $0.contains("feedback") })
    #expect(try stage.everything(for: asked).count == 2)
  }
}
