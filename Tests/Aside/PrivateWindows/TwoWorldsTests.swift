// Two daemons that differ only in hidden views: a client that may not see them reads the same bytes from
// both, including the numbers of records, whatever it requests. Hidden and public touches do not
// overlap in time, because arbitration between them could be noticed.

import LinuxKit
import Testing
import Wire

@testable import ResponderDaemon

@Suite struct TwoWorldsTests {
  /// A hidden pad with so many keys of these names, below recognizers that ask questions.
  private static func configuration(hidden: String) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    activity: { idleAfter: 1 }
    limits: { ownedViews: 5, subscriptions: 4, lineBytes: 2000 }
    socket: { rights: [subscribe] }
    access:
      - { user: 1001, rights: [edit], under: [stage] }
      - { user: 1003, rights: [raw, edit] }
      - { user: 1004, rights: [raw] }
      - { user: 3000, rights: [edit], under: [pad] }
    application:
      windows:
        - id: main
          handles: [touches, presses]
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
              frame: [400, 0, 400, 400]
              audience: [{ user: 3000 }]
              handles: [touches]
              subviews: [\(hidden)]
    """
  }

  private static let people: [UInt32] = [65534, 1001, 1003, 1004]

  private static func connect(_ stage: Stage, _ uid: UInt32, _ members: String) throws -> Peer {
    let peer = try Peer(of: stage.daemon.server, uid: uid)
    try stage.play(seconds: 0)
    _ = try peer.lines()
    try peer.send("{\"id\":0,\"subscribe\":{\(members)}}")
    return peer
  }

  private final class World {
    let stage: Stage
    var peers: [Peer] = []
    var lines: [[String]] = []
    private let people: [UInt32]
    /// A client in the audience, which may edit in the pad.
    private let insider: Peer
    /// The number of its edits that succeeded.
    private(set) var editCount = 0

    init(_ configuration: String, script: String, people: [UInt32]) throws {
      self.people = people
      stage = try Stage(configuration, script: script)
      try stage.start()
      // A client in the audience subscribes, so that the engine makes every report that it can make.
      insider = try TwoWorldsTests.connect(
        stage, 3000, "\"explain\":true,\"types\":[\(TwoWorldsTests.types)]")
      for uid in people {
        let raw = uid >= 1003 && uid < 2000 ? #","raw""# : ""
        peers.append(
          try TwoWorldsTests.connect(
            stage, uid, "\"snapshot\":true,\"types\":[\(TwoWorldsTests.types)\(raw)]"))
        lines.append([])
      }
    }

    /// Requests and touches that only the audience may see.
    func edit(_ request: String) throws {
      try insider.send(request)
      try read()
      editCount += try insider.lines().count {
        $0.contains(#""type":"reply","id":1,"result":{"seq""#)
      }
    }

    func ask(_ person: Int, _ request: String) throws {
      let own = stage.daemon.server.connections.first { $0.peer.uid == people[person] }
      try peers[person].send(
        request.replacing("INSTANCE", with: stage.daemon.instance)
          .replacing("CONNECTION", with: "\(own?.number ?? 0)"))
      try read()
    }

    func read() throws {
      // A long answer needs several turns, and more of them where numbers have more digits.
      var isMore = true
      while isMore {
        isMore = false
        try stage.play(seconds: 0)
        for (index, peer) in peers.enumerated() {
          for line in try peer.lines() {
            lines[index].append(without(line))
            isMore = true
          }
        }
      }
    }

    // The names of this run and of its directory.
    private func without(_ line: String) -> String {
      line.replacing(stage.daemon.instance, with: "…").replacing(stage.folder, with: "")
    }
  }

  private static let types =
    #""touches","unhandled","gesture","control","action","presses","motion","remoteControl","#
    + #""scroll","firstResponder","edit","device","activity","question","explain""#

  /// Touches and edits for all clients, and in the gaps those that only the audience may see.
  private func script(hidden kind: Int, _ dice: inout Dice) -> String {
    var text = "0.0 wait\n"
    for round in 0..<6 {
      let start = Double(round) * 6
      let places = ["50,50", "350,40", "100,440", "250,250"]
      let place = places[round % places.count]
      text += "\(start + 0.5) down 1 \(place)\n\(start + 0.6) up 1\n"
      text += "\(start + 1.0) press began select\n\(start + 1.1) press ended select\n"
      let at = "\(420 + dice.below(300)),\(20 + dice.below(300))"
      switch kind {
      case 0: break
      case 1: text += "\(start + 3) down 2 \(at)\n\(start + 3.1) up 2\n"
      case 2:
        text += "\(start + 3) down 2 410,20\n\(start + 3.1) move 2 \(at)\n\(start + 3.2) up 2\n"
      case 3, 5:
        text +=
          "\(start + 3) pointer \(at)\n\(start + 3.2) pointer 500,300\n\(start + 3.3) pointer gone\n"
      default:
        text += "\(start + 3) down 2 \(at); down 3 700,390\n\(start + 3.4) up 2; up 3\n"
      }
    }
    return text + "60.0 wait\n"
  }

  private func request(_ dice: inout Dice) -> String {
    let names = [
      "h0", "h1", "h2", "h3", "h4", "zz", "pad", "stage", "main", "h0.tap", "h3.tap", "m1", "pax",
      "pad.one", "pad.two", "pad.tap",
    ]
    let ids = ["pad.one", "pad.one.inner", "pad.two", "pad.tap", "pad.pan", "pad.", "stage.x"]
    let id = ids[dice.below(ids.count)]
    let name = names[dice.below(names.count)]
    let point = "[\(dice.below(800)),\(dice.below(480))]"
    let numbers = (1...6).map { "\($0),\(1_000_000_000 + $0)" }.joined(separator: ",")
    let own = dice.below(4)
    let choices = [
      #""tree":{}"#, #""tree":{"view":"\#(name)"}"#, #""chain":{"responder":"\#(name)"}"#,
      #""hitTest":{"point":\#(point),"trace":true}"#,
      #""why":{"recognizer":"\#(name)","point":\#(point)}"#,
      #""why":{"recognizer":"main.tap","point":\#(point)}"#,
      #""status":{}"#, #""status":{"prometheus":true}"#, #""devices":{}"#,
      #""subscribe":{"types":["edit"],"views":["\#(name)"],"recognizers":["\#(name)"]}"#,
      #""subscribe":{"explain":true,"since":{"instance":"INSTANCE","connection":"CONNECTION","seq":\(dice.below(40))}}"#,
      #""subscribe":{"since":{"instance":"INSTANCE","seq":0}}"#,
      #""subscribe":{"types":[],"snapshot":true}"#, #""unsubscribe":{"subscription":2}"#,
      #""cancel":{"touches":[\#(numbers)]}"#, #""cancel":{"view":"\#(name)"}"#,
      #""answer":{"question":\#(1_000_000_000 + dice.below(9)),"yes":true}"#,
      #""answer":{"question":\#(dice.below(9)),"yes":true}"#,
      #""set":{"view":"\#(name)","next":"\#(names[dice.below(names.count)])"}"#,
      #""set":{"view":"\#(name)","alpha":0.9}"#,
      #""set":{"view":"m\#(own)","hit":{"redirect":"\#(name)"}}"#,
      #""set":{"recognizer":"\#(name)","requiresFailureOf":["\#(name)","main.tap"]}"#,
      #""add":{"to":"shelf","own":true,"view":{"id":"m\#(own)","frame":[0,0,50,50],"next":"\#(name)"}}"#,
      #""add":{"to":"shelf","own":true,"view":{"id":"m\#(own)","frame":[0,0,50,50],"handles":["touches"]}}"#,
      #""add":{"to":"\#(name)","gestureRecognizer":{"id":"g\#(own)","tap":{"requiresFailureOf":["\#(name)"]}}}"#,
      #""add":{"to":"shelf","own":true,"view":{"id":"\#(id)","frame":[0,0,9,9]}}"#,
      #""add":{"to":"m\#(own)","gestureRecognizer":{"id":"\#(id)","tap":{}}}"#,
      #""add":{"to":"shelf","own":true,"view":{"viewController":{"id":"\#(id)","view":{"id":"m\#(own)"}}}}"#,
      #""subscribe":{"types":["activity"],"phases":["began"],"rate":\#(own + 1)}"#,
      #""subscribe":{"types":["gesture"],"views":["\#(String(repeating: "v", count: 1900))"]}"#,
      #""remove":{"view":"m\#(own)"}"#, #""remove":{"view":"\#(name == "pad" ? "h1" : "h2")"}"#,
      #""move":{"view":"m\#(own)","to":"\#(name)"}"#, #""disable":{"recognizer":"\#(name)"}"#,
      #""becomeFirstResponder":{"responder":"\#(name)"}"#, #""inhibit":{"view":"h1"}"#,
      #""identify":{"name":"somebody\#(own)"}"#, #""describe":{"x":1}"#, #""nothing":{}"#,
    ]
    return choices[dice.below(choices.count)]
  }

  /// The requests of a client in the audience, in the daemon with hidden views.
  private func hiddenEdit(_ dice: inout Dice) -> String {
    let one = "pad.e\(dice.below(4))"
    let choices = [
      #""add":{"to":"pad","view":{"id":"\#(one)","frame":[200,200,99,99],"handles":["touches"]}}"#,
      #""add":{"to":"pad","view":{"id":"\#(one)","frame":[99,0,99,99],"gestureRecognizers":[{"id":"\#(one).g","tap":{"asks":["shouldBegin"],"answerTimeout":0.05}}]}}"#,
      #""set":{"view":"\#(one)","frame":[0,200,50,50]}"#, #""move":{"view":"\#(one)"}"#,
      #""set":{"view":"\#(one)","isHidden":true}"#, #""disable":{"recognizer":"\#(one).g"}"#,
      #""set":{"view":"\#(one)","next":"h1"}"#, #""cancel":{"view":"\#(one)"}"#,
      #""remove":{"view":"\#(one)"}"#,
      #""answer":{"question":\#(1_000_000_001 + dice.below(9)),"yes":false}"#,
    ]
    return "{\"id\":1,\(choices[dice.below(choices.count)])}"
  }

  private static let few = "{ id: h0, frame: [0, 0, 99, 99], handles: [touches] }"
  private static let many = """
    { id: h1, frame: fill, gestureRecognizers: [{ id: h0.tap, tap: { asks: [shouldBegin, shouldReceiveTouch], answerTimeout: 0.05 } }, { id: h3.tap, pan: { simultaneousWith: [any], reportsFailure: true } }] },
    { id: h2, button: { frame: [0, 0, 99, 99], actions: { touchUpInside: digit } } },
    { id: h4, frame: [99, 0, 99, 99], isHidden: true },
    { id: pad.one, frame: [99, 99, 99, 99], subviews: [{ id: pad.one.inner, frame: [0, 0, 9, 9] }], gestureRecognizers: [{ id: pad.tap, tap: {} }] }
    """

  @Test(arguments: 1...6)
  func `a client that may not see the pad reads the same, whatever is hidden in it`(kind: Int)
    throws
  {
    var dice = Dice(seed: UInt64(kind))
    let worlds = try [(Self.few, 0), (Self.many, kind)].map { hidden, kind in
      try World(
        Self.configuration(hidden: hidden), script: script(hidden: kind, &dice),
        people: Self.people)
    }
    for step in 0..<240 {
      let person = dice.below(Self.people.count)
      let request = "{\"id\":\(step),\(request(&dice))}"
      let isStill = dice.below(3) > 0
      if kind > 4, dice.below(2) == 0 { try worlds[1].edit(hiddenEdit(&dice)) }
      for world in worlds {
        try world.ask(person, request)
        if !isStill { try world.stage.play(seconds: 0.4) }
        try world.read()
      }
      for (index, uid) in Self.people.enumerated() {
        try #require(
          worlds[0].lines[index] == worlds[1].lines[index],
          "kind \(kind), user \(uid), step \(step): \(request)")
      }
      for world in worlds { for index in world.lines.indices { world.lines[index] = [] } }
    }
    #expect(worlds[1].editCount > 20 || kind < 5)
    // Records were hidden, and the daemon sent them to the clients that may see them.
    #expect(worlds[1].stage.daemon.encoder.seq > worlds[0].stage.daemon.encoder.seq)
  }

  // MARK: Places

  /// A map for clients that see only the map, and other views that they must not notice.
  private static func configuration(elsewhere: String) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    activity: { idleAfter: 1 }
    limits: { ownedViews: 5, subscriptions: 4, lineBytes: 2000 }
    socket: { rights: [] }
    access:
      - { user: 1001, rights: [subscribe, edit], under: [stage] }
      - { user: 1002, rights: [subscribe], under: [shelf, stage] }
      - { user: 1003, rights: [subscribe, raw, edit], under: stage }
      - { user: 1004, rights: [subscribe, raw], under: [stage] }
      - { user: 3000, rights: all }
    application:
      delegate: { id: delegate, handles: [presses, motion] }
      windows:
        - id: main
          gestureRecognizers:
            - { id: main.pan, pan: { simultaneousWith: [any], cancelsTouchesInView: false } }
          subviews:
            - id: stage
              frame: [0, 0, 300, 300]
              handles: [touches]
              gestureRecognizers:
                - { id: stage.tap, tap: { asks: [shouldBegin], answerTimeout: 0.05 } }
                - { id: stage.hover, hover: {} }
              subviews: [{ id: ok, button: { frame: [200, 0, 80, 80], actions: { touchUpInside: save } } }]
            - { id: shelf, frame: [0, 400, 300, 80], mountPoint: true, handles: [touches] }
            - id: pad
              frame: [400, 0, 400, 400]
              handles: [touches]
              subviews: [\(elsewhere)]
    """
  }

  private static let editsElsewhere = [
    #""add":{"to":"pad","view":{"id":"q0","frame":[0,0,50,50],"handles":["touches"]}}"#,
    #""set":{"view":"q0","frame":[5,5,50,50]}"#, #""move":{"view":"q0","to":"main"}"#,
    #""remove":{"view":"q0"}"#, #""set":{"view":"pad","alpha":0.5}"#,
    #""set":{"view":"main","alpha":0.9}"#, #""becomeFirstResponder":{"responder":"h1"}"#,
    #""add":{"window":{"id":"q1","frame":[700,400,90,70],"level":1}}"#,
    #""remove":{"view":"q1"}"#, #""cancel":{"view":"pad"}"#,
    #""set":{"recognizer":"main.pan","isEnabled":true}"#,
  ]

  @Test(arguments: 1...4)
  func `a client that sees only places reads the same, whatever is outside of them`(kind: Int)
    throws
  {
    var dice = Dice(seed: UInt64(kind) + 100)
    let people: [UInt32] = [1001, 1002, 1003, 1004]
    // An id exists only once in the tree.
    let many = Self.many.replacing("pad.", with: "elsewhere.")
    let worlds = try [(Self.few, 0), (many, kind)].map { elsewhere, kind in
      try World(
        Self.configuration(elsewhere: elsewhere), script: script(hidden: kind, &dice),
        people: people)
    }
    for step in 0..<240 {
      let person = dice.below(people.count)
      let request = "{\"id\":\(step),\(request(&dice))}"
      let isStill = dice.below(3) > 0
      if dice.below(3) == 0 {
        try worlds[1].edit("{\"id\":1,\(dice.pick(Self.editsElsewhere))}")
      }
      for world in worlds {
        try world.ask(person, request)
        if !isStill { try world.stage.play(seconds: 0.4) }
        try world.read()
      }
      for (index, uid) in people.enumerated() {
        try #require(
          worlds[0].lines[index] == worlds[1].lines[index],
          "kind \(kind), user \(uid), step \(step): \(request)")
      }
      for world in worlds { for index in world.lines.indices { world.lines[index] = [] } }
    }
    #expect(worlds[1].editCount > 10)
    #expect(worlds[1].stage.daemon.encoder.seq > worlds[0].stage.daemon.encoder.seq)
  }
}
