// A reader's picture of a private window is that of a public window: two daemons differ only in whether
// a window is private, and one who reads it reads the same of it.

import Linux
import TestSupport
import Testing

@testable import ResponderDaemon

@Suite struct SameAsPublicTests {
  /// A pad with all kinds of things in it, and the delegate that handles what it leaves.
  private static func configuration(isPrivate: Bool) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    access: [{ user: 3000, rights: [subscribe, edit] }]
    application:
      handles: [touchesBegan]
      windows:
        - { id: main }
        - id: pad
          \(isPrivate ? "private: [{ user: 3000 }]" : "")
          frame: [400, 0, 400, 400]
          isKeyWindow: true
          handles: [touches, presses, motion, remoteControl]
          gestureRecognizers: [{ id: pad.pan, pan: { simultaneousWith: [any] } }, { id: pad.hover, hover: {} }]
          subviews:
            - id: h1
              frame: fill
              handles: [touches]
              gestureRecognizers: [{ id: h1.tap, tap: { numberOfTapsRequired: 2, asks: [shouldBegin], answerTimeout: 0.05, reportsFailure: true } }]
            - { id: ok, button: { frame: [0, 0, 99, 99], actions: { touchUpInside: digit } } }
            - { id: volume, slider: { value: 0.5 }, frame: [0, 300, 300, 40] }
            - id: list
              scrollView: { contentSize: [99, 990] }
              frame: [99, 99, 99, 99]
              subviews: [{ id: row, frame: [0, 0, 99, 40], handles: [touches] }]
            - { id: field, frame: [200, 0, 99, 99], canBecomeFirstResponder: true, handles: [presses] }
    """
  }

  /// Fingers, a pointer and keys, all of which belong to the pad.
  private func script(_ dice: inout Dice) -> String {
    var text = "0.0 wait\n"
    func place(_ dice: inout Dice) -> String { "\(400 + dice.below(400)),\(dice.below(400))" }
    for round in 0..<30 {
      let start = Double(round)
      text += "\(start + 0.1) down 1 \(place(&dice))\n"
      let isSecond = dice.below(3) == 0
      if isSecond { text += "\(start + 0.15) down 2 \(place(&dice))\n" }
      for step in 0..<dice.below(5) {
        text += "\(start + 0.2 + Double(step) * 0.016) move 1 \(place(&dice))\n"
      }
      if isSecond { text += "\(start + 0.3) cancel 2\n" }
      text += "\(start + 0.35) up 1\n"
      switch dice.below(4) {
      case 0: text += "\(start + 0.5) press began select\n\(start + 0.6) press ended select\n"
      case 1: text += "\(start + 0.5) motion began shake\n\(start + 0.6) motion ended shake\n"
      case 2: text += "\(start + 0.5) remote play\n"
      default: text += "\(start + 0.5) pointer \(place(&dice))\n\(start + 0.6) pointer gone\n"
      }
    }
    return text + "60.0 wait\n"
  }

  private func request(_ dice: inout Dice) -> String {
    let one = "e\(dice.below(3))"
    let inside = dice.pick(["h1", "ok", "volume", "list", "row", "field", one])
    let name = dice.pick(["pad", inside])
    let numbers = (1...9).map { "\($0)" }.joined(separator: ",")
    return dice.pick([
      #""tree":{WINDOW"view":"\#(name)"}"#, #""chain":{WINDOW"responder":"\#(name)"}"#,
      #""why":{WINDOW"recognizer":"h1.tap","point":[\#(400 + dice.below(400)),50]}"#,
      #""put":{WINDOW"in":"\#(dice.pick(["pad", "row", "h1"]))","view":{"id":"\#(one)","frame":[9,9,90,90],"handles":["touches"]}}"#,
      #""put":{WINDOW"in":"\#(one)","gestureRecognizer":{"id":"\#(one).g","longPress":{"minimumPressDuration":0.1}}}"#,
      #""set":{WINDOW"view":"\#(inside)","frame":[\#(dice.below(99)),200,80,80]}"#,
      #""set":{WINDOW"view":"volume","value":0.\#(dice.below(9))}"#,
      #""set":{WINDOW"view":"\#(one)","isHidden":\#(dice.below(2) == 0)}"#,
      #""remove":{WINDOW"view":"\#(one)"}"#,
      #""scrollTo":{WINDOW"view":"list","offset":[0,\#(dice.below(900))],"animated":true}"#,
      #""becomeFirstResponder":{WINDOW"responder":"field"}"#,
      #""resignFirstResponder":{WINDOW"responder":"field"}"#,
      #""answer":{WINDOW"question":\#(dice.below(20)),"yes":true}"#,
      #""cancel":{WINDOW"touches":[\#(numbers)]}"#,
    ])
  }

  /// What the reader has read about the pad, without what says in which stream and for whom,
  /// and whether it is key, which the box says.
  private func lines(_ peer: Peer) throws -> [String] {
    try peer.lines().compactMap { line in
      if line.contains(#""type":"device""#) { return nil }
      return line.replacing(#""stream":"pad","#, with: "").replacing(
        #""private":[{"user":3000}],"#, with: ""
      ).replacing(#""isKeyWindow":true,"#, with: "").replacing(#/"(seq|frame)":[0-9]+,?/#, with: "")
    }
  }

  private static let steps = 150

  @Test(arguments: Soak.seeds(of: steps, atLeast: 12))
  func `a reader reads of a private window what it would read of a public one`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    let script = script(&dice)
    let worlds = try [true, false].map { isPrivate in
      let stage = try Stage.started(Self.configuration(isPrivate: isPrivate), script: script)
      let peer = try stage.connect(uid: 3000)
      let stream = isPrivate ? #","window":"pad""# : ""
      _ = try stage.ask(peer, #"{"id":0,"subscribe":{"explain":true,"detail":true\#(stream)}}"#)
      return (stage, peer, isPrivate)
    }
    var records = 0
    for step in 0..<Self.steps {
      let request = "{\"id\":\(step),\(request(&dice))}"
      let pause = dice.below(5) * 5
      let read = try worlds.map { stage, peer, isPrivate in
        try peer.send(request.replacing("WINDOW", with: isPrivate ? #""window":"pad","# : ""))
        // Shortly, so that what is sent at once has room: in a stream lines are longer.
        return try (0...pause).flatMap { _ in
          try stage.play(seconds: 0.02)
          return try lines(peer)
        }
      }
      records += read[0].count
      try #require(
        read[0] == read[1],
        "seed \(seed), step \(step): \(request)\n\(zip(read[0], read[1]).first { $0 != $1 } ?? ("\(read[0].count)", "\(read[1].count)"))"
      )
    }
    #expect(records > 400)
  }
}
