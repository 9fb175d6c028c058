// A request is weighed by what it visits: what would stop the daemon for long is refused, with the
// words that make it smaller.

import Blueprint
import LinuxKit
import ResponderKit
import Testing
import Wire

@testable import ResponderDaemon

@Suite struct VisitTests {
  private func stage(_ subviews: String) throws -> (stage: Stage, root: Peer) {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            subviews: [\(subviews)]
      """, script: "9999.0 wait\n")
    return (stage, try stage.connect(uid: 0))
  }

  private func views(_ name: String, _ count: Int) -> String {
    (0..<count).map { "{ id: \(name)\($0), frame: [0, 0, 9, 9] }" }.joined(separator: ", ")
  }

  private func batch(_ edits: [String]) -> String {
    "{\"id\":1,\"batch\":[\(edits.joined(separator: ","))]}"
  }

  @Test func `many moves among wide siblings are refused, and nothing has moved`() throws {
    let (stage, root) = try stage(views("v", 4_000))
    let before = try stage.ask(root, #"{"id":2,"tree":{"view":"v0"}}"#)
    let answer = try stage.ask(
      root, batch((0..<450).map { #"{"move":{"view":"v\#($0)","index":2000}}"# }))
    #expect(
      answer == [
        #"{"type":"error","id":1,"code":"limit","message":"batch[79].move: the removals and moves of a "#
          + #"request may visit 10000 views and their siblings in all; use several requests","#
          + #""path":"batch[79].move"}"#
      ])
    #expect(try stage.ask(root, #"{"id":2,"tree":{"view":"v0"}}"#) == before)
    // So many are made.
    let few = try stage.ask(
      root, batch((0..<70).map { #"{"move":{"view":"v\#($0)","index":2000}}"# }))
    #expect(few.element(0).hasPrefix(#"{"type":"reply""#), "\(few)")
  }

  @Test func `a large subtree moves once in a request, and not again and again`() throws {
    let panes = (0..<3).map {
      "{ id: p\($0), frame: fill, subviews: [\(views("a\($0).", 2_000))] }"
    }
    let (stage, root) = try stage(
      "{ id: big, frame: fill, subviews: [\(panes.joined(separator: ", "))] }, { id: one, frame: fill }"
    )
    let move = #"{"move":{"view":"big","to":"one"}}"#
    let back = #"{"move":{"view":"big","to":"main"}}"#
    let answer = try stage.ask(root, batch([move, back]))
    #expect(answer.count == 1)
    #expect(answer.element(0).contains(#""code":"limit""#), "\(answer)")
    #expect(answer.element(0).contains("use several requests"))
    let once = try stage.ask(root, batch([move]))
    #expect(once.element(0).hasPrefix(#"{"type":"reply""#), "\(once)")
  }

  @Test func `a recognizer waits for so many others by their ids and no more`() throws {
    let taps = (0..<65).map { "{ id: t\($0), tap: {} }" }
    let (stage, root) = try stage(
      "{ id: one, frame: fill, gestureRecognizers: [\(taps[..<60].joined(separator: ", "))] }, "
        + "{ id: two, frame: fill, gestureRecognizers: [\(taps[60...].joined(separator: ", "))] }, "
        + "{ id: three, frame: fill }")
    func add(_ count: Int) throws -> [String] {
      let names = (0..<count).map { "\"t\($0)\"" }.joined(separator: ",")
      return try stage.ask(
        root,
        #"{"id":1,"add":{"to":"three","gestureRecognizer":{"id":"late","tap":{"requiresFailureOf":[\#(names)]}}}}"#
      )
    }
    let refused = try add(65)
    #expect(refused.element(0).contains(#""code":"invalidEdit""#), "\(refused)")
    #expect(
      refused.element(0).contains(
        #"expected at most 64 recognizers that \"late\" waits for, found one more; use a selector"#),
      "\(refused)")
    let added = try add(64)
    #expect(added.element(0).hasPrefix(#"{"type":"reply""#), "\(added)")
  }

  @Test func `requests move so many scroll views at once and no more`() throws {
    let lists = (0..<66).map {
      "{ id: s\($0), frame: [0, 0, 90, 90], scrollView: { contentSize: [90, 9000] } }"
    }
    let (stage, root) = try stage(lists.joined(separator: ", "))
    func scroll(_ names: Range<Int>) -> String {
      batch(names.map { #"{"scrollTo":{"view":"s\#($0)","offset":[0,500]}}"# })
    }
    let all = try stage.ask(root, scroll(0..<65))
    #expect(
      all.element(0).contains(
        "64 scroll views move already; wait until some are at rest, or scroll without animation"),
      "\(all)")
    #expect(try stage.ask(root, scroll(0..<64)).element(0).hasPrefix(#"{"type":"reply""#))
    #expect(stage.daemon.configuration.application.movingScrollViews == 64)
    // One that moves already may get another target.
    #expect(try stage.ask(root, scroll(3..<4)).element(0).hasPrefix(#"{"type":"reply""#))
    #expect(try stage.ask(root, scroll(64..<65)).element(0).contains(#""code":"limit""#))
    try stage.play(seconds: 10)
    #expect(stage.daemon.configuration.application.movingScrollViews == 0)
    #expect(try stage.ask(root, scroll(64..<65)).element(0).hasPrefix(#"{"type":"reply""#))
  }

  @Test func `a view has so many subviews and no more`() throws {
    let (stage, root) = try stage(views("v", 4_096))
    let add = #"{"id":1,"add":{"to":"main","view":{"id":"more","frame":[0,0,9,9]}}}"#
    let answer = try stage.ask(root, add)
    #expect(
      answer.element(0).contains(
        #"expected at most 4096 subviews in a view, found 4097 in \"main\""#), "\(answer)")
    _ = try stage.ask(root, #"{"id":1,"remove":{"view":"v0"}}"#)
    // One that changes its place among its siblings is none more.
    let beside = batch([
      #"{"move":{"view":"v1","index":9}}"#,
      #"{"add":{"to":"main","view":{"id":"more","frame":[0,0,9,9]}}}"#,
    ])
    #expect(try stage.ask(root, beside).element(0).hasPrefix(#"{"type":"reply""#))
  }
}
