// The configuration is read again while fingers move and programs build.

import Linux
import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct ReloadTests {
  private static func configuration(_ name: String, views: Int = 300) -> String {
    let views = (0..<views).map { "{ id: \(name)\($0), frame: [0, 0, 9, 9] }" }
    return """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            handles: [touches]
            subviews: [\(views.joined(separator: ", "))]
      """
  }

  // A finger drags over the window until this time, in seconds.
  private func stage(dragging end: Double = 0.5) throws -> Stage {
    let count = Int(end * 100) - 1
    let moves = (1...count).map { "\(Double($0) / 100) move 1 \(300 + $0 % 400),200\n" }
    return try Stage.started(
      ReloadTests.configuration("old"),
      script: "0 down 1 300,200\n\(moves.joined())\(end) up 1\n60.0 wait\n")
  }

  private func first(_ stage: Stage) -> String {
    stage.daemon.configuration.application.windows[0].subviews[0].id
  }

  private static let done =
    #"{"type":"reply","id":1,"result":{"isWaiting":false,"warnings":[]}}"#

  @Test func `a file is read as soon as no finger is down`() throws {
    let stage = try stage()
    try stage.write(ReloadTests.configuration("new"))
    let asking = try stage.peer()
    try asking.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 0.49)
    #expect(try asking.lines() == [])
    #expect(first(stage) == "old0")
    try stage.play(seconds: 0.01)
    #expect(try asking.lines() == [Self.done])
    #expect(first(stage) == "new0")
  }

  @Test func `a finger that stays down delays reading by two seconds, and continues`() throws {
    let stage = try stage(dragging: 4)
    let reader = try stage.peer()
    var picture = PictureOfLines()
    let subscribe = #"{"id":0,"subscribe":{"types":["touches","edit"],"snapshot":true}}"#
    for line in try stage.ask(reader, subscribe) { picture.apply(line) }
    try stage.write(ReloadTests.configuration("new"))
    let asking = try stage.peer()
    let other = try stage.peer()
    try asking.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 1.99)
    #expect(try asking.lines() == [])
    // Other requests do not wait.
    #expect(
      try stage.ask(other, #"{"id":2,"chain":{"responder":"main"}}"#).element(0).contains(
        #""chain":[{"id":"main""#))
    try stage.play(seconds: 0.01)
    // No view changes that has a finger, so nothing waits for it.
    #expect(try asking.lines() == [Self.done])
    #expect(first(stage) == "new0")
    #expect(stage.daemon.figures.reloads == 1)
    var lines: [String] = []
    for _ in 0..<50 {
      try stage.play(seconds: 0.1)
      lines += try reader.lines()
    }
    // The finger continued, and no record was lost; a reader that is late reads the latest moves.
    let moved = lines.filter { $0.contains(#""phase":"moved""#) }
    let leftOut = try moved.map { try JSON(parsing: $0)["coalesced"]?.int ?? 0 }
    #expect(moved.count + leftOut.reduce(0, +) == 399)
    #expect(lines.contains { $0.contains(#""phase":"ended""#) })
    #expect(!lines.contains { $0.contains(#""phase":"cancelled""#) || $0.contains("snapshot") })
    for line in lines { picture.apply(line) }
    #expect(picture.complaints == [])
    let ids = picture.windows.first.map { $0.children.map(\.id) } ?? []
    #expect(ids == (0..<300).map { "new\($0)" })
  }

  @Test func `a file is read once for all that ask, and at once for one that forces it`() throws {
    let stage = try stage()
    try stage.write(ReloadTests.configuration("first"))
    let peers = try (0..<3).map { _ in try stage.peer() }
    try peers[0].send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 0.1)
    try stage.write(ReloadTests.configuration("second"))
    #expect(try peers.allSatisfy { try $0.lines() == [] })
    try peers[1].send(#"{"id":1,"reload":{}}"#)
    try peers[2].send(#"{"id":1,"reload":{"force":true}}"#)
    try stage.play(seconds: 0)
    #expect(try peers.allSatisfy { try $0.lines() == [Self.done] })
    #expect(stage.daemon.figures.reloads == 1)
    #expect(first(stage) == "second0")
    // Even if the reload is forced, a finger continues where nothing changes.
    #expect(stage.daemon.configuration.application.liveTouches.count == 1)
  }

  private static let kiosk = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          handles: [touches]
          subviews:
            - { id: page, frame: [0, 0, 400, 480], handles: [touches], mountPoint: true }
            - id: list
              scrollView: { frame: [400, 0, 200, 200], contentSize: [200, 900] }
            - { id: volume, slider: { frame: [400, 300, 200, 40] } }
            - { id: other, frame: [600, 0, 100, 100] }
            - { id: field, frame: [600, 200, 100, 100], canBecomeFirstResponder: true }
    """

  @Test func `what programs have built, set and begun continues when something else changes`()
    throws
  {
    let stage = try Stage.started(
      Self.kiosk, script: "1.0 down 1 50,60\n3.0 move 1 55,60\n4.0 up 1\n60.0 wait\n")
    let program = try stage.subscriber(#""types":["touches","edit","gesture"]"#)
    for request in [
      #""put":{"in":"page","view":{"id":"mine","frame":[0,0,200,200],"handles":["touches"],"gestureRecognizers":[{"id":"mine.press","longPress":{"minimumPressDuration":0.5}}]}}"#,
      #""put":{"in":"main","gestureRecognizer":{"id":"pan","pan":{}}}"#,
      #""set":{"view":"list","contentOffset":[0,300]}"#, #""set":{"view":"volume","value":0.7}"#,
      #""becomeFirstResponder":{"responder":"field"}"#,
    ] {
      _ = try stage.ask(program, "{\"id\":1,\(request)}")
    }
    try stage.play(seconds: 2)
    _ = try program.lines()
    let application = stage.daemon.configuration.application
    try stage.write(
      Self.kiosk.replacing("id: other, frame: [600, 0", with: "id: other, frame: [620, 0")
        .replacing(
          "- { id: volume", with: "- { id: extra, frame: [0, 0, 9, 9] }\n        - { id: volume"
        )
        .replacing("screens:", with: "activity: { idleAfter: 60 }\nscreens:"))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 3)
    #expect(stage.daemon.configuration.application === application)
    let lines = try program.lines()
    #expect(lines.filter { $0.contains(#""type":"edit""#) }.count == 2)
    #expect(
      lines.contains {
        $0.contains(#""edit":"added","view":"extra","parent":"main","above":"list""#)
      })
    #expect(lines.contains { $0.contains(#""edit":"changed","view":"other""#) })
    #expect(lines.contains { $0.contains(#""kind":"longPress","state":"changed""#) })
    #expect(
      lines.contains {
        $0.contains(#""recognizer":"mine.press","kind":"longPress","state":"ended""#)
      })
    #expect(!lines.contains { $0.contains(#""phase":"cancelled","responder":"mine""#) })
    let tree = stage.daemon.configuration.tree
    #expect(tree.registry.recognizer("pan")?.view?.id == "main")
    #expect((tree.registry.view("list") as? ScrollView)?.contentOffset.y == 300)
    #expect((tree.registry.view("volume") as? Slider)?.value == 0.7)
    #expect(application.firstResponder?.id == "field")
    #expect(application.checkInvariants() == [])
  }

  @Test func `a program that loses a view by a reload receives which`() throws {
    let stage = try Stage.started(Self.kiosk, script: "60.0 wait\n")
    let owner = try stage.peer()
    let other = try stage.peer()
    for (peer, parent, id) in [
      (owner, "page", "mine"), (owner, "other", "kept"), (other, "page", "theirs"),
    ] {
      _ = try stage.ask(
        peer,
        "{\"id\":1,\"put\":{\"in\":\"\(parent)\",\"view\":{\"id\":\"\(id)\",\"frame\":[0,0,9,9]}}}"
      )
    }
    _ = try stage.ask(
      owner,
      #"{"id":2,"put":{"in":"page","gestureRecognizer":{"id":"swipe","swipe":{}}}}"#)
    try stage.write(Self.kiosk.replacing("id: page", with: "id: start"))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    func loses(_ peer: Peer, _ views: String, _ recognizers: String = "") throws {
      let lines = try peer.lines()
      #expect(lines.count == 1, "\(lines)")
      #expect(
        lines.element(0).hasPrefix(
          #"{"type":"removed","views":[\#(views)],"recognizers":[\#(recognizers)]"#), "\(lines)")
    }
    try loses(owner, #""mine""#, #""swipe""#)
    try loses(other, #""theirs""#)
    #expect(stage.daemon.configuration.tree.registry.view("kept") != nil)
    // Now the file has what a program has called so.
    try stage.write(
      Self.kiosk.replacing("id: page", with: "id: start").replacing("id: field", with: "id: kept"))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    try loses(owner, #""kept""#)
    #expect(try other.lines() == [])
    #expect(stage.daemon.configuration.tree.registry.view("kept")?.superview?.id == "main")
    // All that waits returns.
    try stage.write(Self.kiosk)
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    let registry = stage.daemon.configuration.tree.registry
    #expect(registry.view("kept")?.superview?.id == "other")
    #expect(["mine", "theirs"].allSatisfy { registry.view($0)?.superview?.id == "page" })
    #expect(registry.recognizer("swipe")?.view?.id == "page")
  }

  @Test func `a client that asked and left, and a file with errors, disturb no other client`()
    throws
  {
    let stage = try stage()
    try stage.write(ReloadTests.configuration("new") + "\n      nonsense: 1\n")
    let gone = try stage.peer()
    let stays = try stage.peer()
    try gone.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 0.1)
    try stays.send(#"{"id":2,"reload":{}}"#)
    gone.vanish()
    try stage.play(seconds: 1)
    #expect(try stays.lines().element(0).contains(#""code":"invalidEdit""#))
    #expect(stage.daemon.figures.failedReloads == 1)
    #expect(first(stage) == "old0")
  }

  @Test func `a file of very many errors is refused in few words`() throws {
    let stage = try stage()
    let keys = (0..<20_000).map { "k\($0): 1\n" }
    try stage.write(ReloadTests.configuration("new") + "\n" + keys.joined())
    let peer = try stage.peer()
    try peer.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 1)
    let answer = try peer.lines().element(0)
    #expect(answer.hasPrefix(#"{"type":"error","id":1,"code":"invalidEdit""#))
    #expect(answer.utf8.count < 65_536)
    #expect(first(stage) == "old0")
  }

  @Test
  func `a change of more than a thousand views is one record, and a snapshot for whom it concerns`()
    throws
  {
    let stage = try Stage.started(Self.configuration("old", views: 600), script: "60.0 wait\n")
    let (reader, other) = (try stage.peer(), try stage.subscriber(#""types":["touches"]"#))
    var picture = PictureOfLines()
    for line in try stage.ask(reader, #"{"id":0,"subscribe":{"types":["edit"],"snapshot":true}}"#) {
      picture.apply(line)
    }
    func reload(_ name: String, _ views: Int) throws -> [String] {
      try stage.write(Self.configuration(name, views: views))
      try stage.peer().send(#"{"id":1,"reload":{}}"#)
      var lines: [String] = []
      for _ in 0..<50 {
        try stage.play(seconds: 0)
        lines += try reader.lines()
      }
      for line in lines { picture.apply(line) }
      let truth = try StoryPicture(for: 0, of: stage)
      #expect(truth.differences(from: picture) == [])
      #expect(picture.complaints == [])
      return lines
    }
    let many = try reload("new", 600)
    #expect(many.count == 2)
    #expect(many.element(0).hasSuffix(#""type":"edit","edit":"all"}"#))
    #expect(many.element(1).hasPrefix(#"{"type":"snapshot","#))
    let few = try reload("few", 300)
    #expect(few.count == 900)
    #expect(few.allSatisfy { $0.contains(#""type":"edit""#) })
    #expect(try other.lines() == [])
  }

  @Test func `a daemon that ends reads nothing more`() throws {
    let stage = try stage()
    try stage.write(ReloadTests.configuration("new"))
    stage.daemon.reload(force: false)
    stage.daemon.end(reason: "a test")
    try stage.play(seconds: 1)
    #expect(first(stage) == "old0")
    #expect(stage.daemon.server.connections.isEmpty)
  }

  @Test func `a script holds so many fingers down at once`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    func script(_ count: Int) -> String {
      let fingers = (1...count).map { "down \($0) \($0),5" }.joined(separator: "; ")
      return "{\"id\":1,\"inject\":{\"script\":\"0 \(fingers)\\n0.1 wait\"}}"
    }
    #expect(try stage.ask(peer, script(64)).element(0).hasPrefix(#"{"type":"reply""#))
    #expect(
      try stage.ask(peer, script(65)).last?.contains(
        "inject.script: a script may hold 64 fingers down at once, this one holds 65") == true)
  }
}
