// A program that may edit only below one view changes nothing outside of it.

import Linux
import Testing

@testable import ResponderDaemon

@Suite struct ReachTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    access: [{ user: 1001, rights: [edit], under: [stage] }]
    application:
      windows:
        - id: main
          handles: [touches, presses]
          subviews:
            - { id: stage, frame: [0, 0, 400, 400], handles: [touches] }
            - { id: shelf, frame: [0, 400, 300, 80], mountPoint: true }
            - id: pin
              frame: [400, 0, 400, 400]
              handles: [touches]
              subviews:
                - { id: pin.7, frame: [0, 0, 100, 100], handles: [touches] }
                - { id: pin.8, frame: [100, 0, 100, 100], handles: [touches] }
    """

  private func stage(_ script: String = "60.0 wait\n") throws -> Stage {
    try Stage.started(Self.configuration, script: script)
  }

  private func add(_ view: String, to parent: String) -> String {
    #"{"id":1,"put":{"in":"\#(parent)","view":\#(view)}}"#
  }

  // MARK: Touches

  @Test(arguments: [1001, 2000] as [UInt32])
  func `a client cancels no touch of a view that it may not edit`(uid: UInt32) throws {
    let stage = try stage("1.0 down 1 420,20\n9.0 up 1\n60.0 wait\n")
    let editor = try stage.connect(uid: uid)
    _ = try stage.ask(editor, add(#"{"id":"mine","frame":[0,0,9,9]}"#, to: "shelf"))
    let watcher = try stage.connect(uid: 3000, subscribing: #""types":["touches"]"#)
    try stage.play(seconds: 2)
    #expect(try watcher.lines().count == 1)
    let answer = try stage.ask(editor, #"{"id":2,"cancel":{"touches":[1]}}"#)
    #expect(answer.element(0).contains(#""code":"forbidden""#), "\(answer)")
    #expect(try watcher.lines() == [])
  }

  // MARK: Places

  private static let cover =
    #"{"viewController":{"id":"vc","view":{"id":"vcv","frame":[0,0,10,10]},"presents":"#
    + #"{"id":"evil","view":{"id":"cover","handles":["touches"]}}}}"#

  @Test(arguments: [(2000 as UInt32, "shelf"), (1001, "stage")])
  func `an added view presents nothing over the window`(uid: UInt32, parent: String) throws {
    let stage = try stage("1.0 down 1 450,50\n1.1 up 1\n60.0 wait\n")
    let peer = try stage.connect(uid: uid)
    _ = try stage.ask(peer, #"{"id":1,"subscribe":{}}"#)
    let hit = #"{"id":4,"hitTest":{"point":[450,50]}}"#
    let before = try stage.ask(peer, hit)
    let box = #"{"id":"box","frame":[0,0,10,10],"subviews":[\#(Self.cover)]}"#
    let inBatch =
      #"{"id":1,"batch":[{"put":{"in":"\#(parent)","view":{"id":"mine","frame":[0,0,9,9]}}},"#
      + #"{"put":{"in":"mine","view":\#(box)}}]}"#
    for request in [add(box, to: parent), inBatch] {
      let answer = try stage.ask(peer, request)
      #expect(answer.count == 1)
      #expect(
        answer.element(0).hasPrefix(
          #"{"type":"error","id":1,"code":"forbidden""#), "\(answer)")
      #expect(answer.element(0).contains("may not edit presents"), "\(answer)")
    }
    // A presentation of its own controller lacks the right for what it would cover.
    _ = try stage.ask(peer, add(#"{"id":"host","frame":[0,0,9,9]}"#, to: parent))
    let host = #"{"id":"c","view":{"id":"c.view","frame":[0,0,9,9]}}"#
    _ = try stage.ask(peer, #"{"id":2,"put":{"in":"host","viewController":\#(host)}}"#)
    let sheet = #"{"id":"evil","view":{"id":"cover","handles":["touches"]}}"#
    let presented = try stage.ask(
      peer, #"{"id":3,"put":{"presentedBy":"c","viewController":\#(sheet)}}"#)
    #expect(presented.contains { $0.contains(#""waits":["evil"]"#) }, "\(presented)")
    #expect(try stage.ask(peer, hit) == before)
    try stage.play(seconds: 2)
    #expect(
      try peer.lines().filter { $0.contains(#""type":"touches""#) }.allSatisfy {
        $0.contains(#""view":"pin.7""#)
      })
    // The names are free again.
    _ = try stage.ask(peer, #"{"id":4,"remove":{"viewController":"evil"}}"#)
    #expect(
      try stage.ask(peer, add(#"{"id":"cover","frame":[0,0,9,9]}"#, to: parent)).contains {
        $0.contains(#""type":"reply""#)
      })
  }
}
