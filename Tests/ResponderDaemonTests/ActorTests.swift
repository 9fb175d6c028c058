// One program acts and the others look on; and recognizers ask the one that acts.

import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct ActorTests {
  private static func configuration(_ keys: String = "") -> String {
    """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          subviews:
            - id: map
              frame: [0, 0, 200, 200]
              actor: map
              handles: [touches]
              gestureRecognizers: [{ id: map.tap, tap: { \(keys) } }]
              subviews:
                - { id: pin, frame: [0, 0, 50, 50] }
                - { id: legend, frame: [150, 150, 50, 50], actor: legend, handles: [touches] }
            - { id: free, frame: [400, 0, 200, 200], handles: [touches] }
            - id: open
              frame: [600, 0, 200, 200]
              gestureRecognizers: [{ id: open.tap, tap: { \(keys) } }]
    """
  }

  private static let mark = #","observed":true}"#

  private func stage(_ script: String, _ keys: String = "") throws -> Stage {
    try Stage.started(ActorTests.configuration(keys), script: script)
  }

  /// A peer of this name that has subscribed.
  private func program(_ name: String, in stage: Stage, _ members: String = "") throws -> Peer {
    let peer = try stage.peer()
    _ = try stage.ask(peer, #"{"id":1,"identify":{"name":"\#(name)"}}"#)
    _ = try stage.ask(peer, "{\"id\":2,\"subscribe\":{\(members)}}")
    return peer
  }

  private func plain(_ lines: [String]) -> [String] {
    lines.map { $0.hasSuffix(ActorTests.mark) ? $0.dropLast(ActorTests.mark.count) + "}" : $0 }
  }

  private func observed(_ lines: [String]) -> [Bool] {
    lines.map { $0.hasSuffix(ActorTests.mark) }
  }

  // A finger in the map, one on the pin that the map takes, one in the legend, one in free.
  private static let tour = """
    1.0 down 1 100,100
    1.01 move 1 101,100
    1.02 up 1
    3.0 down 1 10,10
    3.1 up 1
    5.0 down 1 170,170
    5.1 up 1
    7.0 down 1 500,50
    7.1 up 1
    9.0 wait
    """

  @Test func `the actor reads its records plainly and all others as observed`() throws {
    let stage = try stage(ActorTests.tour)
    let map = try program("map", in: stage)
    let legend = try program("legend", in: stage)
    let nobody = try stage.subscriber()
    let filtering = try stage.subscriber(#""views":["main"],"types":["touches"]"#)
    try stage.play(seconds: 8.5)
    let lines = try [map, legend, nobody, filtering].map { try $0.lines() }
    // Began, moved, gesture, cancelled; the same without a move; the same of the legend, whose
    // recognizer is the map's; began and ended.
    let map1 = [false, false, false, false, false, false, false]
    #expect(observed(lines[0]) == map1 + [true, false, true, false, false])
    #expect(observed(lines[1]) == map1.map { _ in true } + [false, true, false, false, false])
    #expect(observed(lines[2]) == map1.map { _ in true } + [true, true, true, false, false])
    #expect(observed(lines[3]).count(where: { $0 }) == 7)
    #expect(observed(lines[3]).count == 9)
    // Except for `observed`, all clients read the same.
    #expect(plain(lines[0]) == plain(lines[2]))
    #expect(plain(lines[1]) == plain(lines[2]))
  }

  @Test func `a peer that takes few moves and one that connects again read it alike`() throws {
    let stage = try stage(ActorTests.tour)
    let paced = try program("map", in: stage, #""types":["touches"],"rate":5"#)
    try stage.play(seconds: 4)
    let lines = try paced.lines()
    #expect(lines.count == 5)
    #expect(!observed(lines).contains(true))
    paced.vanish()
    try stage.play(seconds: 0)
    let since = #""since":{"instance":"\#(stage.daemon.instance)","seq":0},"types":["touches"]"#
    let again = try program("other", in: stage)
    let seen = try stage.ask(again, "{\"id\":3,\"subscribe\":{\(since)}}").dropFirst()
    #expect(observed(Array(seen)) == [true, true, true, true, true])
    let back = try stage.peer()
    _ = try stage.ask(back, #"{"id":1,"identify":{"name":"map"}}"#)
    let replayed = try stage.ask(back, "{\"id\":2,\"subscribe\":{\(since)}}").dropFirst()
    #expect(Array(replayed) == lines)
  }

  @Test func `who wants no observed records gets none`() throws {
    let stage = try stage(ActorTests.tour)
    let modest = try program("legend", in: stage, #""observed":false"#)
    try stage.play(seconds: 8.5)
    let lines = try modest.lines()
    #expect(lines.count == 4)
    #expect(lines.element(0).contains(#""responder":"legend""#))
    #expect(!observed(lines).contains(true))
  }

  @Test func `a name belongs to the programs of one user at a time`() throws {
    let stage = try stage(ActorTests.tour)
    let first = try program("map", in: stage)
    let identify = #"{"id":1,"identify":{"name":"map"}}"#
    let done = [#"{"type":"reply","id":1,"result":{}}"#]
    let other = try stage.connect(uid: 7)
    let refused = try stage.ask(other, identify).element(0)
    #expect(refused.hasPrefix(#"{"type":"error","id":1,"code":"refused""#), "\(refused)")
    #expect(refused.contains(#"\"map\" is the name of a program of user "#), "\(refused)")
    // Its own name it may say again, and with another connection.
    #expect(try stage.ask(first, identify) == done)
    let second = try stage.peer()
    #expect(try stage.ask(second, identify) == done)
    // Another user gets the name as soon as they are gone, before the daemon has closed them.
    first.vanish()
    second.vanish()
    #expect(try stage.ask(other, identify) == done)
  }

  @Test func `tree and status say who acts, and whether it is there`() throws {
    let stage = try stage(ActorTests.tour)
    let map = try program("map", in: stage)
    #expect(
      try stage.ask(map, #"{"id":3,"tree":{"view":"pin"}}"#)
        == [
          #"{"type":"reply","id":3,"result":{"view":{"id":"pin","frame":"#
            + #"[0.0,0.0,50.0,50.0]}}}"#
        ])
    let tree = try stage.ask(map, #"{"id":3,"tree":{"view":"legend"}}"#).element(0)
    #expect(tree.contains(#""actor":"legend","handles""#))
    let status = try stage.ask(map, #"{"id":4,"status":{}}"#).element(0)
    #expect(
      status.contains(
        #""actors":[{"name":"legend","isConnected":false},{"name":"map","isConnected":true}]"#))
  }

  @Test func `an actor can be named while the daemon runs`() throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application: { windows: [{ id: main, handles: [touches] }] }
      """, script: "1.0 down 1 10,10\n1.1 up 1\n3.0 down 1 10,10\n3.1 up 1\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["touches"]"#)
    try stage.play(seconds: 2)
    #expect(observed(try peer.lines()) == [false, false])
    _ = try stage.ask(peer, #"{"id":2,"set":{"view":"main","actor":"shell"}}"#)
    try stage.play(seconds: 2)
    #expect(observed(try peer.lines()) == [true, true])
    _ = try stage.ask(peer, #"{"id":3,"set":{"view":"main","actor":null}}"#)
    #expect(stage.daemon.configuration.tree.registry.view("main")?.actor == nil)
  }
}
