// Controllers presented and dismissed by requests: what trees, hit tests and records show of it.

import Protocol
import Records
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct PresentationTests {
  private static let configuration = """
    screens: { panel: { size: [400, 400] } }
    application:
      windows:
        - id: main
          rootViewController:
            id: home
            view: { id: home.view, handles: [touches] }
    """

  private func stage() throws -> (Stage, editor: Peer, reader: Peer) {
    let stage = try Stage.started(Self.configuration, script: "60.0 wait\n")
    return (stage, try stage.peer(), try stage.subscriber(#""types":["edit"]"#))
  }

  private func present(_ id: String, from: String, _ more: String = "") -> String {
    #"{"id":1,"put":{"presentedBy":"\#(from)","viewController":{"id":"\#(id)",\#(more)"#
      + #""view":{"id":"\#(id).view","frame":[100,100,50,50]}}}}"#
  }

  @Test func `a presented controller brings its container, which hit tests show`() throws {
    let (stage, editor, reader) = try stage()
    #expect(
      try stage.ask(editor, present("alert", from: "home"))
        == [#"{"type":"reply","id":1,"result":{"seq":2}}"#])
    #expect(
      try reader.lines() == [
        #"{"seq":2,"t":100.000000,"type":"edit","edit":"added","view":"alert.container","parent":"main","#
          + #""above":"home.view","node":{"id":"alert.container","#
          + #""frame":[0.0,0.0,400.0,400.0],"subviews":[{"id":"alert.view","#
          + #""frame":[100.0,100.0,50.0,50.0],"viewController":{"id":"alert","presentedBy":"home"}}]}}"#
      ])
    #expect(
      try stage.ask(editor, #"{"id":2,"hitTest":{"point":[10,10],"trace":true}}"#) == [
        #"{"type":"reply","id":2,"result":{"view":"alert.container","window":"main","#
          + #""point":[10.0,10.0],"trace":[{"view":"main","pointInside":true},"#
          + #"{"view":"alert.container","pointInside":true},{"view":"alert.view","pointInside":false}]}}"#
      ])
    #expect(
      try stage.ask(editor, #"{"id":3,"chain":{"responder":"alert.container"}}"#).element(0)
        .contains(
          #"[{"id":"alert.container","kind":"presentationContainer"},{"id":"alert","kind":"viewController"},{"id":"home""#
        ))
    #expect(try reader.lines() == [])
  }

  @Test func `with modal false there is no container, and the tree says so`() throws {
    let (stage, editor, reader) = try stage()
    _ = try stage.ask(editor, present("alert", from: "home", #""modal":false,"#))
    let line = try reader.lines().element(0)
    #expect(line.contains(#""view":"alert.view","parent":"main","above":"home.view""#))
    #expect(line.contains(#""viewController":{"id":"alert","modal":false,"presentedBy":"home"}"#))
    #expect(
      try stage.ask(editor, #"{"id":2,"hitTest":{"point":[10,10]}}"#).element(0)
        .contains(#""view":"home.view""#))
  }

  @Test func `what is removed goes with all that it presents`() throws {
    let (stage, editor, reader) = try stage()
    let other = try stage.peer()
    _ = try stage.ask(editor, present("alert", from: "home"))
    _ = try stage.ask(other, present("confirm", from: "alert"))
    _ = try reader.lines()
    #expect(
      try stage.ask(editor, #"{"id":1,"remove":{"viewController":"alert"}}"#).element(0)
        .contains(#""type":"reply""#))
    let gone = try reader.lines().compactMap {
      $0.split(separator: #""edit":"removed","view":""#).dropFirst().first
    }
    #expect(gone.count == 2)
    #expect(gone.first?.hasPrefix("confirm.container") == true)
    let application = stage.daemon.configuration.application
    #expect(application.windows[0].subviews.map(\.id) == ["home.view"])
    for id in ["alert", "alert.view", "alert.container", "confirm", "confirm.container"] {
      #expect(stage.daemon.configuration.tree.registry[id] == nil)
    }
    #expect(
      try other.lines().filter {
        $0.hasPrefix(#"{"type":"removed","views":["confirm","confirm.view"]"#)
      }.count == 1)
    // The same names can come again, and what waited comes with them.
    #expect(
      try stage.ask(editor, present("alert", from: "home")).element(0).contains(#""type":"reply""#))
    #expect(
      application.windows[0].subviews.map(\.id)
        == ["home.view", "alert.container", "confirm.container"])
    #expect(application.checkInvariants() == [])
  }

  @Test func `what a removed controller presents goes too, and waits for it`() throws {
    let (stage, editor, reader) = try stage()
    _ = try stage.ask(editor, present("alert", from: "home"))
    _ = try reader.lines()
    _ = try stage.ask(editor, #"{"id":1,"remove":{"viewController":"home"}}"#)
    let application = stage.daemon.configuration.application
    #expect(application.windows[0].subviews.isEmpty)
    #expect(try reader.lines().count == 2)
    #expect(stage.daemon.configuration.tree.registry["alert"] == nil)
    // The file has its controller again, and with it comes what it presents.
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    #expect(application.windows[0].subviews.map(\.id) == ["home.view", "alert.container"])
    #expect(application.checkInvariants() == [])
  }

  @Test func `a container that follows its window is reported, too`() throws {
    let (stage, editor, reader) = try stage()
    _ = try stage.ask(editor, present("alert", from: "home"))
    _ = try reader.lines()
    _ = try stage.ask(editor, #"{"id":1,"set":{"view":"main","frame":[10,0,300,200]}}"#)
    let lines = try reader.lines()
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.element(2).contains(#""view":"home.view","node":{"id":"home.view""#))
    #expect(lines.element(1).contains(#""view":"main","node":{"id":"main""#))
    #expect(
      lines.element(0).contains(
        #""view":"alert.container","node":{"id":"alert.container","frame":[0.0,0.0,300.0,200.0]"#
      ))
  }

  @Test func `a batch presents one controller after the other, and a second one waits`() throws {
    let (stage, editor, reader) = try stage()
    func edit(_ id: String) -> String {
      #"{"put":{"presentedBy":"home","viewController":{"id":"\#(id)","view":{"id":"\#(id).view","#
        + #""frame":[0,0,9,9]}}}}"#
    }
    let both = try stage.ask(editor, #"{"id":1,"batch":[\#(edit("one")),\#(edit("two"))]}"#)
    #expect(both == [#"{"type":"reply","id":1,"result":{"seq":2,"waits":["two"]}}"#])
    #expect(try reader.lines().count == 1)
    let windows = stage.daemon.configuration.application.windows
    #expect(windows[0].subviews.map(\.id) == ["home.view", "one.container"])
    let dismiss = #"{"remove":{"viewController":"one"}}"#
    let done = try stage.ask(editor, #"{"id":1,"batch":[\#(dismiss),\#(edit("three"))]}"#)
    #expect(done.element(0).contains(#""waits":["three"]"#))
    #expect(windows[0].subviews.map(\.id) == ["home.view", "two.container"])
    #expect(stage.daemon.configuration.tree.registry["one"] == nil)
  }

  @Test func `no recognizer waits for one that an earlier edit removed`() throws {
    let (stage, editor, _) = try stage()
    _ = try stage.ask(
      editor,
      #"{"id":1,"batch":[{"put":{"in":"home.view","view":{"id":"one","frame":[0,0,9,9],"#
        + #""gestureRecognizers":[{"id":"one.tap","tap":{}}]}}},{"put":{"in":"home.view","view":"#
        + #"{"id":"two","frame":[0,0,9,9],"gestureRecognizers":[{"id":"two.tap","tap":{}}]}}}]}"#)
    let registry = stage.daemon.configuration.tree.registry
    weak let tap = registry.recognizer("one.tap")
    #expect(tap != nil)
    _ = try stage.ask(
      editor,
      #"{"id":1,"batch":[{"remove":{"view":"one"}},"#
        + #"{"set":{"recognizer":"two.tap","requiresFailureOf":["one.tap"]}}]}"#)
    #expect(registry.recognizer("two.tap")?.failureRequirements.isEmpty == true)
    #expect(registry.recognizer("one.tap") == nil)
  }

  @Test func `a view whose chain leads to what it lies in is not kept`() throws {
    let (stage, editor, _) = try stage()
    _ = try stage.ask(
      editor,
      #"{"id":1,"put":{"in":"home.view","view":{"id":"shelf","frame":[0,0,90,90],"#
        + #""subviews":[{"id":"book","frame":[0,0,9,9],"next":"shelf"}]}}}"#)
    weak let shelf = stage.daemon.configuration.tree.registry.responder("shelf")
    #expect(shelf?.id == "shelf")
    _ = try stage.ask(editor, #"{"id":1,"remove":{"view":"shelf"}}"#)
    stage.daemon.scenes.shared.stream.removeAll()
    #expect(shelf == nil)
  }

  @Test func `forwarding of each kind is set and shown`() throws {
    let (stage, editor, reader) = try stage()
    _ = try stage.ask(
      editor, #"{"id":1,"set":{"view":"home.view","forwards":{"touches":"last","motion":"first"}}}"#
    )
    #expect(
      try reader.lines().element(0).contains(#""forwards":{"touches":"last","motion":"first"}"#))
    _ = try stage.ask(editor, #"{"id":1,"set":{"view":"home.view","forwards":"first"}}"#)
    #expect(try reader.lines().element(0).contains(#""forwards":"first""#))
    _ = try stage.ask(editor, #"{"id":1,"set":{"view":"home.view","forwards":"none"}}"#)
    #expect(try !reader.lines().element(0).contains("forwards"))
  }

  @Test func `a presentation goes with its program, and only that`() throws {
    let (stage, editor, reader) = try stage()
    let program = try stage.peer()
    _ = try stage.ask(editor, present("first", from: "home"))
    _ = try stage.ask(program, present("second", from: "first"))
    _ = try stage.ask(program, present("third", from: "second"))
    _ = try reader.lines()
    program.vanish()
    try stage.play(seconds: 0)
    let lines = try reader.lines()
    #expect(
      lines.map { $0.contains(#""edit":"removed""#) } == [true, true], "\(lines)")
    #expect(lines.element(0).contains(#""view":"third.container""#))
    #expect(lines.element(1).contains(#""view":"second.container""#))
    let hit = try stage.ask(editor, #"{"id":2,"hitTest":{"point":[10,10]}}"#)
    #expect(hit.element(0).contains(#""view":"first.container""#))
  }
}
