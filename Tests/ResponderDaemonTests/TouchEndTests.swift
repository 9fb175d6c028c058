// Every touch that began for a reader ends there exactly once, whatever edits do to its chain.

import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct TouchEndTests {
  /// A view for each kind of control, at (10, 10).
  static let controls = [
    #""button":{"actions":{"touchUpInside":"save"},"#, #""switch":{"#, #""slider":{"#,
    #""stepper":{"#, #""segmentedControl":{"numberOfSegments":3,"#,
    #""pageControl":{"numberOfPages":3,"#, #""control":{"#,
  ]

  /// A view that shares its fingers with another one.
  private static let sharing =
    #"{"id":"main","subviews":[{"id":"pad","frame":[300,300,90,90],"handles":["touches"]},"#
    + #"{"id":"box","frame":[0,0,90,90],"handles":["touches"],"forwards":"last","next":"pad"}]}"#

  private func stage(_ windows: String) throws -> (Stage, editor: Peer, reader: Peer) {
    let stage = try Stage.started(
      #"{"screens":{"panel":{"size":[400,400]}},"socket":{"rights":["subscribe"]},"#
        + #""application":{"windows":[\#(windows)]}}"#,
      script: "1.0 down 1 20,20\n3.0 move 1 22,20\n4.0 up 1\n20.0 wait\n")
    return (stage, try stage.peer(), try stage.subscriber(#""types":["touches"]"#))
  }

  /// The phases that a reader received, each with its responder.
  private func phases(_ reader: Peer) throws -> [String] {
    try reader.lines().map { line in
      let json = try JSON(parsing: line)
      return "\(json["responder"]?.string ?? "") \(json["phase"]?.string ?? "")"
    }
  }

  @Test(
    arguments: controls,
    [
      #""remove":{"view":"ok"}"#, #""set":{"view":"ok","isEnabled":false}"#,
      #""set":{"view":"ok","isHidden":true}"#,
    ])
  func `a control of any kind that loses its finger reports that it is cancelled`(
    control: String, edit: String
  ) throws {
    let (stage, editor, reader) = try stage(
      #"{"id":"main","subviews":[{"id":"ok",\#(control)"frame":[10,10,90,90]}}]},"#
        + #"{"id":"other","frame":[300,300,100,100]}"#)
    try stage.play(seconds: 2)
    #expect(try phases(reader) == ["ok began"])
    _ = try stage.ask(editor, #"{"id":1,\#(edit)}"#)
    #expect(try phases(reader) == ["ok cancelled"])
    try stage.play(seconds: 10)
    #expect(try phases(reader) == [])
  }

  @Test func `who shares a touch and goes has it cancelled once, and the other keeps it`() throws {
    let (stage, editor, reader) = try stage(Self.sharing)
    try stage.play(seconds: 2)
    #expect(try phases(reader) == ["box began", "pad began"])
    _ = try stage.ask(editor, #"{"id":1,"remove":{"view":"pad"}}"#)
    #expect(try phases(reader) == ["pad cancelled"])
    try stage.play(seconds: 10)
    #expect(try phases(reader) == ["box moved", "box ended"])
  }

  @Test func `a snapshot holds a touch that one of its responders has lost`() throws {
    let (stage, editor, reader) = try stage(Self.sharing)
    var picture = PictureOfLines()
    try stage.play(seconds: 2)
    for line in try stage.ask(
      reader, #"{"id":2,"subscribe":{"types":["touches"],"snapshot":true}}"#)
    {
      picture.apply(line)
    }
    _ = try stage.ask(editor, #"{"id":1,"remove":{"view":"pad"}}"#)
    let cancelled = try reader.lines()
    #expect(cancelled.map { $0.contains(#""goesOn":true"#) } == [true], "\(cancelled)")
    for line in cancelled { picture.apply(line) }
    #expect(picture.touches == [1: "box"])
    let late =
      try stage.ask(try stage.peer(), #"{"id":1,"subscribe":{"snapshot":true}}"#).last ?? ""
    let touches = try JSON(parsing: late, depth: 32)["touches"]?.elements ?? []
    #expect(touches.map { $0["responders"]?.elements?.compactMap(\.string) } == [["box"]])
    try stage.play(seconds: 10)
    let ended = try reader.lines()
    #expect(!ended.contains { $0.contains("goesOn") }, "\(ended)")
    for line in ended { picture.apply(line) }
    #expect(picture.touches == [:])
    #expect(picture.complaints == [])
  }
}
