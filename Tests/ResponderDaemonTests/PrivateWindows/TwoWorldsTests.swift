// Two daemons that differ only in what is in a private window and happens there: a client that may not
// read the window reads the same bytes from both, whatever it requests.

import Linux
import Protocol
import TestSupport
import Testing

@testable import ResponderDaemon

@Suite struct TwoWorldsTests {
  /// A private pad with this in it; the keys may be its own from the beginning.
  private static func configuration(inside: String, isKey: Bool) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe] }
    access:
      - { user: 1001, rights: [edit], under: [stage] }
      - { user: 1003, rights: [raw, edit] }
      - { user: 1004, rights: [raw, edit, inject, control] }
      - { user: 3000, rights: [edit, inject, control] }
    application:
      handles: [touchesBegan]
      windows:
        - id: main
          isKeyWindow: \(!isKey)
          handles: [touches, presses, motion]
          gestureRecognizers:
            - { id: main.tap, tap: { asks: [shouldBegin], answerTimeout: 0.05, cancelsTouchesInView: false } }
            - { id: main.receive, tap: { asks: [shouldReceiveTouch], answerTimeout: 0.05, simultaneousWith: [any] } }
            - { id: main.pan, pan: { simultaneousWith: [any], cancelsTouchesInView: false } }
            - { id: main.hover, hover: {} }
          subviews:
            - { id: stage, frame: [0, 0, 300, 300], handles: [touches], gestureRecognizers: [{ id: stage.tap, tap: {} }] }
            - { id: shelf, frame: [0, 400, 300, 80], mountPoint: true }
            - { id: ok, button: { frame: [310, 0, 80, 80], actions: { touchUpInside: save } } }
        - id: pad
          private: [{ user: 3000 }]
          isKeyWindow: \(isKey)
          frame: [400, 0, 400, 400]
          \(inside)
    """
  }

  private static let few = "subviews: [{ id: h0, frame: [0, 0, 99, 99], handles: [touches] }]"
  private static let many = """
    handles: [touches, presses]
          mountPoint: true
          gestureRecognizers: [{ id: main.tap, tap: { asks: [shouldBegin] } }]
          subviews:
            - { id: h1, frame: fill, gestureRecognizers: [{ id: h0.tap, tap: { asks: [shouldBegin, shouldReceiveTouch], answerTimeout: 0.05 } }, { id: h3.tap, pan: { reportsFailure: true } }] }
            - { id: stage, button: { frame: [0, 0, 99, 99], actions: { touchUpInside: digit } } }
            - { id: h4, frame: [99, 0, 99, 99], isHidden: true }
            - { id: list, scrollView: { contentSize: [99, 990] }, frame: [99, 99, 99, 99] }
            - { id: field, frame: [200, 0, 99, 99], canBecomeFirstResponder: true }
    """

  private static let other = many.replacing("id: h4", with: "id: h5").replacing(
    "[99, 0, 99, 99]", with: "[0, 300, 99, 99]")

  private static let people: [UInt32] = [65534, 1001, 1003, 1004]

  private static let types =
    #""touches","unhandled","gesture","control","action","presses","motion","remoteControl","#
    + #""scroll","firstResponder","focus","edit","device","activity","question","explain""#

  private final class World {
    let stage: Stage
    var peers: [Peer] = []
    var lines: [[String]] = []
    /// A reader of the window, which may edit in it.
    private var insider: Peer
    /// The numbers of its edits that succeeded, and of the records that it has read.
    private(set) var edits = 0
    private(set) var records = 0

    init(_ inside: String, isKey: Bool, script: String) throws {
      stage = try Stage.started(
        TwoWorldsTests.configuration(inside: inside, isKey: isKey), script: script)
      insider = try World.insider(stage)
      for uid in TwoWorldsTests.people {
        let peer = try stage.connect(uid: uid)
        let raw = uid >= 1003 ? #","raw""# : ""
        try peer.send(
          #"{"id":0,"subscribe":{"snapshot":true,"types":[\#(TwoWorldsTests.types)\#(raw)]}}"#)
        peers.append(peer)
        lines.append([])
      }
    }

    // A reader subscribes to all, so that the engine makes every report that it can make.
    private static func insider(_ stage: Stage) throws -> Peer {
      try stage.connect(
        uid: 3000, subscribing: #""explain":true,"detail":true,"types":[\#(TwoWorldsTests.types)]"#)
    }

    /// The reader crashes with all that it has put, and comes again.
    func replaceInsider() throws {
      insider.vanish()
      try stage.play(seconds: 0)
      insider = try World.insider(stage)
    }

    /// The file has this in the window now, and is read again.
    func reload(_ inside: String, isKey: Bool) throws {
      try stage.write(TwoWorldsTests.configuration(inside: inside, isKey: isKey))
      try edit(#"{"id":2,"reload":{}}"#)
    }

    /// What only readers of the window may notice.
    func edit(_ request: String) throws {
      try insider.send(request)
      try read()
    }

    func ask(_ person: Int, _ request: String) throws {
      try peers[person].send(request.replacing("INSTANCE", with: stage.daemon.instance))
      try read()
    }

    func read() throws {
      var isMore = true
      while isMore {
        isMore = false
        try stage.play(seconds: 0)
        for line in try insider.lines() {
          if line.contains(#""type":"reply","id":1,"result":{"seq""#) { edits += 1 }
          if line.contains(#""stream":"pad""#) { records += 1 }
        }
        for (index, peer) in peers.enumerated() {
          for line in try peer.lines() {
            lines[index].append(without(line))
            isMore = true
          }
        }
      }
    }

    // The names of this run and of its directory, and what the daemon does for others, which those who
    // control it may know.
    private func without(_ line: String) -> String {
      var line = line.replacing(stage.daemon.instance, with: "…").replacing(stage.folder, with: "")
      for mark in [#","missedDeadlines":"#, "# HELP responderd_missed_deadlines"] {
        line = String(line.split(separator: mark, maxSplits: 1)[0])
      }
      return line
    }
  }

  /// Touches and keys for all, and in the gaps those that only readers of the window may notice.
  private func script(_ isInside: Bool, isKey: Bool, _ dice: inout Dice) -> String {
    var text = "0.0 wait\n"
    for round in 0..<40 {
      let start = Double(round) * 3
      let place = dice.pick(["50,50", "350,40", "100,440", "250,250"])
      text += "\(start + 0.5) down 1 \(place)\n"
      let at = "\(420 + dice.below(300)),\(20 + dice.below(300))"
      let to = "\(dice.below(800)),\(dice.below(480))"
      let kind = dice.below(5)
      // Beside a finger of all, and alone.
      for time in isInside ? [start + 0.52, start + 1.6] : [] {
        switch kind {
        case 0: text += "\(time) down 2 \(at)\n\(time + 0.05) up 2\n"
        case 1: text += "\(time) down 2 \(at)\n\(time + 0.02) move 2 \(to)\n\(time + 0.05) up 2\n"
        case 2: text += "\(time) down 2 \(at); down 3 700,390\n\(time + 0.04) up 2; up 3\n"
        case 3:
          text +=
            "\(time) down 2 \(at)\n\(time + 0.01) down 3 410,20\n\(time + 0.04) cancel 2; up 3\n"
        default:
          text += "\(time) down 2 510,110\n\(time + 0.02) move 2 510,\(150)\n\(time + 0.05) up 2\n"
        }
      }
      // A number that is typed, a shake and a command.
      if isInside, isKey {
        for (index, key) in ["KEY_4", "KEY_7", "select"].enumerated() {
          let time = start + 1.2 + Double(index) * 0.1
          text += "\(time) press began \(key)\n\(time + 0.05) press ended \(key)\n"
        }
        text += "\(start + 1.7) motion began shake\n\(start + 1.75) motion ended shake\n"
        text += "\(start + 1.8) remote play\n"
      }
      text += "\(start + 0.6) up 1\n"
      text += "\(start + 1.0) press began select\n\(start + 1.1) press ended select\n"
      text += "\(start + 2.4) pointer 100,100\n\(start + 2.5) pointer 450,\(20 + dice.below(9))\n"
      text += "\(start + 2.7) pointer gone\n"
    }
    let lines = text.split(separator: "\n").map { (Double($0.prefix { $0 != " " }) ?? 0, $0) }
    let sorted = lines.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
    return sorted.map { "\($0.element.1)\n" }.joined() + "130.0 wait\n"
  }

  private func request(_ dice: inout Dice) -> String {
    let names = [
      "h0", "h1", "h4", "zz", "pad", "stage", "main", "h0.tap", "h3.tap", "m1", "list", "list.pan",
      "pad.e1", "field", "main.tap",
    ]
    let name = dice.pick(names)
    let point = "[\(dice.below(800)),\(dice.below(480))]"
    let own = dice.below(4)
    let place = dice.pick(["shelf", "stage", "m\(own)", name])
    let window = dice.pick(["", #""window":"pad","#, #""window":"\#(name)","#])
    let numbers = (1...9).map { "\($0)" }.joined(separator: ",")
    return dice.pick([
      #""tree":{}"#, #""tree":{\#(window)"view":"\#(name)"}"#, #""tree":{"as":"yaml"}"#,
      #""tree":{\#(window)"as":"puts"}"#, #""tree":{"detail":true}"#,
      #""tree":{"as":"file"}"#, #""tree":{"as":"file","owner":"\#(name)"}"#,
      #""chain":{\#(window)"responder":"\#(name)"}"#,
      #""convert":{\#(window)"point":\#(point),"from":"\#(name)"}"#,
      #""hitTest":{"point":\#(point),"trace":true}"#,
      #""hitTest":{\#(window)"point":\#(point)}"#,
      #""why":{\#(window)"recognizer":"\#(name)","point":\#(point)}"#,
      #""why":{"recognizer":"main.tap","point":\#(point)}"#,
      #""status":{}"#, #""status":{"prometheus":true}"#, #""devices":{}"#,
      #""subscribe":{\#(window)"types":["edit"],"views":["\#(name)"],"recognizers":["\#(name)"]}"#,
      #""subscribe":{"since":{"instance":"INSTANCE","seq":{"":\#(dice.below(40)),"pad":1}}}"#,
      #""subscribe":{"explain":true,"coalescedTouches":true,"since":{"seconds":\#(dice.below(40))}}"#,
      #""recording":{"seconds":\#(1 + dice.below(40))}"#,
      #""subscribe":{"types":[],"snapshot":true}"#,
      #""unsubscribe":{"subscription":\#(2 + own)}"#, #""unsubscribe":{"subscription":2}"#,
      #""cancel":{"touches":[\#(numbers)]}"#, #""cancel":{\#(window)"view":"\#(name)"}"#,
      #""cancel":{}"#, #""cancel":{"device":"panel"}"#,
      #""answer":{\#(window)"question":\#(dice.below(12)),"yes":true}"#,
      #""set":{\#(window)"view":"\#(name)","next":"\#(dice.pick(names))"}"#,
      #""set":{\#(window)"view":"\#(name)","alpha":0.9}"#,
      #""set":{"view":"pad","isHidden":true}"#, #""set":{"view":"main","isKeyWindow":true}"#,
      #""set":{"view":"pad","isKeyWindow":true}"#,
      #""set":{"view":"m\#(own)","hit":{"redirect":"\#(name)"}}"#,
      #""set":{\#(window)"recognizer":"\#(name)","requiresFailureOf":["\#(name)","main.tap"]}"#,
      #""put":{"in":"\#(place)","view":{"id":"m\#(own)","frame":[0,0,50,50],"handles":["touches"]}}"#,
      #""put":{\#(window)"in":"\#(place)","view":{"id":"m\#(own)","frame":[9,9,9,9],"next":"\#(name)"}}"#,
      #""put":{"in":"\#(place)","view":{"id":"pad.e\#(own)","frame":[9,9,9,9]}}"#,
      #""put":{"in":"\#(dice.pick(["main", place]))","gestureRecognizer":{"id":"spy\#(own)","tap":{"allowedPressTypes":["KEY_4","KEY_7","select"],"asks":["shouldBegin"]}}}"#,
      #""put":{"in":"\#(place)","gestureRecognizer":{"id":"h3.tap","tap":{"requiresFailureOf":["\#(name)"]}}}"#,
      #""put":{"window":{"id":"w\#(own)","level":9,"frame":[350,0,100,100],"handles":["touches"]}}"#,
      #""put":{"window":{"id":"pad","private":[],"frame":[350,0,100,100]}}"#,
      #""put":{"window":{"id":"p\#(own)","private":[],"frame":[350,0,20,20],"subviews":[{"id":"h1","frame":[0,0,9,9]}]}}"#,
      #""remove":{"view":"m\#(own)"}"#, #""remove":{"view":"w\#(own)"}"#,
      #""remove":{\#(window)"view":"\#(name == "stage" || name == "main" ? "h2" : name)"}"#,
      #""becomeFirstResponder":{\#(window)"responder":"\#(name)"}"#,
      #""scrollTo":{\#(window)"view":"list","offset":[0,9]}"#,
      #""inject":{"script":"0 down 9 450,50\n0.1 up 9\n"}"#,
      #""identify":{"name":"somebody\#(own)"}"#, #""nothing":{}"#,
      #""reload":{}"#,
    ])
  }

  /// What a reader does in the window.
  private func edit(_ dice: inout Dice) -> String {
    let one = "pad.e\(dice.below(4))"
    let choices = [
      #""put":{"window":"pad","in":"pad","view":{"id":"\#(one)","frame":[200,200,99,99],"handles":["touches"]}}"#,
      #""put":{"window":"pad","in":"pad","view":{"id":"\#(one)","frame":[0,0,99,99],"gestureRecognizers":[{"id":"\#(one).g","tap":{"asks":["shouldBegin"]}}]}}"#,
      #""put":{"window":"pad","in":"pad","viewController":{"id":"\#(one)","view":{"id":"m1"}}}"#,
      #""put":{"window":"pad","in":"pad","viewController":{"id":"\#(one)","view":{"id":"m2"},"presents":{"id":"sheet","view":{"id":"sheet.view","handles":["touches"]}}}}"#,
      #""set":{"window":"pad","view":"h1","isInhibited":\#(dice.below(2) == 0)}"#,
      #""set":{"window":"pad","view":"\#(one)","frame":[0,200,50,50]}"#,
      #""set":{"window":"pad","view":"\#(one)","isHidden":true}"#,
      #""set":{"window":"pad","view":"h1","next":"\#(one)","isUserInteractionEnabled":false}"#,
      #""set":{"window":"pad","view":"stage","isEnabled":false}"#,
      #""remove":{"window":"pad","view":"\#(one)"}"#, #""cancel":{"window":"pad","view":"h1"}"#,
      #""becomeFirstResponder":{"window":"pad","responder":"field"}"#,
      #""resignFirstResponder":{"window":"pad","responder":"field"}"#,
      #""scrollTo":{"window":"pad","view":"list","offset":[0,90]}"#,
      #""answer":{"window":"pad","question":\#(dice.below(12)),"yes":false}"#,
      #""inject":{"script":"0 down 8 450,50\n0.1 up 8\n"}"#, #""identify":{"name":"insider"}"#,
    ]
    // A device is for all to see: it is made in both worlds.
    return "{\"id\":1,\(choices[dice.below(choices.count - 2)])}"
  }

  private static let steps = 240

  @Test(arguments: Soak.seeds(of: steps, atLeast: 8))
  func `who may not read a private window reads the same, whatever happens in it`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    let isKey = seed % 2 == 0
    let worlds = try [(Self.few, false), (Self.many, true)].map { inside, isInside in
      var dice = Dice(seed: seed)
      return try World(inside, isKey: isKey, script: script(isInside, isKey: isKey, &dice))
    }
    for step in 0..<Self.steps {
      let person = dice.below(Self.people.count)
      let request = "{\"id\":\(step),\(request(&dice))}"
      let pause = Double(dice.below(3)) * 0.2
      switch step % 80 {
      case 20: for world in worlds { try world.replaceInsider() }
      case 60:
        try worlds[0].reload(Self.few, isKey: isKey)
        try worlds[1].reload(step % 160 == 60 ? Self.other : Self.many, isKey: isKey)
      default: break
      }
      if dice.below(2) == 0 { try worlds[1].edit(edit(&dice)) }
      for world in worlds {
        try world.ask(person, request)
        try world.stage.play(seconds: pause)
        try world.read()
      }
      for (index, uid) in Self.people.enumerated() {
        let (one, other) = (worlds[0].lines[index], worlds[1].lines[index])
        try #require(
          one == other,
          "seed \(seed), user \(uid), step \(step): \(request)\n\(zip(one, other).first { $0 != $1 } ?? ("", ""))"
        )
      }
      for world in worlds { for index in world.lines.indices { world.lines[index] = [] } }
    }
    #expect(worlds[1].edits > 20 && worlds[1].records > 100)
    #expect(worlds[0].records < worlds[1].records)
  }
}
