// Recognizers that ask programs: who is asked, what an answer does, and what silence does.

import Protocol
import Records
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct QuestionTests {
  private static func configuration(_ keys: String) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          subviews:
            - id: map
              frame: [0, 0, 200, 200]
              actor: map
              gestureRecognizers: [{ id: map.tap, tap: { \(keys) } }]
            - id: other
              frame: [200, 0, 200, 200]
              gestureRecognizers: [{ id: other.tap, tap: {} }]
            - id: open
              frame: [400, 0, 200, 200]
              gestureRecognizers: [{ id: open.tap, tap: { \(keys) } }]
    """
  }

  private static let tap = "1.0 down 1 100,100\n1.1 up 1\n9.0 wait\n"
  private static let openTap = "1.0 down 1 500,100\n1.1 up 1\n9.0 wait\n"
  private static let wish = #""types":["gesture","question"]"#

  private func stage(_ script: String, _ keys: String = "asks: shouldBegin") throws -> Stage {
    try Stage.started(QuestionTests.configuration(keys), script: script)
  }

  private func program(_ name: String, in stage: Stage) throws -> Peer {
    let peer = try stage.peer()
    _ = try stage.ask(peer, #"{"id":1,"identify":{"name":"\#(name)"}}"#)
    _ = try stage.ask(peer, "{\"id\":2,\"subscribe\":{\(QuestionTests.wish)}}")
    return peer
  }

  /// Lets time go by until just after the finger's lift, when the tap wants to begin.
  private func playToQuestion(_ stage: Stage) throws { try stage.play(seconds: 1.105) }

  @Test func `the actor is asked, the others look on, and yes lets it begin`() throws {
    let stage = try stage(QuestionTests.tap)
    let map = try program("map", in: stage)
    let other = try program("other", in: stage)
    try playToQuestion(stage)
    let asked = try map.lines()
    #expect(asked.count == 1)
    #expect(
      asked.element(0).contains(
        #""type":"question","question":1,"asks":"shouldBegin","recognizer":"map.tap","#
          + #""view":"map","touches":[1],"deadline":"#))
    #expect(asked.element(0).hasSuffix("20000}"))
    #expect(try other.lines().element(0).hasSuffix(#"20000,"observed":true}"#))
    let no = try stage.ask(other, #"{"id":3,"answer":{"question":1,"yes":false}}"#)
    #expect(
      no == [
        #"{"type":"error","id":3,"code":"forbidden","message":"answer.question: the program named "#
          + #"\"map\" answers for \"map.tap\"","path":"answer.question"}"#
      ])
    let yes = try stage.ask(map, #"{"id":3,"answer":{"question":1,"yes":true}}"#)
    #expect(yes.count == 2)
    #expect(yes.contains(#"{"type":"reply","id":3,"result":{}}"#))
    #expect(yes.contains { $0.contains(#""recognizer":"map.tap","kind":"tap","state":"ended""#) })
    let late = try stage.ask(map, #"{"id":4,"answer":{"question":1,"yes":true}}"#)
    #expect(late.element(0).contains(#""code":"notFound""#))
    try stage.play(seconds: 5)
    #expect(try map.lines() == [])
    #expect(stage.daemon.encoder.questions == 1)
    #expect(stage.daemon.encoder.missedAnswers == 0)
  }

  @Test func `no keeps it from beginning`() throws {
    let stage = try stage(QuestionTests.tap)
    let map = try program("map", in: stage)
    try playToQuestion(stage)
    _ = try map.lines()
    let no = try stage.ask(map, #"{"id":3,"answer":{"question":1,"yes":false}}"#)
    #expect(no == [#"{"type":"reply","id":3,"result":{}}"#])
    try stage.play(seconds: 5)
    #expect(try map.lines() == [])
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test(arguments: [true, false])
  func `silence means the configured answer, which is counted and reported`(answer: Bool) throws {
    let stage = try stage(
      QuestionTests.tap, "asks: shouldBegin, answerTimeout: 0.5, defaultAnswer: \(answer)")
    let map = try program("map", in: stage)
    try playToQuestion(stage)
    _ = try map.lines()
    try stage.play(seconds: 0.485)
    #expect(try map.lines() == [])
    try stage.play(seconds: 0.02)
    let lines = try map.lines()
    #expect(lines.count == (answer ? 2 : 1))
    #expect(
      lines.element(0).contains(
        #""type":"question","question":1,"recognizer":"map.tap","missed":true,"answer":\#(answer)}"#
      ))
    if answer { #expect(lines.element(1).contains(#""state":"ended""#)) }
    let status = try stage.ask(map, #"{"id":4,"status":{}}"#).element(0)
    #expect(status.contains(#""questions":1,"missedAnswers":1"#))
    let metrics = try stage.ask(map, #"{"id":4,"status":{"prometheus":true}}"#).element(0)
    #expect(metrics.contains(#"responderd_missed_answers_total 1\n"#))
  }

  @Test(arguments: [true, false])
  func `where no program is asked the configured answer is used at once`(answer: Bool) throws {
    for script in [QuestionTests.tap, QuestionTests.openTap] {
      for question in ["shouldBegin", "shouldReceiveTouch"] {
        let stage = try stage(script, "asks: [\(question)], defaultAnswer: \(answer)")
        // It listens to gestures only, or has another name and may not edit.
        let deaf = try stage.subscriber(#""types":["gesture"]"#)
        let stranger = try Peer(of: stage.daemon.server, uid: 4242)
        _ = try stage.ask(stranger, "{\"id\":2,\"subscribe\":{\(QuestionTests.wish)}}")
        _ = try stage.ask(stranger, #"{"id":2,"identify":{"name":"stranger"}}"#)
        try stage.play(seconds: 1.1)
        #expect(try deaf.lines().count == (answer ? 1 : 0))
        #expect(try stranger.lines().count == (answer ? 1 : 0))
        #expect(stage.daemon.encoder.questions == 0)
      }
    }
  }

  @Test func `where a view has no actor all that may edit are asked, and the first answer is used`()
    throws
  {
    let stage = try stage(QuestionTests.openTap)
    let one = try program("one", in: stage)
    let two = try program("two", in: stage)
    try playToQuestion(stage)
    #expect(try one.lines().element(0).contains(#""asks":"shouldBegin","recognizer":"open.tap""#))
    #expect(try two.lines().element(0).hasSuffix("20000}"))
    let first = try stage.ask(two, #"{"id":3,"answer":{"question":1,"yes":true}}"#)
    #expect(first.contains { $0.contains(#""recognizer":"open.tap""#) })
    let second = try stage.ask(one, #"{"id":3,"answer":{"question":1,"yes":false}}"#)
    #expect(second.contains { $0.contains(#""code":"notFound""#) })
  }

  @Test func `while one waits for an answer everything else continues`() throws {
    let stage = try stage(
      "1.0 down 1 100,100\n1.1 up 1\n1.2 down 2 300,100\n1.3 up 2\n9.0 wait\n",
      "asks: shouldBegin, answerTimeout: 1")
    let map = try program("map", in: stage)
    try stage.play(seconds: 1.5)
    let lines = try map.lines()
    #expect(lines.count == 2)
    #expect(lines.element(0).contains(#""asks":"shouldBegin""#))
    #expect(lines.element(1).contains(#""recognizer":"other.tap""#))
    let answered = try stage.ask(map, #"{"id":3,"answer":{"question":1,"yes":true}}"#)
    #expect(answered.contains { $0.contains(#""recognizer":"map.tap""#) })
  }

  @Test func `whether it may have a finger can be asked, too`() throws {
    let stage = try stage(QuestionTests.tap, "asks: [shouldReceiveTouch], answerTimeout: 1")
    let map = try program("map", in: stage)
    try stage.play(seconds: 1.05)
    #expect(try map.lines().element(0).contains(#""asks":"shouldReceiveTouch""#))
    _ = try stage.ask(map, #"{"id":3,"answer":{"question":1,"yes":false}}"#)
    try stage.play(seconds: 5)
    #expect(try map.lines() == [])
  }

  @Test func `no recognizer waits for a program that disconnects, or unsubscribes`() throws {
    for goes in [true, false] {
      let stage = try stage(QuestionTests.tap, "asks: shouldBegin, answerTimeout: 1")
      let map = try program("map", in: stage)
      let other = try program("other", in: stage)
      try playToQuestion(stage)
      _ = try other.lines()
      if goes {
        map.vanish()
        try stage.play(seconds: 0)
      } else {
        _ = try stage.ask(map, #"{"id":3,"unsubscribe":{"subscription":1}}"#)
      }
      let lines = try other.lines()
      #expect(lines.count == 2)
      #expect(lines.element(0).contains(#""missed":true,"answer":true"#))
      #expect(lines.element(1).contains(#""recognizer":"map.tap","kind":"tap","state":"ended""#))
    }
  }

  @Test func `a program says where content comes to rest, and is refused what it was not asked`()
    throws
  {
    let moves = (1...10).map { "\(1 + Double($0) / 100) move 1 200,\(400 - $0 * 10)\n" }.joined()
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            subviews:
              - id: list
                scrollView:
                  frame: [0, 0, 400, 480]
                  contentSize: [400, 4000]
                  panGestureRecognizer: { asks: [shouldBegin, willEndDragging] }
      """, script: "1.0 down 1 200,400\n\(moves)1.1 up 1\n9.0 wait\n")
    let program = try stage.subscriber(#""types":["scroll","question"]"#)
    try stage.play(seconds: 1.02)
    #expect(try program.lines().last?.contains(#""question":1,"asks":"shouldBegin""#) == true)
    let wrong = try stage.ask(program, #"{"id":3,"answer":{"question":1,"offset":[0,10]}}"#)
    #expect(wrong.last?.contains("expected yes, as question 1 is answered with yes or no") == true)
    _ = try stage.ask(program, #"{"id":4,"answer":{"question":1,"yes":true}}"#)
    try stage.play(seconds: 0.085)
    let asked = try program.lines().last ?? ""
    #expect(
      asked.contains(
        #""question":2,"asks":"willEndDragging","recognizer":"list.pan","view":"list","offset":[0.0,"#
      ))
    #expect(asked.contains(#""target":[0.0,"#) && asked.contains(#""deadline":"#))
    let both = try stage.ask(
      program, #"{"id":5,"answer":{"question":2,"yes":true,"offset":[0,1]}}"#)
    #expect(both.last?.contains("expected one of yes and offset, found both") == true)
    let other = try stage.ask(program, #"{"id":6,"answer":{"question":2,"yes":true}}"#)
    #expect(other.last?.contains("expected offset, as question 2 asks where") == true)
    let given = try stage.ask(program, #"{"id":7,"answer":{"question":2,"offset":[0,350]}}"#)
    #expect(given.contains(#"{"type":"reply","id":7,"result":{}}"#))
    try stage.play(seconds: 2)
    #expect(
      try program.lines().last?.contains(#""phase":"settled","view":"list","offset":[0.0,350.0]"#)
        == true)
    let late = try stage.ask(program, #"{"id":8,"answer":{"question":2,"offset":[0,350]}}"#)
    #expect(late.last?.contains(#""code":"notFound""#) == true)
  }
}
