// A client that may edit only below one view, or only in its private window, changes nothing outside of
// it: touches and keys outside reach the same responders as in a copy of the tree that no client edits.

import Linux
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PlaceShadowTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    access: [{ user: 1001, rights: [edit], under: [x] }]
    application:
      windows:
        - id: main
          performs: [save]
          handles: [touches, presses, motion, remoteControl]
          subviews:
            - id: out
              frame: [400, 0, 400, 400]
              handles: [touches]
              gestureRecognizers: [{ id: out.tap, tap: {} }, { id: out.pan, pan: {} }, { id: out.ask, tap: { asks: [shouldBegin, shouldReceiveTouch], answerTimeout: 0.05, simultaneousWith: [any] } }]
              subviews:
                - { id: ok, button: { frame: [0, 0, 100, 100], actions: { touchUpInside: save } } }
                - { id: field, frame: [0, 200, 100, 100], canBecomeFirstResponder: true, handles: [presses] }
            - { id: x, frame: [0, 0, 300, 300], handles: [touches], mountPoint: true, canBecomeFirstResponder: true }
            - { id: gone, frame: [300, 400, 50, 50], handles: [touches] }
            - { id: late, frame: [300, 0, 100, 300], handles: [touchesBegan], next: gone }
    """

  /// The same with a private window in place of the view `x`.
  private static let withWindow = configuration.replacing(
    ", under: [x] }", with: ", under: [x] }, { user: 2000, rights: [subscribe] }"
  ).replacing(
    "        - { id: x, frame: [0, 0, 300, 300], handles: [touches], mountPoint: true, canBecomeFirstResponder: true }\n",
    with: ""
  ).replacing(
    "  windows:\n",
    with:
      "  windows:\n    - { id: x, private: [{ user: 1001 }, { user: 2000 }], frame: [0, 0, 300, 300], handles: [touches], mountPoint: true, canBecomeFirstResponder: true, subviews: [{ id: x0, frame: [0, 0, 9, 9] }] }\n"
  )

  private static let script = """
    0.0 wait
    1.0 down 1 50,50
    2.0 down 2 450,50; down 3 650,50
    2.1 up 2
    2.2 move 3 700,90
    2.3 up 3
    2.5 press began select
    2.6 press ended select
    3.0 down 4 350,100
    3.1 up 4
    3.2 up 1
    60.0 wait

    """

  private static let points = [
    "450,50", "650,50", "350,100", "310,290", "401,350", "799,479", "20,310", "290,301",
  ]

  /// An edit; in a window, with its name in each.
  private func edit(_ dice: inout Dice, _ number: Int, in window: String) -> String {
    let own = ["x", "a\(dice.below(number + 1))", "a\(dice.below(number + 1))", "b", "c"]
    let all = own + ["out", "ok", "main", "late", "app", "field"]
    let one = own[dice.below(own.count)]
    let other = all[dice.below(all.count)]
    let huge = "[-500,-500,3000,3000]"
    let choices = [
      #""put":{"in":"\#(one)","view":{"id":"a\#(number)","frame":\#(huge),"handles":["touches","presses"],"performs":["save"]}}"#,
      #""put":{"in":"x","view":{"id":"a\#(number)","frame":[0,0,300,300],"isExclusiveTouch":true,"handles":["touches"]}}"#,
      #""put":{"in":"\#(one)","view":{"id":"a\#(number)","frame":fill,"next":"\#(other)","hit":{"inset":-900}}}"#
        .replacing("fill", with: #""fill""#),
      #""put":{"in":"\#(one)","view":{"id":"a\#(number)","frame":[0,0,9,9],"subviews":[{"viewController":{"id":"vc\#(number)","view":{"id":"v\#(number)","frame":[0,0,9,9]},"presents":{"id":"p\#(number)","view":{"id":"pv\#(number)","handles":["touches"]}}}}]}}"#,
      #""put":{"in":"\#(one)","gestureRecognizer":{"id":"r\#(number)","tap":{"requiredToFailBy":["out.tap"]}}}"#,
      #""put":{"in":"\#(one)","gestureRecognizer":{"id":"r\#(number)","pan":{"canPrevent":true,"canBePrevented":false}}}"#,
      #""set":{"view":"\#(one)","next":"\#(other)"}"#,
      #""set":{"view":"\#(one)","hit":{"redirect":"\#(other)"}}"#,
      #""set":{"view":"\#(one)","isExclusiveTouch":true}"#,
      #""set":{"view":"\#(one)","canBecomeFirstResponder":true,"canResignFirstResponder":false}"#,
      #""set":{"view":"\#(one)","transform":{"scale":100}}"#,
      #""set":{"view":"\#(one)","bounds":\#(huge)}"#, #""set":{"view":"\#(other)","alpha":0}"#,
      #""set":{"view":"\#(one)","actor":"somebody"}"#, #""set":{"view":"\#(one)","level":99}"#,
      #""put":{"in":"\#(other)","view":{"id":"b","frame":\#(huge),"handles":["touches"]}}"#,
      #""put":{"in":"\#(one)","view":{"id":"\#(other)","frame":\#(huge),"handles":["touches"]}}"#,
      #""set":{"view":"\#(one)","above":"\#(other)"}"#,
      #""set":{"view":"\#(other)","below":"\#(one)"}"#,
      #""put":{"window":{"id":"w\#(number)","level":9,"handles":["touches"]}}"#,
      #""put":{"in":"\#(one)","viewController":{"id":"vc\#(number)","view":{"id":"v\#(number)","frame":\#(huge)}}}"#,
      #""becomeFirstResponder":{"responder":"\#(one)"}"#, #""cancel":{"view":"\#(other)"}"#,
      #""resignFirstResponder":{"responder":"\#(other)"}"#,
      #""endEditing":{"view":"\#(one)"}"#,
      #""set":{"view":"\#(other)","isInhibited":true}"#, #""remove":{"view":"\#(other)"}"#,
      #""put":{"presentedBy":"vc\#(dice.below(number + 1))","viewController":{"id":"q\#(number)","view":{"id":"qv\#(number)"}}}"#,
      #""set":{"view":"app","firstResponder":"\#(one)"}"#, #""cancel":{"touches":[1,2,3,4]}"#,
      #""put":{"in":"\#(one)","view":{"id":"gone","frame":[0,0,9,9],"handles":["touches"]}}"#,
      #""remove":{"view":"gone"}"#,
    ]
    let choice = choices[dice.below(choices.count)]
    if choice.hasPrefix(#""put":{"window""#) { return choice }
    return choice.replacing(":{\"", with: ":{\(window)\"", maxReplacements: 1)
  }

  /// The results of hit tests and chains outside of the view, and the records there.
  private func truth(_ stage: Stage, _ watcher: Peer) throws -> [String] {
    var lines: [String] = []
    for point in Self.points {
      lines += try stage.ask(watcher, #"{"id":1,"hitTest":{"point":[\#(point)]}}"#)
    }
    for responder in ["out", "ok", "late", "main", "app"] {
      lines += try stage.ask(watcher, #"{"id":2,"chain":{"responder":"\#(responder)"}}"#)
    }
    lines.append(stage.daemon.configuration.application.firstResponder?.id ?? "none")
    let outside = ["out", "ok", "late", "main", "field"].map { #""view":"\#($0)""# }
    let kinds = [
      #""type":"touches""#, #""type":"gesture""#, #""type":"control""#, #""type":"action""#,
      #""type":"presses""#, #""type":"unhandled""#, #""type":"question""#,
    ]
    return lines.filter { line in
      guard line.hasPrefix("{\"seq\"") else { return true }
      guard kinds.contains(where: { line.contains($0) }) else { return false }
      // A touch that began in the view belongs to the view.
      return outside.contains { line.contains($0) } || !line.contains("\"view\"")
    }.map { line in
      line.replacing(#/"seq":[0-9]+,/#, with: "").replacing(#/"frame":[0-9]+,/#, with: "")
    }
  }

  @Test(arguments: 1...12, [false, true])
  func `touches and keys outside reach the same responders as without the edits`(
    seed: Int, isWindow: Bool
  ) throws {
    var dice = Dice(seed: UInt64(seed))
    let uid: UInt32 = seed % 2 == 0 ? 1001 : 2000
    let window = isWindow ? #""window":"x","# : ""
    let configuration = isWindow ? Self.withWindow : Self.configuration
    let stages = try [
      Stage(configuration, script: Self.script), Stage(configuration, script: Self.script),
    ]
    var watchers: [Peer] = []
    for stage in stages {
      try stage.start()
      let watcher = try Peer(of: stage.daemon.server, uid: 0)
      try stage.play(seconds: 0)
      _ = try watcher.lines()
      _ = try stage.ask(watcher, #"{"id":0,"subscribe":{}}"#)
      // Its name is free, and a view outside still names it.
      _ = try stage.ask(watcher, #"{"id":0,"remove":{"view":"gone"}}"#)
      if seed % 3 == 0 {
        _ = try stage.ask(watcher, #"{"id":0,"becomeFirstResponder":{"responder":"field"}}"#)
      }
      watchers.append(watcher)
    }
    let editor = try Peer(of: stages[0].daemon.server, uid: uid)
    try stages[0].play(seconds: 0)
    _ = try editor.lines()
    for view in [#"{"id":"b","frame":[0,0,300,300]}"#, #"{"id":"c","frame":[0,0,99,99]}"#] {
      let answer = try stages[0].ask(
        editor, #"{"id":1,"put":{\#(window)"in":"x","view":\#(view)}}"#)
      #expect(answer.element(0).contains("reply"))
    }
    for step in 0..<40 {
      let one = edit(&dice, step, in: dice.below(4) == 0 ? "" : window)
      let request =
        dice.below(3) == 0
        ? "\"batch\":[{\(one)},{\(edit(&dice, step + 100, in: window))}]" : one
      let answers = try stages[0].ask(editor, "{\"id\":1,\(request)}")
      try #require(answers.contains { $0.contains(#""id":1"#) }, "seed \(seed): \(request)")
      for stage in stages { try stage.play(seconds: 0.1) }
      let found = try zip(stages, watchers).map { try truth($0, $1) }
      try #require(found[0] == found[1], "seed \(seed), step \(step): \(request)")
      #expect(stages[0].daemon.configuration.application.checkInvariants() == [])
    }
  }

  @Test(arguments: [1001, 2000] as [UInt32])
  func `the id of a removed view gives no position in a chain outside`(uid: UInt32) throws {
    let stage = try Stage.started(Self.configuration)
    let root = try stage.connect(uid: 0)
    let chain = #"{"id":1,"chain":{"responder":"late"}}"#
    let named = try stage.ask(root, chain)
    #expect(named.element(0).contains("gone"))
    _ = try stage.ask(root, #"{"id":2,"remove":{"view":"gone"}}"#)
    let without = try stage.ask(root, chain)
    #expect(!without.element(0).contains("gone"))

    let editor = try stage.connect(uid: uid)
    let put =
      #"{"id":3,"put":{"in":"x","view":{"id":"gone","frame":[0,0,9,9],"handles":["touches"]}}}"#
    let refused = try stage.ask(editor, put)
    #expect(refused.element(0).contains(#""code":"forbidden""#))
    #expect(try stage.ask(root, chain) == without)

    // A client that may change the chain puts the id into it again.
    _ = try stage.ask(root, put)
    #expect(try stage.ask(root, chain).element(0).contains("gone"))
  }
}
