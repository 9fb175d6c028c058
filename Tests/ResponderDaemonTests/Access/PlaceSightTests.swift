// The right to subscribe below some views, its places: such a program sees nothing else.

import LinuxKit
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PlaceSightTests {
  private static func configuration(rules: String = rules, more: String = "") -> String {
    """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [] }
    activity: { idleAfter: 1 }
    access:
    \(rules)
    application:
      delegate: { id: delegate, handles: [motion] }
      windows:
        - id: main
          gestureRecognizers: [{ id: main.tap, tap: { cancelsTouchesInView: false } }]
          rootViewController:
            id: home
            handles: [touches]
            view:
              id: home.view
              subviews:
                - { id: shelf, frame: [0, 0, 200, 200], handles: [touches] }
                - { id: box, frame: [0, 200, 200, 200] }
                - id: map
                  frame: [200, 0, 400, 400]
                  handles: [touches]
                  gestureRecognizers: [{ id: map.tap, tap: { simultaneousWith: [any] } }]
                  subviews:
                    - { id: pin, frame: [0, 0, 100, 100] }
                    - { id: pad, frame: [100, 0, 100, 100], audience: [{ user: 3000 }], subviews: [{ id: pad.key, frame: fill }] }
                \(more)
    """
  }

  private static let rules = """
      - { user: 1001, rights: [subscribe], under: [map] }
      - { user: 1002, rights: [subscribe, raw, edit], under: map }
      - { user: 1003, rights: [subscribe], under: [map, shelf] }
      - { user: 1004, rights: all }
    """

  private func stage(
    _ script: String = "60.0 wait\n", _ configuration: String = configuration()
  ) throws -> Stage {
    try Stage.started(configuration, script: script)
  }

  private func subscriber(
    _ stage: Stage, _ uid: UInt32, _ members: String = #""snapshot":true"#
  ) throws -> (peer: Peer, lines: [String]) {
    let peer = try stage.connect(uid: uid)
    return (peer, try stage.ask(peer, "{\"id\":0,\"subscribe\":{\(members)}}"))
  }

  @Test func `the views around a place are closed, and show nothing else`() throws {
    let stage = try stage()
    let snapshot = try subscriber(stage, 1001).lines.element(1)
    let windows = [
      #""windows":[{"id":"main","kind":"window","frame":[0.0,0.0,800.0,480.0],"screen":"panel","#,
      #""hasAudience":true,"subviews":[{"id":"home.view","kind":"view","#,
      #""frame":[0.0,0.0,800.0,480.0],"hasAudience":true,"subviews":[{"id":"map","#,
      #""kind":"view","frame":[200.0,0.0,400.0,400.0],"handles":["touches"],"#,
      #""gestureRecognizers":[{"id":"map.tap","kind":"tap"}],"subviews":[{"id":"pin","#,
      #""kind":"view","frame":[0.0,0.0,100.0,100.0]},{"id":"pad","kind":"view","#,
      #""frame":[100.0,0.0,100.0,100.0],"hasAudience":true}]}]}]}]"#,
    ].joined()
    #expect(snapshot.contains(windows), "\(snapshot)")
    let two = try subscriber(stage, 1003).lines.element(1)
    #expect(two.contains(#""id":"shelf","kind":"view""#) && two.contains(#""id":"pin""#))
    #expect(!two.contains("box") && !two.contains(#""id":"home""#))
    let all = try subscriber(stage, 1004).lines.element(1)
    #expect(all.contains(#""id":"box""#) && !all.contains(#""id":"home.view","kind":"view","hasA"#))
  }

  @Test func `names outside of the places are unknown in every reply`() throws {
    let stage = try stage()
    let peer = try stage.connect(uid: 1002)
    let cases: [(String, String)] = [
      (#""tree":{"view":"box"}"#, #"no view is named \"box\""#),
      (#""tree":{"view":"mapp"}"#, #"did you mean \"map\""#),
      (#""chain":{"responder":"home"}"#, #"no responder is named \"home\""#),
      (#""chain":{"responder":"delegate"}"#, #"no responder is named \"delegate\""#),
      (#""why":{"recognizer":"main.tap","point":[1,1]}"#, "no recognizer is named"),
      (#""set":{"view":"shelf","alpha":1}"#, "no responder is named"),
      (#""remove":{"view":"box"}"#, "no view is named"),
      (#""hitTest":{"point":[50,50],"trace":true}"#, #""result":{"trace":[]}"#),
      (#""hitTest":{"point":[250,50]}"#, #""view":"pin","window":"main","point":[50.0,50.0]"#),
      (#""subscribe":{"views":["box","pin"]}"#, #""unknown":["box"]"#),
      (#""status":{}"#, #""views":5"#),
      (
        #""chain":{"responder":"pin"}"#,
        #""chain":[{"id":"pin","kind":"view"},{"id":"map","kind":"view","handles":["touches"]},"#
          + #"{"id":"home.view","kind":"view"},{"id":"main","kind":"view"}]"#
      ),
      (#""set":{"view":"home.view","alpha":0.5}"#, "forbidden"),
      (#""add":{"to":"map","view":{"id":"dot","frame":[0,300,9,9]}}"#, #""type":"reply""#),
    ]
    for (request, expected) in cases {
      let answer = try stage.ask(peer, "{\"id\":1,\(request)}").element(0)
      #expect(answer.contains(expected), "\(request): \(answer)")
    }
  }

  @Test
  func `records report what happens in the place, with numbers that show nothing of other views`()
    throws
  {
    let stage = try stage(
      "1.0 down 1 50,50\n1.1 up 1\n2.0 down 1 250,50\n2.1 up 1\n3.0 down 1 100,300\n3.1 up 1\n"
        + "4.0 down 1 260,60\n4.1 up 1\n9.0 wait\n")
    let (peer, _) = try subscriber(stage, 1002, #""raw":true,"explain":true"#)
    try stage.play(seconds: 1.5)
    // It has seen no touch since it connected.
    #expect(try peer.lines().allSatisfy { $0.contains(#""type":"activity","state":"idle""#) })
    try stage.play(seconds: 1)
    let lines = try peer.lines()
    #expect(lines.contains { $0.contains(#""type":"activity","state":"active""#) })
    #expect(lines.contains { $0.contains(#""type":"raw""#) })
    #expect(
      lines.contains {
        $0.contains(#""phase":"began","responder":"map","view":"pin""#)
          && $0.contains(#"{"id":2000000001,"x":50.0,"#) && $0.contains(#""frame":2000000001"#)
      }, "\(lines)")
    #expect(lines.contains { $0.contains(#""recognizer":"map.tap","kind":"tap","state":"ended""#) })
    #expect(!lines.contains { $0.contains("main.tap") || $0.contains("home") })
    try stage.play(seconds: 1)
    #expect(try peer.lines().allSatisfy { $0.contains(#""type":"activity","state":"idle""#) })
    try stage.play(seconds: 1)
    #expect(try peer.lines().contains { $0.contains(#"{"id":2000000002,"x":60.0"#) })
  }

  @Test func `a dialog that is added in a place is seen`() throws {
    let stage = try stage("5.0 down 1 250,250\n5.1 up 1\n5.5 down 1 300,420\n5.6 up 1\n9.0 wait\n")
    let (peer, _) = try subscriber(stage, 1001)
    let editor = try stage.connect(uid: 1004)
    for (place, frame) in [("map", "[0,200,100,100]"), ("home.view", "[0,400,400,80]")] {
      _ = try stage.ask(
        editor,
        #"{"id":1,"add":{"to":"\#(place)","view":{"id":"\#(place).dialog","frame":\#(frame),"handles":["touches"]}}}"#
      )
    }
    #expect(try peer.lines().map { $0.contains(#""edit":"add","view":"map.dialog""#) } == [true])
    try stage.play(seconds: 8)
    let touches = try peer.lines().filter { $0.contains(#""type":"touches""#) }
    #expect(touches.count == 2)
    #expect(touches.allSatisfy { $0.contains(#""responder":"map.dialog""#) })
  }

  @Test func `a client that sees everything reads the same edits as without places`() throws {
    func edits(_ rules: String) throws -> [String] {
      let stage = try stage("60.0 wait\n", Self.configuration(rules: rules))
      _ = try subscriber(stage, 1001)
      let (peer, _) = try subscriber(stage, 1004)
      for edit in [
        #""set":{"view":"home.view","frame":[0,0,700,400]}"#,
        #""move":{"view":"map","to":"box"}"#, #""move":{"view":"map","to":"home.view","index":0}"#,
        #""set":{"view":"map","frame":[0,0,300,300]}"#, #""remove":{"view":"map"}"#,
        #""add":{"to":"box","view":{"id":"map","frame":[0,0,9,9],"subviews":[{"id":"pin","frame":[0,0,1,1]}]}}"#,
        #""add":{"window":{"id":"top","level":1}}"#, #""remove":{"view":"box"}"#,
      ] {
        let answer = try stage.ask(peer, "{\"id\":1,\(edit)}")
        #expect(answer.element(0).contains("reply"), "\(edit): \(answer)")
      }
      return try peer.lines().map { $0.replacing(#/"(seq|t)":[0-9.]+,/#, with: "") }
    }
    let usual = #"  - { user: 1004, rights: all }"#
    #expect(try edits(Self.rules) == edits(usual))
  }

  @Test func `a reload changes what a client sees at once`() throws {
    let stage = try stage("1.0 down 1 50,50\n1.1 up 1\n3.0 down 1 50,50\n3.1 up 1\n9.0 wait\n")
    let (peer, _) = try subscriber(stage, 1001)
    try stage.play(seconds: 1.5)
    // It has seen no touch since it connected.
    #expect(try peer.lines().allSatisfy { $0.contains(#""type":"activity","state":"idle""#) })
    try stage.write(
      Self.configuration(rules: "  - { user: 1001, rights: [subscribe], under: [shelf] }"))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 1)
    _ = try peer.lines()
    let past = try stage.ask(
      peer,
      #"{"id":5,"subscribe":{"since":{"instance":"\#(stage.daemon.instance)","seq":1}}}"#)
    #expect(past.element(0).contains(#""resumed":false"#), "\(past)")
    let tree = try stage.ask(peer, #"{"id":6,"tree":{}}"#).element(0)
    #expect(tree.contains(#""id":"shelf""#) && !tree.contains(#""id":"map""#))
    try stage.play(seconds: 1)
    #expect(try peer.lines().contains { $0.contains(#""view":"shelf""#) })
  }

  // MARK: Random edits

  private static let places: [[String]] = [["map"], ["map", "box"], ["shelf", "map"]]

  /// Edits of all views, including places and the views around them.
  private func edit(_ dice: inout Dice) -> String {
    let views = ["home.view", "shelf", "box", "map", "pin", "pad", "v0", "v1", "v2", "main", "w"]
    let name = dice.pick(views)
    let other = dice.pick(views)
    let new = dice.pick(["v0", "v1", "v2", "map", "box", "shelf", "pin"])
    return dice.pick([
      #""add":{"to":"\#(other)","index":\#(dice.below(3)),"view":{"id":"\#(new)","frame":[0,0,50,\#(dice.below(99))]}}"#,
      #""add":{"to":"\#(other)","view":{"id":"\#(new)","frame":[0,0,50,50],"subviews":[{"id":"pin","frame":[1,1,2,2]}]}}"#,
      #""add":{"window":{"id":"w","level":\#(dice.below(2)),"subviews":[{"id":"\#(new)","frame":[0,0,9,9]}]}}"#,
      #""remove":{"view":"\#(name)"}"#,
      #""move":{"view":"\#(name)","to":"\#(other)","index":\#(dice.below(3))}"#,
      #""move":{"view":"\#(name)","to":"\#(other)"}"#, #""move":{"view":"\#(name)","index":0}"#,
      #""set":{"view":"\#(name)","frame":[\#(dice.below(99)),0,100,100]}"#,
      #""set":{"view":"\#(name)","alpha":0.\#(dice.below(8) + 1),"handles":["touches"]}"#,
      #""set":{"view":"\#(name)","audience":\#(dice.below(2) == 0 ? "~" : #"[{"user":3000}]"#)}"#
        .replacing("~", with: "null"),
      #""batch":[{"move":{"view":"\#(name)","to":"\#(other)"}},{"remove":{"view":"\#(new)"}}]"#,
    ])
  }

  @Test(arguments: 1...12)
  func `the picture of a client that sees some places is correct after any edits`(seed: Int) throws
  {
    var dice = Dice(seed: UInt64(seed))
    let stage = try stage(
      "60.0 wait\n",
      Self.configuration(
        rules: """
            - { user: 1001, rights: [subscribe], under: [map] }
            - { user: 1003, rights: [subscribe], under: [shelf, map] }
            - { user: 1005, rights: [subscribe], under: box }
            - { user: 1004, rights: all }
            - { user: 3000, rights: [subscribe], under: [map, shelf] }
          """))
    let editor = try stage.connect(uid: 1004)
    var readers: [(uid: UInt32, peer: Peer, picture: PictureOfLines)] = []
    for uid: UInt32 in [1001, 1003, 1005, 3000, 1004] {
      let (peer, lines) = try subscriber(stage, uid)
      var picture = PictureOfLines()
      for line in lines { picture.apply(line) }
      readers.append((uid, peer, picture))
    }
    var done = 0
    for step in 0..<120 {
      let edit = edit(&dice)
      let answer = try stage.ask(editor, "{\"id\":\(step),\(edit)}")
      if answer.element(0).contains(#""type":"reply""#) { done += 1 }
      for index in readers.indices {
        for line in try readers[index].peer.lines() { readers[index].picture.apply(line) }
        var fresh = PictureOfLines()
        for line in try subscriber(stage, readers[index].uid).lines { fresh.apply(line) }
        try #require(
          readers[index].picture.treeAtRest == fresh.treeAtRest,
          "seed \(seed), step \(step), user \(readers[index].uid): \(edit)")
        try #require(readers[index].picture.complaints == [], "\(step): \(edit)")
      }
    }
    #expect(done > 10)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }
}
