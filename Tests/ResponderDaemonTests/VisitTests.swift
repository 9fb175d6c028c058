// A request is weighed by what it visits: what would stop the daemon for long is refused, with the
// words that make it smaller.

import Configuration
import Linux
import Protocol
import ResponderKit
import Testing

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
        #"{"id":1,"put":{"in":"three","gestureRecognizer":{"id":"late","tap":{"requiresFailureOf":[\#(names)]}}}}"#
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
    func scroll(_ number: Int) throws -> String {
      try stage.ask(
        root, #"{"id":1,"scrollTo":{"view":"s\#(number)","offset":[0,500]}}"#
      ).element(0)
    }
    for number in 0..<64 { #expect(try scroll(number).hasPrefix(#"{"type":"reply""#)) }
    #expect(stage.daemon.configuration.application.movingScrollViews == 64)
    // One that moves already may get another target.
    #expect(try scroll(3).hasPrefix(#"{"type":"reply""#))
    let refused = try scroll(64)
    #expect(refused.contains(#""code":"limit""#))
    #expect(
      refused.contains(
        "64 scroll views move already; wait until some are at rest, or scroll without animation"),
      "\(refused)")
    try stage.play(seconds: 10)
    #expect(stage.daemon.configuration.application.movingScrollViews == 0)
    #expect(try scroll(64).hasPrefix(#"{"type":"reply""#))
  }

  @Test func `a view has so many subviews and no more`() throws {
    let (stage, root) = try stage(views("v", 4_095))
    func put(_ id: String, _ more: String = "") -> String {
      #""put":{"in":"main","view":{"id":"\#(id)","frame":[0,0,9,9]}\#(more)}"#
    }
    #expect(try stage.ask(root, "{\"id\":1,\(put("last"))}").element(0).contains("reply"))
    let answer = try stage.ask(root, "{\"id\":1,\(put("more"))}")
    #expect(answer.element(0).contains(#""code":"limit""#), "\(answer)")
    #expect(
      answer.element(0).contains(
        #"expected at most 4096 subviews in a view, found 4097 in \"main\""#), "\(answer)")
    _ = try stage.ask(root, #"{"id":1,"remove":{"view":"v0"}}"#)
    // One that changes its place among its siblings is none more.
    let beside = batch(["{\(put("last", #","above":"v1""#))}", "{\(put("more"))}"])
    #expect(try stage.ask(root, beside).element(0).hasPrefix(#"{"type":"reply""#))
  }

  @Test func `a subtree is moved once in a request, however often it is put elsewhere`() throws {
    let (stage, root) = try stage("{ id: a, frame: fill }, { id: b, frame: fill }")
    let reader = try stage.subscriber(#""types":["edit"]"#)
    func put(_ parent: String, _ id: String) -> String {
      #"{"put":{"in":"\#(parent)","view":{"id":"\#(id)","frame":[0,0,9,9]}}}"#
    }
    _ = try stage.ask(root, batch([put("a", "big")] + (0..<140).map { put("big", "v\($0)") }))
    _ = try reader.lines()
    let moves = (0..<149).map { put($0 % 2 == 0 ? "b" : "a", "big") }
    #expect(try stage.ask(root, batch(moves)).element(0).hasPrefix(#"{"type":"reply""#))
    let edits = try reader.lines()
    #expect(edits.count == 1, "\(edits)")
    #expect(edits.element(0).contains(#""edit":"moved","view":"big","parent":"b""#), "\(edits)")
    // A put has a weight of two: the edit, and the view in it.
    let refused = try stage.ask(root, batch(moves + [put("b", "big"), put("a", "big")]))
    #expect(refused.element(0).contains(#""code":"limit""#), "\(refused)")
    #expect(try reader.lines().isEmpty)
  }
}
