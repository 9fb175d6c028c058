// Windows and controllers that programs add and remove.

import Linux
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct WindowEditTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          handles: [touches]
          rootViewController:
            id: home
            view: { id: home.view, mountPoint: true, subviews: [{ id: red, frame: [0, 0, 50, 50] }] }
    """

  private func stage() throws -> Stage {
    try Stage.started(
      Self.configuration,
      script: "1.0 down 1 50,60\n2.0 up 1\n3.0 down 2 50,60\n3.5 up 2\n60.0 wait\n")
  }

  private func ask(_ stage: Stage, _ peer: Peer, _ request: String) throws -> String {
    try stage.ask(peer, "{\"id\":1,\(request)}").first { $0.contains(#""id":1"#) } ?? ""
  }

  @Test func `a window is put, touched, and goes with its program`() throws {
    let stage = try stage()
    let reader = try stage.peer()
    var picture = PictureOfLines()
    let subscribe = #"{"id":0,"subscribe":{"types":["touches","edit"],"snapshot":true}}"#
    for line in try stage.ask(reader, subscribe) { picture.apply(line) }
    let program = try stage.peer()
    let answer = try ask(
      stage, program,
      #""put":{"window":{"id":"pad","level":2,"frame":[0,0,200,200],"isKeyWindow":true,"handles":["touches"],"rootViewController":{"id":"keys","handles":["touches"],"view":{"id":"keys.view"},"presents":{"id":"sheet","view":{"id":"sheet.view"}}}}}"#
    )
    #expect(answer.contains("reply"), "\(answer)")
    let tree = stage.daemon.configuration.tree
    let pad = try #require(tree.registry.view("pad") as? Window)
    #expect(pad.isKeyWindow && pad.rootViewController?.id == "keys")
    #expect(pad.rootViewController?.presentedViewController?.id == "sheet")
    _ = try ask(stage, program, #""remove":{"viewController":"sheet"}"#)
    try stage.play(seconds: 2.5)
    var lines = try reader.lines()
    #expect(
      lines.contains { $0.contains(#""phase":"began","responder":"keys","view":"keys.view""#) })
    program.vanish()
    try stage.play(seconds: 2)
    lines += try reader.lines()
    #expect(lines.contains { $0.contains(#""phase":"began","responder":"main""#) })
    for line in lines { picture.apply(line) }
    #expect(picture.complaints == [])
    #expect(picture.windows.map(\.id) == ["main"])
    #expect(tree.application.windows.map(\.id) == ["main"])
    #expect(tree.registry.ids.sorted() == ["app", "home", "home.view", "main", "red"])
    #expect(tree.application.checkInvariants() == [])
  }

  @Test func `a controller comes as a child, as a root when there is none, and goes`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    let tree = stage.daemon.configuration.tree
    #expect(
      try ask(
        stage, peer,
        #""put":{"in":"home.view","below":"red","viewController":{"id":"side","view":{"id":"side.view","frame":[0,0,9,9]}}}"#
      ).contains("reply"))
    let side = try #require(tree.registry.responder("side") as? ViewController)
    #expect(side.parent?.id == "home")
    #expect(tree.registry.view("home.view")?.subviews.map(\.id) == ["side.view", "red"])
    #expect(try ask(stage, peer, #""remove":{"viewController":"side"}"#).contains("reply"))
    #expect(tree.registry.responder("side") == nil)
    let root = #""put":{"in":"main","viewController":{"id":"next","view":{"id":"next.view"}}}"#
    #expect(try ask(stage, peer, root).contains(#""waits":["next"]"#))
    _ = try ask(stage, peer, #""remove":{"viewController":"home"}"#)
    #expect((tree.registry.view("main") as? Window)?.rootViewController?.id == "next")
    #expect(tree.registry.ids.sorted() == ["app", "main", "next", "next.view"])
  }

  @Test func `a client that may edit in one place only may put no window`() throws {
    let stage = try Stage.started(
      Self.configuration
        + "\naccess: [{ user: 1000, rights: [subscribe, edit], under: [home.view] }]",
      script: "60.0 wait\n")
    let peer = try Peer(of: stage.daemon.server, uid: 1000)
    #expect(
      try ask(stage, peer, #""put":{"window":{"id":"w"}}"#).contains(#""code":"forbidden""#))
    #expect(
      try ask(
        stage, peer,
        #""put":{"in":"home.view","viewController":{"id":"c","view":{"id":"v","frame":[0,0,9,9]}}}"#
      ).contains("reply"))
    #expect(
      try ask(stage, peer, #""remove":{"viewController":"home"}"#).contains(#""code":"forbidden""#))
  }
}
