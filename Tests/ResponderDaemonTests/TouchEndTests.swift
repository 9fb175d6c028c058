// Every touch that began for a reader ends there exactly once, whatever edits do to its chain.

import Testing
import Wire

@testable import ResponderDaemon

@Suite struct TouchEndTests {
  /// A view for each kind of control, at (10, 10).
  static let controls = [
    #""button":{"actions":{"touchUpInside":"save"},"#, #""switch":{"#, #""slider":{"#,
    #""stepper":{"#, #""segmentedControl":{"numberOfSegments":3,"#,
    #""pageControl":{"numberOfPages":3,"#, #""control":{"#,
  ]

  /// A controller that shares the fingers of what it presents, and another window.
  private static let presenting =
    #"{"id":"main","rootViewController":{"id":"home","handles":["touches"],"view":{"id":"home.view"},"#
    + #""presents":{"id":"alert","handles":["touches"],"forwards":"last","view":{"id":"box"}}}},"#
    + #"{"id":"other","frame":[300,300,100,100],"handles":["touches"]}"#

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
      #""set":{"view":"ok","isHidden":true}"#, #""move":{"view":"ok","to":"other"}"#,
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

  @Test func `who presents and goes to another window has its touch cancelled once`() throws {
    let (stage, editor, reader) = try stage(Self.presenting)
    try stage.play(seconds: 2)
    #expect(try phases(reader) == ["alert began", "home began"])
    _ = try stage.ask(editor, #"{"id":1,"move":{"view":"home.view","to":"other"}}"#)
    #expect(try phases(reader) == ["home cancelled"])
    try stage.play(seconds: 10)
    #expect(try phases(reader) == ["alert moved", "alert ended"])
  }

  @Test func `a snapshot holds a touch that one of its responders has lost`() throws {
    let (stage, editor, reader) = try stage(Self.presenting)
    var picture = PictureOfLines()
    try stage.play(seconds: 2)
    for line in try stage.ask(
      reader, #"{"id":2,"subscribe":{"types":["touches"],"snapshot":true}}"#)
    {
      picture.apply(line)
    }
    _ = try stage.ask(editor, #"{"id":1,"move":{"view":"home.view","to":"other"}}"#)
    let cancelled = try reader.lines()
    #expect(cancelled.map { $0.contains(#""goesOn":true"#) } == [true], "\(cancelled)")
    for line in cancelled { picture.apply(line) }
    #expect(picture.touches == [1: "box"])
    let late =
      try stage.ask(try stage.peer(), #"{"id":1,"subscribe":{"snapshot":true}}"#).last ?? ""
    let touches = try JSON(parsing: late, depth: 32)["touches"]?.elements ?? []
    #expect(touches.map { $0["responders"]?.elements?.compactMap(\.string) } == [["alert"]])
    try stage.play(seconds: 10)
    let ended = try reader.lines()
    #expect(!ended.contains { $0.contains("goesOn") }, "\(ended)")
    for line in ended { picture.apply(line) }
    #expect(picture.touches == [:])
    #expect(picture.complaints == [])
  }

  @Test func `who gets an audience under a finger that it shares has it cancelled once`() throws {
    let (stage, editor, reader) = try stage(
      #"{"id":"main","subviews":[{"id":"secret","frame":[200,200,10,10],"handles":["touches"]},"#
        + #"{"id":"box","frame":[0,0,100,100],"handles":["touches"],"forwards":"last","next":"secret"}]}"#
    )
    let insider = try stage.connect(uid: 1004)
    _ = try stage.ask(insider, #"{"id":1,"subscribe":{"types":["touches"]}}"#)
    try stage.play(seconds: 2)
    #expect(try phases(reader) == ["box began", "secret began"])
    _ = try stage.ask(
      editor, #"{"id":1,"set":{"view":"secret","audience":[{"user":"1004"}]}}"#)
    try stage.play(seconds: 10)
    #expect(try phases(reader) == ["secret cancelled", "box moved", "box ended"])
    #expect(
      try phases(insider) == [
        "box began", "secret began", "secret cancelled", "box moved", "box ended",
      ])
  }

  /// A view that anybody sees, and a view whose controller is for one user alone.
  private static let hiding =
    #"{"id":"main","subviews":[{"id":"secret","frame":[200,200,10,10],"audience":[{"user":"1004"}],"#
    + #""subviews":[{"viewController":{"id":"keeper","handles":["touches"],"view":{"id":"keeper.view"}}}]},"#
    + #"{"id":"box","frame":[0,0,100,100],"handles":["touchesBegan"]},"#
    + #"{"id":"glass","frame":[0,0,50,50]}]}"#

  private func reader(_ uid: UInt32, _ stage: Stage) throws -> Peer {
    let peer = try stage.connect(uid: uid)
    let types = #""types":["touches","unhandled"]"#
    _ = try stage.ask(peer, #"{"id":1,"subscribe":{\#(types)}}"#)
    return peer
  }

  @Test(arguments: ["glass", "box"])
  func `a client that reads that a finger began reads its end, also if another responder ended it`(
    view: String
  ) throws {
    let (stage, editor, _) = try stage(Self.hiding)
    let (insider, outsider) = (try reader(1004, stage), try reader(1000, stage))
    if view == "box" { _ = try stage.ask(editor, #"{"id":1,"remove":{"view":"glass"}}"#) }
    try stage.play(seconds: 2)
    let began = view == "box" ? "box began" : " began"
    #expect(try phases(insider) == [began])
    #expect(try phases(outsider) == [began])
    _ = try stage.ask(editor, #"{"id":2,"set":{"view":"\#(view)","next":"keeper"}}"#)
    try stage.play(seconds: 10)
    #expect(try phases(insider) == ["keeper moved", "keeper ended"])
    #expect(try phases(outsider) == [" ended"])
  }

  @Test func `a client that has not read that a finger began reads no more of it`() throws {
    let (stage, editor, _) = try stage(Self.hiding)
    _ = try stage.ask(editor, #"{"id":1,"set":{"view":"glass","next":"keeper"}}"#)
    let (insider, outsider) = (try reader(1004, stage), try reader(1000, stage))
    try stage.play(seconds: 2)
    #expect(try phases(insider) == ["keeper began"])
    _ = try stage.ask(editor, #"{"id":2,"remove":{"view":"keeper.view"}}"#)
    let late = try stage.ask(
      try stage.connect(uid: 1000), #"{"id":1,"subscribe":{"snapshot":true}}"#)
    #expect(try JSON(parsing: late.last ?? "", depth: 32)["touches"] == .array([]))
    try stage.play(seconds: 10)
    #expect(try phases(insider) == ["keeper cancelled", " moved", " ended"])
    #expect(try phases(outsider) == [])
  }
}
