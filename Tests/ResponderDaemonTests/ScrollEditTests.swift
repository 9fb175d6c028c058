// Edits of scroll views and controls while fingers are on them.

import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct ScrollEditTests {
  private static let configuration = """
    screens: { panel: { size: [400, 400] } }
    application:
      windows:
        - id: main
          subviews:
            - id: list
              scrollView:
                frame: [0, 0, 400, 300]
                contentSize: [400, 1200]
                contentOffset: [0, 5000]
            - { id: ok, button: { frame: [0, 320, 100, 60] } }
    """

  private func stage(_ script: String) throws -> Stage {
    try Stage.started(ScrollEditTests.configuration, script: script)
  }

  private func scrolls(_ lines: [String]) -> [String] {
    lines.filter { $0.contains(#""type":"scroll""#) && !$0.contains(#""decelerating""#) }
  }

  @Test func `an offset of the file beyond the limits is the nearest within`() throws {
    let stage = try stage("2.0 wait\n")
    let peer = try stage.subscriber()
    let tree = try stage.ask(peer, #"{"id":1,"tree":{"view":"list"}}"#)
    #expect(tree.element(0).contains(#""contentOffset":[0.0,900.0]"#))
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `an offset that is set while content coasts stays`() throws {
    let stage = try stage(
      "1.0 down 1 50,50\n1.02 move 1 50,80\n1.04 move 1 50,110\n1.06 up 1\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["scroll"]"#)
    try stage.play(seconds: 1.2)
    _ = try peer.lines()
    let set = #"{"id":2,"set":{"view":"list","contentOffset":[0,500]}}"#
    let moved = scrolls(try stage.ask(peer, set))
    #expect(moved.count == 1)
    #expect(moved.element(0).contains(#""phase":"settled","view":"list","offset":[0.0,500.0]"#))
    try stage.play(seconds: 3)
    #expect(try peer.lines() == [])
  }

  @Test func `content that shrinks moves its offset, and subscribers learn of it`() throws {
    let stage = try stage("9.0 wait\n")
    let peer = try stage.subscriber(#""types":["scroll"]"#)
    let set = #"{"id":2,"set":{"view":"list","contentSize":[400,500]}}"#
    let moved = scrolls(try stage.ask(peer, set))
    #expect(moved.count == 1)
    #expect(moved.element(0).contains(#""phase":"settled","view":"list","offset":[0.0,200.0]"#))
  }

  @Test func `a value of a pinch that is not used any more goes with its program, and is reported`()
    throws
  {
    let stage = try stage("9.0 wait\n")
    let reader = try stage.subscriber(#""types":["edit"]"#)
    let (one, other) = (try stage.connect(uid: 0), try stage.connect(uid: 0))
    let scale = { (scale: Int) in
      #"{"id":1,"set":{"view":"list","maximumZoomScale":\#(scale)}}"#
    }
    _ = try stage.ask(other, scale(2))
    let value = #""delaysTouchesBegan":true"#
    _ = try stage.ask(one, #"{"id":1,"set":{"recognizer":"list.pinch",\#(value),"own":true}}"#)
    #expect(try reader.lines().last?.contains(#""pinchGestureRecognizer":{\#(value)}"#) == true)
    _ = try stage.ask(other, scale(1))
    #expect(try reader.lines().last?.contains(value) == true)
    one.vanish()
    try stage.play(seconds: 0)
    let edits = try reader.lines()
    #expect(edits.count == 1)
    #expect(edits.element(0).contains(#""view":"list""#))
    #expect(!edits.element(0).contains("pinchGestureRecognizer"))
  }

  @Test func `zoomed content that moves elsewhere is reported as it is, and is zoomed no more`()
    throws
  {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [400, 400] } }
      application:
        windows:
          - id: main
            subviews:
              - { id: shelf, frame: [300, 0, 100, 100] }
      """,
      script: "1.0 down 1 100,100; down 2 100,140\n1.1 move 2 100,160\n1.2 move 2 100,180\n"
        + "2.0 move 2 100,230\n3.0 up 1; up 2\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["edit","scroll"]"#)
    let page = #"{"id":"map.page","frame":[0,0,300,300]}"#
    _ = try stage.ask(
      peer,
      #"{"id":1,"put":{"in":"main","view":{"id":"map","scrollView":{"frame":[0,0,300,300],"#
        + #""contentSize":[300,300],"maximumZoomScale":3,"zoomView":"map.page"},"#
        + #""subviews":[\#(page)]}}}"#)
    try stage.play(seconds: 1.5)
    #expect(try peer.lines().contains { $0.contains(#""phase":"zooming""#) })
    let told = try stage.ask(peer, #"{"id":2,"put":{"in":"shelf","view":\#(page)}}"#)
    let edits = told.filter { $0.contains(#""type":"edit""#) }
    #expect(edits.count == 2)
    #expect(edits.element(0).contains(#""edit":"moved","view":"map.page","parent":"shelf""#))
    #expect(edits.element(1).contains(#""edit":"changed","view":"map.page""#))
    #expect(edits.element(1).contains(#""transform":[1.6"#))
    let tree = try stage.ask(peer, #"{"id":3,"tree":{"view":"shelf"}}"#)
    try stage.play(seconds: 3)
    #expect(try peer.lines().contains { $0.contains(#""phase":"zooming""#) })
    let node = #""subviews":[{"id":"map.page""#
    #expect(tree.element(0).contains(node))
    #expect(try stage.ask(peer, #"{"id":3,"tree":{"view":"shelf"}}"#) == tree)
  }

  @Test(arguments: [#""isEnabled":false"#, #""isHidden":true"#])
  func `a button that takes no touches any more ends its touch in the records`(
    edit: String
  ) throws {
    let stage = try stage("1.0 down 1 50,350\n1.5 move 1 52,350\n2.0 up 1\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["touches","control"]"#)
    try stage.play(seconds: 1.2)
    let began = try peer.lines()
    #expect(began.count == 2)
    #expect(began.element(0).contains(#""phase":"began""#))
    #expect(began.element(1).contains(#""event":"touchDown""#))
    let ended = try stage.ask(peer, #"{"id":2,"set":{"view":"ok",\#(edit)}}"#)
      .filter { !$0.contains(#""type":"reply""#) }
    #expect(ended.count == 2)
    #expect(ended.element(0).contains(#""phase":"cancelled""#))
    #expect(ended.element(1).contains(#""event":"touchCancel""#))
    try stage.play(seconds: 2)
    #expect(try peer.lines() == [])
  }
}
