// What has just happened: records with reasons, and contacts, for who asks afterwards.

import Devices
import Linux
import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct JustHappenedTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    access:
      - { user: 3000, rights: [subscribe, raw] }
      - { user: 1000, rights: [subscribe, raw] }
      - { user: 1001, rights: [subscribe] }
    application:
      windows:
        - id: main
          handles: [touches]
          gestureRecognizers:
            - { id: double, tap: { numberOfTapsRequired: 2 } }
            - { id: pan, pan: {} }
        - id: pad
          private: [{ user: 3000 }]
          frame: [400, 0, 400, 400]
          subviews: [{ id: one, frame: fill, handles: [touches], gestureRecognizers: [{ id: tap, tap: {} }] }]
    """

  private func stage(_ script: String) throws -> Stage {
    try Stage.started(Self.configuration, script: script + "900 wait\n")
  }

  private func since(
    _ seconds: Double, _ stage: Stage, uid: UInt32 = 1000,
    _ members: String = #""types":["touches","gesture"],"explain":true"#
  ) throws -> [String] {
    let peer = try stage.connect(uid: uid)
    return try stage.ask(
      peer, #"{"id":1,"subscribe":{\#(members),"since":{"seconds":\#(seconds)}}}"#)
      + stage.everything(for: peer)
  }

  private func recordings(_ answer: String) throws -> [(device: String, script: TouchScript)] {
    try (JSON(parsing: answer)["result"]?["recordings"]?.elements ?? []).map {
      ($0["device"]?.string ?? "", try TouchScript($0["script"]?.string ?? ""))
    }
  }

  @Test func `who asks afterwards reads why, though no client was there when it happened`() throws {
    let stage = try stage("1 down 1 50,50\n1.1 up 1\n100 down 1 50,50\n100.1 up 1\n")
    try stage.play(seconds: 110)
    let lines = try since(30, stage)
    #expect(lines[0].hasSuffix(#""resumed":true}}"#), "\(lines)")
    let reasons = lines.filter { $0.contains(#""recognizer":"double","from":"possible""#) }
    #expect(reasons.count == 1, "\(lines)")
    #expect(reasons.first?.contains(#""rule":"TAP5""#) == true, "\(reasons)")
    #expect(!lines.contains { $0.contains(#""type":"snapshot""#) })
    #expect(try lines.dropFirst().allSatisfy { try JSON(parsing: $0)["t"]?.double ?? 0 >= 180 })
    // Twice as many when both are meant, and the next ones follow.
    #expect(try since(200, stage).count == 2 * lines.count - 1)
    #expect(try since(1, stage).count == 1)
    let plain = try since(30, stage, #""types":["touches"]"#)
    #expect(plain.count == 3, "\(plain)")
  }

  private func seqs(_ lines: [String]) throws -> [Int] {
    try lines.compactMap { try JSON(parsing: $0)["seq"]?.int }
  }

  @Test func `reasons and contacts that others read make no gap, and none is missed after one`()
    throws
  {
    let stage = try stage("1 down 1 50,50\n1.1 up 1\n2 down 1 50,50\n2.1 move 1 90,90\n3 up 1\n")
    let plain = try stage.connect(uid: 1000, subscribing: "")
    let all = #""types":["touches","gesture","explain","raw"]"#
    let curious = try stage.connect(uid: 1000, subscribing: all)
    try stage.play(seconds: 5)
    let (few, many) = (try stage.everything(for: plain), try stage.everything(for: curious))
    let numbers = try seqs(few)
    #expect(numbers.count >= 6 && numbers == Array(numbers[0]..<(numbers[0] + numbers.count)))
    let isNote = many.map { $0.contains(#""type":"explain""#) || $0.contains(#""type":"raw""#) }
    #expect(many.count > few.count + 4)
    for (index, seq) in try seqs(many).enumerated().dropFirst() {
      let before = try seqs([many[index - 1]])[0]
      #expect(seq == (isNote[index] ? before : before + 1), "\(many[index])")
    }
    // Those after the record with the number come again.
    let last = try #require(many.indices.dropLast().last { !isNote[$0] && isNote[$0 + 1] })
    let since =
      #""since":{"instance":"\#(stage.daemon.instance)","seq":\#(try seqs([many[last]])[0])}"#
    let again = try stage.ask(
      try stage.connect(uid: 1000), "{\"id\":1,\"subscribe\":{\(all),\(since)}}")
    #expect(again.element(0).contains(#""resumed":true"#))
    #expect(Array(again.dropFirst()) == Array(many[(last + 1)...]))
  }

  @Test func `minutes of moves push out no reason, and make none`() throws {
    var script = "1 down 1 50,50\n1.1 up 1\n"
    for step in 0..<12_000 {
      let time = 2 + Double(step) / 120
      script += "\(time) \(step == 0 ? "down" : "move") 1 \(60 + step % 300),\(60 + step % 290)\n"
    }
    let stage = try stage(script + "103 up 1\n")
    try stage.play(seconds: 110)
    let lines = try since(120, stage)
    let reasons = lines.filter { $0.contains(#""type":"explain""#) }
    #expect(reasons.contains { $0.contains(#""rule":"TAP5""#) })
    #expect(reasons.count < 20, "\(reasons)")
    #expect(
      lines.contains { $0.contains(#""type":"gesture""#) && $0.contains(#""state":"began""#) })
  }

  @Test func `while a client asks for them, reasons come in each frame of a gesture`() throws {
    var script = "1 down 1 50,50\n"
    for step in 1...50 { script += "\(1 + Double(step) / 100) move 1 \(50 + step * 4),50\n" }
    let stage = try stage(script + "3 up 1\n")
    let reader = try stage.connect(uid: 1000, subscribing: #""types":[],"explain":true"#)
    try stage.play(seconds: 5)
    let changes = try stage.everything(for: reader).filter { $0.contains(#""to":"changed""#) }
    #expect(changes.count > 30)
    #expect(changes.contains { $0.contains(#""from":"changed""#) })
  }

  @Test func `what fingers did comes as a script that does the same again`() throws {
    let fingers = """
      1.000 down 1 50,50; down 2 100,100
      1.010 move 1 52.125,50
      1.020 move 1 60,50; up 2
      1.030 up 1
      40.000 down 1 70,70
      40.250 cancel 1
      """
    let stage = try stage("\(fingers)\n60.000 down 3 10,10\n")
    try stage.play(seconds: 70)
    let peer = try stage.connect(uid: 1000)
    let all = try recordings(
      try stage.ask(peer, #"{"id":1,"recording":{"seconds":100}}"#).element(0))
    #expect(all.map(\.device) == ["panel"])
    let expected = try TouchScript("\(fingers)\n60.000 down 3 10,10\n")
    let zero = try #require(expected.steps.first?.time)
    #expect(all[0].script.steps.map(\.contacts) == expected.steps.map(\.contacts))
    #expect(all[0].script.steps.map(\.time.seconds) == expected.steps.map { $0.time - zero })
    // The time of the zero is that of the records.
    let answer = try stage.ask(peer, #"{"id":2,"recording":{"seconds":20}}"#).element(0)
    #expect(answer.contains(#""result":{"t":160.000000,"recordings":[{"device":"panel","#))
    #expect(try recordings(answer)[0].script.steps.count == 1)
    try stage.play(seconds: 100)
    #expect(
      try stage.ask(peer, #"{"id":3,"recording":{}}"#).element(0).hasSuffix(
        #""result":{"recordings":[]}}"#))
  }

  @Test func `a finger that was down before is left out of the script`() throws {
    let stage = try stage(
      "1 down 1 50,50\n20 move 1 60,60; down 2 90,90\n21 move 2 99,99; up 1\n22 up 2\n")
    try stage.play(seconds: 25)
    let answer = try stage.ask(
      try stage.connect(uid: 1000), #"{"id":1,"recording":{"seconds":10}}"#
    ).element(0)
    let ids = try recordings(answer)[0].script.steps.flatMap { $0.contacts.map(\.id) }
    #expect(ids == [2, 2, 2])
  }

  @Test func `of a private window only its readers read what happened, and no client the contacts`()
    throws
  {
    let stage = try stage(
      "1 down 1 450,50\n1.1 up 1\n2 down 2 50,50; down 3 460,60\n2.1 up 2; up 3\n")
    try stage.play(seconds: 5)
    let (outside, inside) = (try since(30, stage), try since(30, stage, uid: 3000))
    #expect(!outside.contains { $0.contains("pad") || $0.contains("one") })
    #expect(inside.contains { $0.contains(#""recognizer":"tap""#) && $0.contains("explain") })
    #expect(inside.filter { !$0.contains(#""stream":"pad""#) } == outside)
    for uid: UInt32 in [1000, 3000] {
      let answer = try stage.ask(try stage.connect(uid: uid), #"{"id":1,"recording":{}}"#)
      let contacts = try recordings(answer.element(0))[0].script.steps.flatMap(\.contacts)
      #expect(contacts.map(\.position.x) == [50, 50])
    }
    let refused = try stage.ask(try stage.connect(uid: 1001), #"{"id":1,"recording":{}}"#)
    #expect(refused.element(0).contains(#""code":"forbidden""#))
  }

  @Test func `who reads a private window that is made again reads nothing of the one before`()
    throws
  {
    let stage = try stage("1 down 1 450,50\n1.1 up 1\n30 down 1 460,60\n30.1 up 1\n")
    try stage.play(seconds: 5)
    let before = try since(30, stage, uid: 3000)
    #expect(before.contains { $0.contains(#""responder":"one""#) })
    let seq = try seqs(before.filter { $0.contains(#""stream":"pad""#) }).max() ?? 0
    try stage.write(
      Self.configuration.replacing("private: [{ user: 3000 }]", with: "private: [{ user: 1001 }]"))
    _ = try stage.ask(try stage.connect(uid: 0), #"{"id":1,"reload":{"force":true}}"#)
    let instance = stage.daemon.instance
    for point in [
      #"{"seconds":100}"#, #"{"instance":"\#(instance)","seq":{"":0,"pad":0}}"#,
      #"{"instance":"\#(instance)","seq":{"":0,"pad":\#(seq)}}"#,
    ] {
      let lines = try stage.ask(
        try stage.connect(uid: 1001), #"{"id":1,"subscribe":{"explain":true,"since":\#(point)}}"#)
      #expect(
        !lines.contains {
          $0.contains(#""touches":["#) && $0.contains(#""stream":"pad""#)
            && !$0.contains(#""type":"snapshot""#)
        }, "\(lines)")
    }
    try stage.play(seconds: 30)
    #expect(try since(30, stage, uid: 1001).contains { $0.contains(#""responder":"one""#) })
    #expect(try !since(30, stage, uid: 3000).contains { $0.contains(#""responder":"one""#) })
  }

  @Test func `seconds stand alone, and are above zero`() throws {
    let stage = try stage("")
    let peer = try stage.connect(uid: 1000)
    for (since, message) in [
      (#"{"seconds":0}"#, "subscribe.since.seconds: expected a number above zero"),
      (#"{"seconds":1,"seq":1}"#, "subscribe.since.seq: unknown member"),
      (#"{"seq":1}"#, "subscribe.since.instance: expected a text"),
    ] {
      let answer = try stage.ask(peer, #"{"id":1,"subscribe":{"since":\#(since)}}"#).element(0)
      #expect(answer.contains(#""code":"badRequest","message":"\#(message)"#), "\(answer)")
    }
  }
}
