// The limits of the tree, which edits keep in any order: chains that end, the depth of views, the
// number of recognizers, sizes that are numbers.

import Linux
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct ShapeTests {
  // A button whose action follows the chain, and touches that would follow it.
  private func stage(script: String = "1.0 down 1 50,50\n1.1 up 1\n9.0 wait\n") throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            handles: [touches]
            subviews:
              - { id: shelf, frame: [0, 0, 400, 400], mountPoint: true }
              - { id: map, frame: [400, 0, 400, 400] }
      """, script: script)
  }

  private func mounted(_ stage: Stage, _ views: String...) throws -> Peer {
    let peer = try Peer(of: stage.daemon.server, uid: 2000)
    try stage.play(seconds: 0)
    _ = try peer.lines()
    for view in views where !view.isEmpty {
      let answer = try stage.ask(peer, #"{"id":1,"put":{"in":"shelf","view":\#(view)}}"#)
      #expect(answer.element(0).hasPrefix(#"{"type":"reply""#), "\(answer)")
    }
    return peer
  }

  private func tree(_ stage: Stage) throws -> String {
    let peer = try Peer(of: stage.daemon.server, uid: 0)
    var lines = try stage.ask(peer, #"{"id":9,"tree":{}}"#)
    // On a busy machine a long answer takes several turns.
    while lines.last?.contains(#""id":9"#) != true {
      try stage.play(seconds: 0.000_01)
      lines += try peer.lines()
    }
    return lines.last ?? ""
  }

  /// Expects that a request is refused with this message, and that nothing else happens.
  private func refuses(
    _ stage: Stage, _ peer: Peer, _ request: String, _ code: String, _ words: String
  ) throws {
    let before = try tree(stage)
    let answer = try stage.ask(peer, "{\"id\":2,\(request)}")
    #expect(answer.count == 1, "\(request)")
    #expect(
      answer.element(0).hasPrefix(#"{"type":"error","id":2,"code":"\#(code)""#), "\(answer)")
    #expect(answer.element(0).contains(words), "\(answer)")
    #expect(try tree(stage) == before, "\(request)")
    // Touches follow chains that end.
    try stage.play(seconds: 3)
    #expect(try stage.ask(peer, #"{"id":3,"chain":{"responder":"shelf"}}"#).count == 1)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  // MARK: Chains

  private static let a = #"{"id":"a","frame":[0,0,100,80]}"#
  private static let b = #"{"id":"b","frame":[100,0,100,80]}"#

  @Test(arguments: [
    (
      #""batch":[{"set":{"view":"a","next":"b"}},{"set":{"view":"b","next":"a"}}]"#,
      "found a cycle: a → b → a"
    ),
    (
      #""batch":[{"set":{"view":"a","next":"b"}},"#
        + #"{"put":{"in":"a","view":{"id":"b","frame":[0,0,9,9]}}}]"#,
      "found a cycle: a → b → a"
    ),
    (
      #""batch":[{"put":{"in":"a","view":{"id":"b","frame":[0,0,9,9]}}},"#
        + #"{"set":{"view":"a","next":"b"}}]"#,
      "found a cycle: a → b → a"
    ),
    (
      #""batch":[{"set":{"view":"b","next":"a"}},{"put":{"in":"b","view":{"id":"c","frame":"#
        + #"[0,0,9,9]}}},{"set":{"view":"a","next":"c"}}]"#,
      "found a cycle: a → c → b → a"
    ),
    (
      #""set":{"view":"a","next":"a"}"#, "found a cycle: a → a"
    ),
  ])
  func `no batch closes a cycle of next responders`(
    request: String, words: String
  ) throws {
    let stage = try stage()
    try refuses(stage, mounted(stage, Self.a, Self.b), request, "invalidEdit", words)
  }

  @Test func `no later edit closes a cycle`() throws {
    let stage = try stage()
    let peer = try mounted(stage, Self.a, Self.b)
    #expect(
      try stage.ask(peer, #"{"id":1,"set":{"view":"a","next":"b"}}"#).element(0).contains("reply"))
    let inside = #""put":{"in":"a","view":{"id":"b","frame":[100,0,100,80]}}"#
    try refuses(stage, peer, inside, "invalidEdit", "found a cycle: ")
    // The opposite order leaves a chain that ends.
    #expect(
      try stage.ask(
        peer, #"{"id":1,"batch":[{"set":{"view":"a","next":null}},{\#(inside)}]}"#
      ).element(0).contains("reply"))
  }

  @Test func `no edit makes recognizers wait for each other`() throws {
    let stage = try stage()
    let peer = try mounted(
      stage, Self.tapped("a", waitsFor: "b"), #"{"id":"b","frame":[100,0,100,80]}"#)
    let closing = #""put":{"in":"b","gestureRecognizer":{"id":"b-tap","tap":{"requiresFailureOf":"#
    try refuses(
      stage, peer, closing + #"["a-tap"]}}}"#, "invalidEdit",
      "requirements without a cycle, found a-tap → b-tap → a-tap")
    // The opposite order leaves one that waits.
    let apart = #"{"set":{"recognizer":"a-tap","requiresFailureOf":[]}}"#
    #expect(
      try stage.ask(peer, #"{"id":1,"batch":[\#(apart),{\#(closing)["a-tap"]}}}}]}"#)
        .element(0).contains("reply"))
  }

  @Test
  func `what closes a cycle when its place comes waits on; who brings it is served`()
    throws
  {
    let stage = try stage()
    let early = try stage.connect(uid: 0)
    let put = { (peer: Peer, place: String, view: String) in
      try stage.ask(peer, #"{"id":1,"put":{"in":"\#(place)","view":\#(view)}}"#).element(0)
    }
    let inner = Self.tapped("a", waitsFor: "b")
    #expect(try put(early, "place", inner).contains(#""waits":["a"]"#))
    let late = try stage.connect(uid: 0)
    #expect(try put(late, "shelf", Self.tapped("b", waitsFor: "a")).contains(#""result":{"seq""#))
    let third = try stage.connect(uid: 0)
    let answer = try put(third, "shelf", #"{"id":"place","frame":[0,0,200,80]}"#)
    #expect(answer.contains(#""result":{"seq""#) && !answer.contains("waits"))
    let there = try tree(stage)
    #expect(there.contains(#""id":"place""#) && !there.contains(#""id":"a""#))
    // It is there as soon as it closes none.
    late.vanish()
    try stage.play(seconds: 3)
    let after = try tree(stage)
    #expect(after.contains(#""id":"a""#) && !after.contains(#""id":"b""#), "\(after)")
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  private static func tapped(_ id: String, waitsFor other: String) -> String {
    #"{"id":"\#(id)","frame":[0,0,50,50],"gestureRecognizers":["#
      + #"{"id":"\#(id)-tap","tap":{"requiresFailureOf":["\#(other)-tap"]}}]}"#
  }

  @Test func `a presentation that closes a cycle is refused in the file, too`() throws {
    let error = #expect(throws: StartError.self) {
      try Stage(
        """
        application:
          windows:
            - id: main
              subviews:
                - id: box
                  frame: fill
                  next: cover
                  subviews:
                    - viewController: { id: c, view: { id: c.view }, presents: { id: p, view: { id: cover } } }
        """)
    }
    #expect(error?.description.contains("found a cycle: p → c → box → cover → p") == true)
  }

  @Test func `the length of a chain is limited`() throws {
    let stage = try stage()
    let peer = try mounted(stage, "")
    // As many in each request as a line can have.
    for first in stride(from: 0, to: 1001, by: 100) {
      let numbers = first..<min(first + 100, 1001)
      let puts = numbers.map {
        #"{"put":{"in":"shelf","view":{"id":"v\#($0)","frame":[0,0,9,9]}}}"#
      }
      let answer = try stage.ask(peer, #"{"id":1,"batch":[\#(puts.joined(separator: ","))]}"#)
      #expect(answer.element(0).hasPrefix(#"{"type":"reply""#), "\(answer)")
    }
    func links(_ numbers: Range<Int>) -> String {
      let links = numbers.map { #"{"set":{"view":"v\#($0 + 1)","next":"v\#($0)"}}"# }
      return #""batch":[\#(links.joined(separator: ","))]"#
    }
    for numbers in [0..<200, 200..<400, 400..<600, 600..<800] {
      let answer = try stage.ask(peer, "{\"id\":1,\(links(numbers))}")
      #expect(answer.element(0).hasPrefix(#"{"type":"reply""#), "\(answer)")
    }
    try refuses(
      stage, peer, links(800..<1000), "invalidEdit",
      "expected a chain of at most 1000 responders, found a longer one from")
  }

  // MARK: Depth

  /// A view with so many views, each in the one before.
  private func nested(_ id: String, _ height: Int) -> String {
    let inside = height > 1 ? #","subviews":[\#(nested("\(id)i", height - 1))]"# : ""
    return #"{"id":"\#(id)","frame":[0,0,9,9]\#(inside)}"#
  }

  @Test func `the depth of views is limited, for those of all programs together`() throws {
    let stage = try stage()
    let peer = try mounted(stage, "")
    // The window and the shelf count as two.
    var parent = "shelf"
    for number in 0..<62 {
      let answer = try stage.ask(
        peer,
        #"{"id":1,"put":{"in":"\#(parent)","view":{"id":"n\#(number)","frame":[0,0,9,9],"mountPoint":true}}}"#
      )
      #expect(answer.element(0).contains("reply"), "\(number) \(answer)")
      parent = "n\(number)"
    }
    let words = #"expected at most 64 views in each other, found 65 with "#
    let more = #""put":{"in":"n61","view":{"id":"x","frame":[0,0,9,9]}}"#
    try refuses(stage, peer, more, "limit", words)
    try refuses(stage, mounted(stage, ""), more, "limit", words)
    func nested(in parent: String) -> String {
      #""put":{"in":"\#(parent)","view":\#(self.nested("m", 5))}"#
    }
    _ = try stage.ask(peer, "{\"id\":1,\(nested(in: "shelf"))}")
    try refuses(stage, peer, nested(in: "n57"), "limit", words)
    #expect(try stage.ask(peer, "{\"id\":1,\(nested(in: "n56"))}").element(0).contains("reply"))
    // One that holds others of the same program moves with them.
    let deeper = #""put":{"in":"mi","view":{"id":"n0","frame":[0,0,9,9],"mountPoint":true}}"#
    try refuses(stage, peer, #""batch":[{\#(nested(in: "shelf"))},{\#(deeper)}]"#, "limit", words)
  }

  // MARK: Recognizers

  private func taps(_ id: String, _ count: Int) -> String {
    let all = (0..<count).map { #"{"id":"\#(id)\#($0)","tap":{}}"# }.joined(separator: ",")
    return #""gestureRecognizers":[\#(all)]"#
  }

  @Test func `the number of recognizers of a view and of a touch is limited`() throws {
    let stage = try stage()
    let peer = try mounted(stage, #"{"id":"a","frame":[0,0,9,9],\#(taps("a", 64))}"#)
    let ofView = #"expected at most 64 recognizers on a view, found 65 on \"a\""#
    let one = #""put":{"in":"a","gestureRecognizer":{"id":"x","tap":{}}}"#
    try refuses(stage, peer, one, "limit", ofView)
    try refuses(
      stage, peer, #""put":{"in":"a","view":{"id":"b","frame":[0,0,9,9],\#(taps("b", 65))}}"#,
      "limit", "expected at most 64 recognizers on a view, found 65")
    #expect(
      try stage.ask(
        peer, #"{"id":1,"batch":[{"remove":{"recognizer":"a0"}},{\#(one)}]}"#
      ).element(0).contains("reply"))
    var parent = "a"
    for id in ["b", "c", "d"] {
      let answer = try stage.ask(
        peer,
        #"{"id":1,"put":{"in":"\#(parent)","view":{"id":"\#(id)","frame":[0,0,9,9],\#(taps(id, 64))}}}"#
      )
      #expect(answer.element(0).contains("reply"))
      parent = id
    }
    let ofTouch = "expected at most 256 recognizers that one touch reaches, found 257"
    try refuses(
      stage, peer, #""put":{"in":"d","view":{"id":"e","frame":[0,0,9,9],\#(taps("e", 1))}}"#,
      "limit", ofTouch)
    let around = #"{"put":{"in":"shelf","view":{"id":"f","frame":[0,0,9,9],\#(taps("f", 1))}}}"#
    let moved = #"{"put":{"in":"f","view":{"id":"a","frame":[0,0,9,9],\#(taps("a", 63))}}}"#
    try refuses(stage, peer, #""batch":[\#(around),\#(moved)]"#, "limit", ofTouch)
  }

  // MARK: Sizes

  @Test func `a percentage of a percentage stays a number`() throws {
    let stage = try stage()
    let peer = try mounted(stage, "")
    let million = #"[0,0,"1000000%","1000000%"]"#
    try refuses(
      stage, peer,
      #""put":{"in":"shelf","view":{"id":"a","frame":\#(million),"subviews":"#
        + #"[{"id":"b","frame":\#(million),"subviews":[{"id":"c","frame":[0,"0%",10,10]}]}]}}"#,
      "invalidEdit", "expected a part that is at most 1000000000 points")
    #expect(
      try stage.ask(
        peer, #"{"id":1,"put":{"in":"shelf","view":{"id":"a","frame":\#(million)}}}"#
      ).element(0).contains("reply"))
  }
}
