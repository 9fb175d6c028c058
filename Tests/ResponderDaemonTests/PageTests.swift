// Pages of navigation controllers: pushed and popped by requests, with their records.

import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ConfigurationText
@testable import ResponderDaemon

@Suite struct PageTests {
  private static let configuration = """
    screens: { panel: { size: [400, 400] } }
    access:
      - { user: 1000, rights: [subscribe, edit, control] }
      - { user: 1001, rights: [subscribe, edit], under: [nav.view] }
      - { user: 1002, rights: [subscribe, edit], under: [other] }
    application:
      windows:
        - id: main
          rootViewController:
            id: nav
            navigationController:
              viewControllers:
                - id: home
                  view:
                    id: home.view
                    handles: [touches]
                    gestureRecognizers: [{ id: drag, pan: {} }]
            view:
              id: nav.view
              subviews: [{ id: bar, frame: [0, 0, 400, 40], handles: [touches] }]
        - id: aside
          level: -1
          subviews: [{ id: other, frame: [0, 0, 1, 1] }]
    """

  private func stage(_ script: String = "60.0 wait\n") throws -> (
    Stage, editor: Peer, reader: Peer
  ) {
    let stage = try Stage.started(Self.configuration, script: script)
    let reader = try stage.connect(uid: 1000)
    let types = #""types":["edit","touches","gesture","firstResponder"]"#
    _ = try stage.ask(reader, "{\"id\":1,\"subscribe\":{\(types)}}")
    return (stage, try stage.connect(uid: 1000), reader)
  }

  private func push(_ id: String, _ more: String = "") -> String {
    #""put":{"pushedOn":"nav","viewController":{"id":"\#(id)",\#(more)"view":{"id":"\#(id).view","handles":["touches"]}}}"#
  }

  private func hits(_ view: String, _ stage: Stage, _ peer: Peer) throws -> Bool {
    try stage.ask(peer, #"{"id":9,"hitTest":{"point":[200,200]}}"#).element(0)
      .contains("\"view\":\"\(view)\"")
  }

  private func error(_ stage: Stage, _ peer: Peer, _ request: String) throws -> String {
    let lines = try stage.ask(peer, "{\"id\":2,\(request)}")
    #expect(lines.element(0).contains(#""type":"error""#), "\(lines)")
    return lines.element(0)
  }

  @Test func `a pushed page is shown behind the bar, and in front of the others`() throws {
    let (stage, editor, reader) = try stage()
    #expect(try hits("home.view", stage, editor))
    _ = try stage.ask(editor, "{\"id\":1,\(push("list"))}")
    let lines = try reader.lines()
    #expect(
      lines == [
        #"{"seq":2,"t":100.000000,"type":"edit","edit":"added","view":"list.view","parent":"nav.view","#
          + #""above":"home.view","node":{"id":"list.view","at":[0.0,0.0,400.0,400.0],"#
          + #""handles":["touches"],"viewController":{"id":"list"}}}"#
      ])
    #expect(try hits("list.view", stage, editor))
    _ = try stage.ask(editor, #"{"id":1,"remove":{"viewController":"list"}}"#)
    #expect(try hits("home.view", stage, editor))
    let gone = try reader.lines()
    #expect(gone.count == 1)
    #expect(gone.element(0).contains(#""edit":"removed","view":"list.view""#))
  }

  @Test func `what is under way in a page is cancelled when another page comes in front`() throws {
    let (stage, editor, reader) = try stage("1.0 down 1 200,200\n1.1 move 1 200,230\n60.0 wait\n")
    try stage.play(seconds: 2)
    #expect(try reader.lines().count > 2)
    _ = try stage.ask(editor, "{\"id\":1,\(push("list"))}")
    let lines = try reader.lines()
    #expect(lines.count { $0.contains(#""type":"edit""#) } == 1)
    #expect(
      lines.count { $0.contains(#""state":"cancelled""#) && $0.contains(#""recognizer":"drag""#) }
        == 1, "\(lines)")
    #expect(lines.count { $0.contains(#""phase":"ended""#) } == 0)
    // The finger is no finger of the new page.
    try stage.play(seconds: 10)
    #expect(try reader.lines() == [])
  }

  @Test func `a page behind another one keeps its state and gets it back`() throws {
    let (stage, editor, _) = try stage()
    _ = try stage.ask(editor, #"{"id":1,"set":{"view":"home.view","alpha":0.5}}"#)
    _ = try stage.ask(editor, "{\"id\":1,\(push("list"))}")
    _ = try stage.ask(editor, "{\"id\":1,\(push("detail"))}")
    let why = #"{"id":1,"why":{"recognizer":"drag","point":[200,200]}}"#
    #expect(
      try stage.ask(editor, why).element(0)
        .contains(#"{"view":"home.view","reason":"is behind another page","rule":"H3"}"#))
    let trace = try stage.ask(
      editor, #"{"id":2,"hitTest":{"point":[200,200],"trace":true}}"#
    ).element(0)
    #expect(trace.contains(#""view":"detail.view","window""#))
    _ = try stage.ask(
      editor,
      #"{"id":1,"batch":[{"remove":{"viewController":"list"}},{"remove":{"viewController":"detail"}}]}"#
    )
    #expect(try hits("home.view", stage, editor))
    #expect(
      try stage.ask(editor, #"{"id":1,"tree":{"view":"home.view"}}"#).element(0)
        .contains(#""alpha":0.5"#))
    #expect(
      try error(stage, editor, #""chain":{"responder":"list"}"#).contains("list"))
  }

  @Test func `a batch pushes and removes pages as if one by one`() throws {
    let (stage, editor, _) = try stage()
    let batch = [
      push("a"), push("b"), #""remove":{"viewController":"b"}"#, push("c"),
      #""put":{"pushedOn":"nav","below":"home","viewController":{"id":"a","view":{"id":"a.view"}}}"#,
      #""remove":{"viewController":"c"}"#,
    ].map { "{\($0)}" }.joined(separator: ",")
    let answer = try stage.ask(editor, "{\"id\":1,\"batch\":[\(batch)]}")
    #expect(answer.element(0).contains("result"), "\(answer)")
    #expect(try hits("home.view", stage, editor))
    #expect(
      stage.daemon.configuration.tree.registry.view("nav.view")?.subviews.map(\.id)
        == ["a.view", "home.view", "bar"])
    // A batch of which one edit is refused changes nothing.
    let refused = "{\"id\":1,\"batch\":[{\(push("d"))},{\"remove\":{\"viewController\":\"c\"}}]}"
    #expect(try stage.ask(editor, refused).element(0).contains(#""type":"error""#))
    #expect(try hits("home.view", stage, editor))
  }

  /// The changes of the tree among the next lines.
  private func edits(_ reader: Peer) throws -> [String] {
    try reader.lines().map {
      let line = try JSON(parsing: $0)
      return "\(line["edit"]?.string ?? "no edit") \(line["view"]?.string ?? "")"
    }
  }

  @Test func `pages follow every edit of the tree`() throws {
    let (stage, editor, reader) = try stage()
    _ = try stage.ask(editor, "{\"id\":1,\(push("list"))}")
    _ = try reader.lines()
    _ = try stage.ask(editor, #"{"id":1,"set":{"viewController":"list","below":"home"}}"#)
    #expect(try hits("home.view", stage, editor))
    #expect(try edits(reader) == ["moved list.view"])
    _ = try stage.ask(editor, #"{"id":1,"remove":{"viewController":"home"}}"#)
    #expect(try hits("list.view", stage, editor))
    #expect(try edits(reader) == ["removed home.view"])
    _ = try stage.ask(editor, #"{"id":1,"remove":{"viewController":"list"}}"#)
    #expect(try edits(reader) == ["removed list.view"])
    _ = try stage.ask(editor, "{\"id\":1,\(push("one"))}")
    #expect(
      try stage.ask(editor, #"{"id":1,"chain":{"responder":"one.view"}}"#).element(0).contains(
        #"{"id":"one","kind":"viewController"},{"id":"nav.view","kind":"view"},"#
          + #"{"id":"nav","kind":"navigationController"}"#))
  }

  @Test func `an explanation says that a held touch was dropped behind a presentation`() throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [400, 400] } }
      application:
        windows:
          - id: main
            rootViewController:
              id: home
              view:
                id: home.view
                subviews:
                  - { id: list, scrollView: { frame: fill, contentSize: [400, 900], subviews: [{ id: row, frame: [0, 0, 400, 900] }] } }
      """, script: "1.0 down 1 50,50\n1.4 up 1\n9.0 wait\n")
    let reader = try stage.subscriber(#""types":["touches","unhandled","explain"]"#)
    try stage.play(seconds: 1.05)
    _ = try stage.ask(
      reader,
      #"{"id":1,"put":{"presentedBy":"home","viewController":{"id":"m","view":{"id":"m.view"}}}}"#)
    try stage.play(seconds: 1)
    let told = try reader.lines().map { try JSON(parsing: $0) }.filter {
      $0["responder"] != nil || $0["type"]?.string != "explain"
    }
    #expect(told.map { $0["rule"]?.string ?? "" } == ["SV27"])
    #expect(
      told.first?["reason"]?.string == "a modal presentation came in front"
        && told.first?["responder"]?.string == "row")
  }

  @Test func `a page behind another one is not first responder`() throws {
    let (stage, editor, reader) = try stage()
    _ = try stage.ask(
      editor, #"{"id":1,"set":{"view":"home.view","canBecomeFirstResponder":true}}"#)
    let become = #"{"id":1,"becomeFirstResponder":{"responder":"home.view"}}"#
    #expect(try stage.ask(editor, become).element(0).contains(#""accepted":true"#))
    _ = try reader.lines()
    _ = try stage.ask(editor, "{\"id\":1,\(push("list"))}")
    #expect(try reader.lines().contains { $0.contains(#""type":"firstResponder""#) })
    #expect(try stage.ask(editor, become).element(0).contains(#""accepted":false"#))
    _ = try stage.ask(editor, #"{"id":1,"remove":{"viewController":"list"}}"#)
    #expect(try stage.ask(editor, become).element(0).contains(#""accepted":true"#))
  }

  @Test func `who may edit nothing of a navigation controller pushes and removes no page`() throws {
    let (stage, editor, _) = try stage()
    let inside = try stage.connect(uid: 1001)
    let outside = try stage.connect(uid: 1002)
    #expect(try stage.ask(inside, "{\"id\":1,\(push("list"))}").element(0).contains(#"{"seq":2}"#))
    #expect(
      try stage.ask(outside, "{\"id\":1,\(push("other.list"))}").element(0).contains(
        #""waits":["other.list"]"#))
    #expect(
      try error(stage, outside, #""remove":{"viewController":"list"}"#).contains(
        #""code":"forbidden""#))
    // Pages lie on pages, or on what shows them.
    #expect(
      try stage.ask(
        editor, "{\"id\":1,\(push("more").replacing(#"On":"nav""#, with: #"On":"list""#))}"
      ).element(0).contains(#"{"seq":3}"#))
    #expect(
      try stage.ask(
        editor, "{\"id\":1,\(push("lost").replacing(#"On":"nav""#, with: #"On":"other""#))}"
      ).element(0).contains(#""waits":["lost"]"#))
    #expect(
      try error(stage, editor, #""put":{"pushedOn":"nav","viewController":7}"#)
        .contains("put.viewController: expected a mapping"))
    #expect(try hits("more.view", stage, editor))
    _ = try stage.ask(editor, #"{"id":1,"remove":{"viewController":"more"}}"#)
    #expect(
      try stage.ask(inside, #"{"id":1,"remove":{"viewController":"list"}}"#).element(0).contains(
        "result"))
    #expect(try hits("home.view", stage, editor))
  }

  @Test func `pages go with their program`() throws {
    let (stage, editor, reader) = try stage()
    let program = try stage.connect(uid: 1000)
    let own =
      #""put":{"pushedOn":"nav","viewController":{"id":"list","view":{"id":"list.view"}}}"#
    _ = try stage.ask(program, "{\"id\":1,\(own)}")
    #expect(try hits("list.view", stage, editor))
    _ = try reader.lines()
    program.vanish()
    try stage.play(seconds: 0)
    #expect(try hits("home.view", stage, editor))
    #expect(try edits(reader) == ["removed list.view"])
  }

  @Test func `a reload changes a page behind the one that a program has pushed`() throws {
    let (stage, editor, _) = try stage()
    _ = try stage.ask(editor, "{\"id\":1,\(push("list"))}")
    try stage.write(
      Self.configuration.replacing(
        "{ id: drag, pan: {} }", with: "{ id: drag, pan: {} }, { id: twice, tap: {} }"))
    _ = try stage.ask(editor, #"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 1)
    _ = try editor.lines()
    #expect(
      try stage.ask(editor, #"{"id":1,"tree":{"view":"home.view"}}"#).element(0)
        .contains(#"{"id":"twice","tap":{}}"#))
    #expect(try hits("list.view", stage, editor))
    _ = try stage.ask(editor, #"{"id":1,"remove":{"viewController":"list"}}"#)
    #expect(try hits("home.view", stage, editor))
  }

  @Test func `the tree as a configuration gives the same pages`() throws {
    let (stage, editor, _) = try stage()
    _ = try stage.ask(editor, "{\"id\":1,\(push("list"))}")
    let answer = try stage.ask(editor, #"{"id":1,"tree":{"as":"configuration"}}"#)
    #expect(
      answer.element(0).contains(#""navigationController":{"viewControllers":[{"id":"home","#),
      "\(answer)")
    let text = YAMLText.text(
      of: TreeWriter(stage.daemon.configuration.tree, stage.daemon.wants.tree).configuration)
    let loaded = VisibleTree(try Blueprint.load(text, file: "f.yaml").build())
    let navigation = try #require(loaded.responder("nav") as? NavigationController)
    #expect(navigation.viewControllers.map(\.id) == ["home", "list"])
  }

  @Test func `a view that moves to a page behind another one loses its fingers`() throws {
    let (stage, editor, reader) = try stage("1.0 down 1 10,50\n60.0 wait\n")
    func box(in parent: String) throws {
      _ = try stage.ask(
        editor,
        #"{"id":1,"put":{"in":"\#(parent)","view":{"id":"box","frame":[0,40,50,50],"handles":["touches"]}}}"#
      )
    }
    _ = try stage.ask(editor, "{\"id\":1,\(push("list"))}")
    try box(in: "nav.view")
    try stage.play(seconds: 2)
    #expect(try reader.lines().last?.contains(#""responder":"box""#) == true)
    // In the page that is shown, the finger continues.
    try box(in: "list.view")
    #expect(try reader.lines().map { $0.contains(#""edit":"moved","view":"box""#) } == [true])
    try box(in: "home.view")
    let lines = try reader.lines()
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.contains { $0.contains(#""edit":"moved","view":"box""#) })
    #expect(lines.contains { $0.contains(#""phase":"cancelled","responder":"box""#) })
    try stage.play(seconds: 10)
    #expect(try reader.lines() == [])
  }
}
