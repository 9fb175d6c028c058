// Several things at the same time: a reload and devices, a view that goes and a finger that stays
// down, a scroll view and the names of its parts.

import Configuration
import Devices
import Linux
import Protocol
import Records
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct CombinationTests {
  private func stage(
    _ views: String, window: String = "", script: String = "60.0 wait\n"
  ) throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      socket: { rights: [subscribe, edit] }
      application:
        windows:
          - id: main
            handles: [touches]
            \(window)
            subviews: [\(views)]
      """, script: script)
  }

  @Test func `what a reload does to devices is reported once`() throws {
    let machine = MadeUpMachine([
      DeviceDescription(node: "/dev/input/event3", name: "Panel", kind: .touchscreen)
    ])
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      activity: { idleAfter: 1 }
      application: { windows: [{ id: main }] }
      """, on: machine)
    let peer = try stage.subscriber()
    _ = try stage.ask(peer, #"{"id":2,"set":{"device":"Panel","rotate":180}}"#)
    try stage.play(seconds: 2)
    _ = try peer.lines()
    // The file turns the panel round, too, and knows nothing of activity any more.
    try stage.write(
      """
      screens: { panel: { size: [800, 480] } }
      devices: [{ match: { name: Panel }, mirror: x }]
      application: { windows: [{ id: main }] }
      """)
    stage.daemon.reload(force: false)
    try stage.play(seconds: 1)
    let lines = try peer.lines().map { try JSON(parsing: $0) }
    #expect(lines.compactMap { $0["type"]?.string } == ["device", "device", "activity"])
  }

  @Test func `a client that was away while a view went under a finger reads its end`() throws {
    let stage = try stage(
      "{ id: pad, frame: [0, 0, 200, 200], handles: [touches] }",
      script: "1.0 down 1 50,50\n9.0 wait\n")
    let reader = try stage.connect(uid: 2000, subscribing: #""types":["touches"]"#)
    let editor = try stage.peer()
    try stage.play(seconds: 2)
    let seq = try #require(try JSON(parsing: try reader.lines().element(0))["seq"]?.int)
    reader.vanish()
    _ = try stage.ask(editor, #"{"id":1,"remove":{"view":"pad"}}"#)
    let since = #"{"instance":"\#(stage.daemon.instance)","seq":\#(seq)}"#
    let lines = try stage.ask(
      stage.connect(uid: 2000), #"{"id":1,"subscribe":{"types":["touches"],"since":\#(since)}}"#)
    #expect(lines.element(0).contains(#""resumed":true"#))
    #expect(lines.element(1).contains(#""phase":"cancelled""#))
    #expect(lines.count == 2)
  }

  @Test func `parts that a scroll view needs no longer give their names back`() throws {
    let stage = try stage("")
    let peer = try stage.peer()
    let list =
      #"{"id":"list","scrollView":{"frame":[0,0,100,100],"maximumZoomScale":2,"contentSize":[100,500]}}"#
    for _ in 0..<2 {
      let added = try stage.ask(peer, #"{"id":1,"put":{"in":"main","view":\#(list)}}"#)
      #expect(added.element(0).contains(#""reply""#), "\(added)")
      let set = #"{"id":2,"set":{"view":"list","delaysContentTouches":false,"maximumZoomScale":1}}"#
      _ = try stage.ask(peer, set)
      _ = try stage.ask(peer, #"{"id":3,"remove":{"view":"list"}}"#)
      // The application and its window.
      #expect(stage.daemon.configuration.tree.nameCount == 2)
    }
  }

  @Test func `the root controller of a window goes`() throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application: { windows: [{ id: main, rootViewController: { id: home, view: { id: home.view } } }] }
      """)
    let application = stage.daemon.configuration.application
    weak let home = application.windows[0].rootViewController
    #expect(home != nil)
    _ = try stage.ask(stage.peer(), #"{"id":1,"remove":{"viewController":"home"}}"#)
    stage.daemon.scenes.shared.stream.removeAll()
    #expect(application.windows[0].rootViewController == nil)
    #expect(home == nil)
  }

  @Test func `numbers continue after a reload, and an old one means nothing new`() throws {
    let configuration = """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            handles: [touches]
            gestureRecognizers: [{ id: tap, tap: { asks: shouldReceiveTouch, answerTimeout: 1 } }]
      """
    let stage = try Stage.started(
      configuration, script: "1.0 down 1 50,50\n2.9 up 1\n4.0 down 1 50,50\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["question","touches"]"#)
    try stage.play(seconds: 3)
    #expect(try peer.lines().contains { $0.contains(#""question":1,"asks""#) })
    stage.daemon.reload(force: false)
    try stage.play(seconds: 1.1)
    let lines = try peer.lines()
    let asked = try #require(lines.first { $0.contains(#""type":"question""#) })
    #expect(asked.contains(#""question":2,"asks":"shouldReceiveTouch","recognizer":"tap""#))
    #expect(asked.contains(#""touches":[2]"#))
    let late = try stage.ask(peer, #"{"id":5,"answer":{"question":1,"yes":false}}"#)
    #expect(late.element(0).contains(#""code":"notFound""#))
    let answer = try stage.ask(peer, #"{"id":6,"answer":{"question":2,"yes":true}}"#)
    #expect(answer.contains { $0.hasPrefix(#"{"type":"reply","id":6"#) })
  }
}
