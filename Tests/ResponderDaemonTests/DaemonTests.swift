// The whole way in one process: a recording in, exact lines out, and nothing else.

import Linux
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct DaemonTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          rootViewController:
            id: home
            handles: [touches]
            view:
              id: home.view
              subviews:
                - id: red
                  frame: [20, 20, 200, 120]
                  handles: [touches]
                  gestureRecognizers:
                    - id: red.tap
                      tap: {}
                - id: plain
                  frame: [240, 20, 200, 120]
    """

  @Test func `a finger on a view gives its callbacks, byte for byte, and nothing else`() throws {
    let stage = try Stage.started(
      DaemonTests.configuration,
      script: """
        1.000 down 1 50,60
        1.016 move 1 52,61
        2.000 up 1

        """)
    let peer = try stage.subscriber()
    try stage.play(seconds: 5)
    #expect(
      try peer.lines() == [
        #"{"seq":2,"t":101.000000,"frame":1,"type":"touches","phase":"began","responder":"red","#
          + #""view":"red","window":"main","touches":[{"id":1,"x":30.0,"y":40.0,"windowX":50.0,"#
          + #""windowY":60.0,"tapCount":1,"device":"panel"}]}"#,
        #"{"seq":3,"t":101.016000,"frame":2,"type":"touches","phase":"moved","responder":"red","#
          + #""view":"red","window":"main","touches":[{"id":1,"x":32.0,"y":41.0,"windowX":52.0,"#
          + #""windowY":61.0,"tapCount":1,"device":"panel"}]}"#,
        #"{"seq":4,"t":102.000000,"frame":4,"type":"touches","phase":"ended","responder":"red","#
          + #""view":"red","window":"main","touches":[{"id":1,"x":32.0,"y":41.0,"windowX":52.0,"#
          + #""windowY":61.0,"tapCount":1,"device":"panel"}]}"#,
        #"{"seq":5,"t":102.000000,"type":"device","device":"panel","event":"removed"}"#,
      ])
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
    #expect(try !stage.loop.runOnce(timeout: 0))
  }

  @Test func `a tap cancels the touch in its view and acts`() throws {
    let stage = try Stage.started(
      DaemonTests.configuration, script: "1.000 down 1 50,60\n1.100 up 1\n")
    let peer = try stage.subscriber(#""types":["touches","gesture"]"#)
    try stage.play(seconds: 5)
    let lines = try peer.lines()
    #expect(lines.count == 3)
    #expect(lines.element(0).contains(#""phase":"began","responder":"red""#))
    #expect(
      lines.contains {
        $0.contains(#""type":"gesture","recognizer":"red.tap","kind":"tap","state":"ended""#)
      })
    #expect(lines.contains { $0.hasSuffix(#""window":"main","touches":[{"id":1}]}"#) })
  }

  @Test func `what a view does not take goes up its chain to the controller`() throws {
    let stage = try Stage.started(
      DaemonTests.configuration, script: "1.000 down 1 300,60\n1.100 up 1\n")
    let peer = try stage.subscriber(#""types":["touches"]"#)
    try stage.play(seconds: 5)
    let lines = try peer.lines()
    #expect(lines.count == 2)
    #expect(lines.element(0).contains(#""phase":"began","responder":"home","view":"plain""#))
    #expect(lines.element(1).contains(#""phase":"ended","responder":"home","view":"plain""#))
  }

  @Test func `filters choose views with all below them, phases and types`() throws {
    let stage = try Stage.started(
      DaemonTests.configuration,
      script: "1.000 down 1 50,60; down 2 300,60\n1.100 move 1 50,61; move 2 300,61\n"
        + "2.000 up 1; up 2\n")
    let red = try stage.subscriber(#""types":["touches"],"views":["red"]"#)
    let home = try stage.subscriber(#""types":["touches"],"views":["home.view"]"#)
    let ends = try stage.subscriber(#""types":["touches"],"phases":["ended"]"#)
    let none = try stage.subscriber(#""types":["scroll"]"#)
    try stage.play(seconds: 5)
    #expect(try red.lines().count == 3)
    #expect(try home.lines().count == 6)
    #expect(try ends.lines().count == 2)
    #expect(try none.lines() == [])
  }

  @Test func `a client that unsubscribes receives nothing more`() throws {
    let stage = try Stage.started(
      DaemonTests.configuration, script: "1.000 down 1 50,60\n2.000 up 1\n")
    let peer = try stage.subscriber()
    try stage.play(seconds: 1.5)
    #expect(try peer.lines().count == 1)
    let answer = try stage.ask(peer, #"{"id":"x","unsubscribe":{"subscription":1}}"#)
    #expect(answer == [#"{"type":"reply","id":"x","result":{}}"#])
    try stage.play(seconds: 5)
    #expect(try peer.lines() == [])
    let refusal = try stage.ask(peer, #"{"id":3,"unsubscribe":{"subscription":1}}"#)
    #expect(refusal.first?.contains(#""code":"notFound""#) == true)
  }

  @Test func `the end cancels fingers, says goodbye and closes`() throws {
    let stage = try Stage.started(
      DaemonTests.configuration, script: "1.000 down 1 50,60\n9.000 up 1\n")
    let peer = try stage.subscriber(#""types":["touches"]"#)
    try stage.play(seconds: 1.5)
    _ = try peer.lines()
    stage.daemon.end(reason: "shutdown")
    try stage.play(seconds: 1)
    let lines = try peer.lines()
    #expect(lines.count == 2)
    #expect(lines.element(0).contains(#""phase":"cancelled","responder":"red""#))
    #expect(lines.element(1) == #"{"type":"closing","reason":"shutdown"}"#)
    #expect(peer.isClosed)
    #expect(stage.daemon.server.connections.isEmpty)
  }

  @Test func `a late subscriber sees the state, and then what follows it`() throws {
    let stage = try Stage.started(
      DaemonTests.configuration, script: "1.000 down 1 50,60\n2.000 up 1\n")
    try stage.play(seconds: 1.5)
    let peer = try stage.peer()
    let answer = try stage.ask(peer, #"{"id":1,"subscribe":{"types":["touches"],"snapshot":true}}"#)
    #expect(answer.count == 2)
    #expect(answer.element(0) == #"{"type":"reply","id":1,"result":{"subscription":1,"seq":2}}"#)
    #expect(
      answer.element(1).hasPrefix(
        #"{"type":"snapshot","seq":2,"subscription":1,"screens":[{"id":"panel""#))
    #expect(
      answer.element(1).contains(
        #""touches":[{"id":1,"view":"red","window":"main","responders":["red"]"#))
    try stage.play(seconds: 5)
    let lines = try peer.lines()
    #expect(lines.count == 1)
    #expect(lines.element(0).hasPrefix(#"{"seq":3,"t":102.000000"#))
  }

  @Test func `questions about the tree are answered`() throws {
    let stage = try Stage.started(DaemonTests.configuration, script: "9.000 wait\n")
    let peer = try stage.peer()
    #expect(
      try stage.ask(peer, #"{"id":1,"hitTest":{"point":[30,40]}}"#) == [
        #"{"type":"reply","id":1,"result":{"view":"red","window":"main","point":[10.0,20.0]}}"#
      ])
    #expect(
      try stage.ask(peer, #"{"id":2,"hitTest":{"point":[900,40]}}"#) == [
        #"{"type":"reply","id":2,"result":{}}"#
      ])
    let traced = try stage.ask(peer, #"{"id":3,"hitTest":{"point":[30,40],"trace":true}}"#)
    #expect(
      traced.element(0).contains(
        #""trace":[{"view":"main","pointInside":true}"#))
    let chain = try stage.ask(peer, #"{"id":4,"chain":{"responder":"red"}}"#)
    #expect(
      chain.element(0).hasPrefix(
        #"{"type":"reply","id":4,"result":{"chain":[{"id":"red","kind":"view","handles":["touches"]},"#
          + #"{"id":"home.view","kind":"view"},{"id":"home","kind":"viewController","#))
    let tree = try stage.ask(peer, #"{"id":5,"tree":{"view":"plain"}}"#)
    #expect(
      tree == [
        #"{"type":"reply","id":5,"result":{"view":{"id":"plain","#
          + #""frame":[240.0,20.0,200.0,120.0]}}}"#
      ])
    let devices = try stage.ask(peer, #"{"id":6,"devices":{}}"#)
    #expect(
      devices.element(0).hasPrefix(#"{"type":"reply","id":6,"result":{"devices":[{"name":"panel""#))
    #expect(
      try stage.ask(peer, #"{"id":7,"chain":{"responder":"redd"}}"#) == [
        #"{"type":"error","id":7,"code":"notFound","message":"chain.responder: no responder is "#
          + #"named \"redd\"; did you mean \"red\"?","path":"chain.responder"}"#
      ])
    #expect(
      try stage.ask(peer, #"{"id":8,"hitTest":{"screen":"wall","point":[1,1]}}"#).first?
        .contains(#"no screen is named \"wall\"; there are panel"#) == true)
  }

  @Test func `a point of a view or the screen is converted to another`() throws {
    let stage = try Stage.started(DaemonTests.configuration, script: "9.000 wait\n")
    let peer = try stage.peer()
    for (members, point) in [
      (#""point":[30,40],"to":"red""#, "10.0,20.0"),
      (#""point":[10,20],"from":"red""#, "30.0,40.0"),
      (#""point":[240,20],"from":"main","to":"plain""#, "0.0,0.0"),
      (#""point":[1,2],"from":"red","to":"plain""#, "-219.0,2.0"), (#""point":[7,8]"#, "7.0,8.0"),
    ] {
      #expect(
        try stage.ask(peer, #"{"id":1,"convert":{\#(members)}}"#) == [
          #"{"type":"reply","id":1,"result":{"point":[\#(point)]}}"#
        ])
    }
    #expect(
      try stage.ask(peer, #"{"id":2,"convert":{"point":[1,2],"from":"redd"}}"#).element(0)
        .contains(#""message":"convert.from: no view is named \"redd\"; did you mean \"red\"?""#))
  }

  @Test func `asking does not disturb what is happening`() throws {
    let stage = try Stage.started(
      DaemonTests.configuration, script: "1.000 down 1 50,60\n1.100 up 1\n")
    let peer = try stage.subscriber(#""types":["touches","gesture"]"#)
    try stage.play(seconds: 1.05)
    #expect(try peer.lines().count == 1)
    _ = try stage.ask(peer, #"{"id":3,"hitTest":{"point":[30,40],"trace":true}}"#)
    try stage.play(seconds: 5)
    #expect(try peer.lines().count == 2)
  }
}
