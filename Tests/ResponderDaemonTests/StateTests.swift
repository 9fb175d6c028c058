// State that programs need beyond what happened: sizes, places of fingers, where content will rest.

import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct StateTests {
  private static let configuration = """
    screens: { panel: { size: [800, 480] } }
    application:
      windows:
        - id: main
          subviews:
            - { id: ok, button: { frame: [0, 0, 100, 100] } }
            - id: map
              frame: [100, 0, 300, 300]
              isMultipleTouchEnabled: true
              gestureRecognizers: [{ id: pinch, pinch: {} }]
            - id: list
              frame: [500, 0, 300, 300]
              scrollView: { contentSize: [300, 3000], verticalSnapOffsets: [0, 500, 900, 2600] }
    """

  /// The same with a map that takes touches.
  private static let touched = configuration.replacing(
    "isMultipleTouchEnabled", with: "handles: [touches]\n          isMultipleTouchEnabled")

  private func stage(_ script: String = "60.0 wait\n") throws -> Stage {
    try Stage.started(Self.configuration, script: script)
  }

  @Test func `detail describes controls, fingers and moments`() throws {
    let stage = try stage(
      "1.0 down 1 50,50\n1.1 move 1 50,400\n1.2 up 1\n2.0 down 2 150,100; down 3 250,100\n2.1 move 3 300,100\n"
        + "2.2 move 3 350,120\n2.3 up 2\n2.4 up 3\n9.0 wait\n")
    let peer = try stage.subscriber(#""detail":true"#)
    try stage.play(seconds: 4)
    let lines = try peer.lines()
    func line(_ parts: String...) -> String {
      lines.first { line in parts.allSatisfy { line.contains($0) } } ?? ""
    }
    #expect(line(#""event":"touchDown""#).hasSuffix(#","isHighlighted":true}"#))
    #expect(line(#""event":"touchDragExit""#).hasSuffix(#","isHighlighted":false}"#))
    let began = line(#""type":"unhandled""#, #""phase":"began""#)
    #expect(!began.isEmpty && !began.contains("timestamp"))
    let changed = line(#""recognizer":"pinch""#, #""state":"changed""#)
    #expect(
      changed.contains(
        #""locations":[{"id":2,"x":50.0,"y":100.0},{"id":3,"x":250.0,"y":120.0}]"#),
      "\(changed)")
    // A finger that has lifted is nowhere.
    let ended = line(#""recognizer":"pinch""#, #""state":"ended""#)
    let places = [#""locations":[]"#, #""locations":[{"id":3,"#]
    #expect(places.contains { ended.contains($0) }, "\(ended)")
  }

  @Test func `with the event that ends a press a control is no longer pressed`() throws {
    let configuration = """
      screens: { panel: { size: [400, 400] } }
      application:
        windows:
          - id: main
            subviews: [{ id: ok, button: { frame: [0, 0, 100, 100] } }]
      """
    let stage = try Stage.started(
      configuration,
      script: "1.0 down 1 50,50\n1.1 move 1 60,50\n1.2 up 1\n2.0 down 2 50,50\n2.1 move 2 50,390\n"
        + "2.2 up 2\n3.0 down 3 50,50\n3.1 cancel 3\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["control"],"detail":true"#)
    try stage.play(seconds: 4)
    let told = try peer.lines().map { line in
      let record = try JSON(parsing: line)
      return "\(record["event"]?.string ?? "") \(record["isHighlighted"]?.bool ?? false)"
    }
    #expect(
      told == [
        "touchDown true", "touchDragInside true", "touchUpInside false",
        "primaryActionTriggered false", "touchDown true", "touchDragExit false",
        "touchDragOutside false", "touchUpOutside false", "touchDown true", "touchCancel false",
      ])
  }

  @Test func `without detail no client reads of it`() throws {
    let stage = try stage("1.0 down 1 50,50\n1.1 up 1\n9.0 wait\n")
    let peer = try stage.subscriber()
    try stage.play(seconds: 4)
    let lines = try peer.lines()
    #expect(!lines.isEmpty)
    #expect(!lines.contains { $0.contains("isHighlighted") || $0.contains("timestamp") })
  }

  @Test func `a touch has the time at which it was measured`() throws {
    let stage = try Stage.started(
      Self.touched, script: "1.0 down 1 150,50\n1.5 move 1 160,60\n1.6 up 1\n9.0 wait\n")
    let peer = try stage.subscriber(#""detail":true,"types":["touches"]"#)
    try stage.play(seconds: 4)
    for line in try peer.lines() {
      let time = line.split(separator: "\"t\":").last?.prefix { $0 != "," } ?? "none"
      #expect(line.contains("\"timestamp\":\(time)"), "\(line)")
    }
  }

  @Test func `the end of a drag reports where content will rest, at a snap offset`() throws {
    let stage = try stage(
      "1.0 down 1 600,250\n1.02 move 1 600,200\n1.04 move 1 600,150\n1.06 move 1 600,100\n"
        + "1.07 up 1\n30.0 wait\n")
    let peer = try stage.subscriber(#""detail":true,"types":["scroll"]"#)
    try stage.play(seconds: 20)
    let lines = try peer.lines()
    let ended = lines.first { $0.contains(#""phase":"ended""#) } ?? ""
    let target = ended.split(separator: "\"target\":").last ?? "none"
    #expect(ended.contains(#""target":[0.0,"#))
    #expect(
      ["[0.0,500.0]", "[0.0,900.0]", "[0.0,2600.0]"].contains { target.hasPrefix($0) }, "\(ended)")
    let settled = lines.last ?? ""
    #expect(settled.contains(#""phase":"settled""#))
    #expect(settled.contains("\"offset\":\(target.prefix { $0 != "]" })]"), "\(settled)")
  }

  @Test func `content is moved to an offset by request, and a finger stops it`() throws {
    let stage = try stage("5.0 down 1 600,100\n9.0 wait\n")
    let peer = try stage.subscriber(#""types":["scroll"]"#)
    let answer = try stage.ask(peer, #"{"id":2,"scrollTo":{"view":"list","offset":[50,1234.5]}}"#)
    #expect(answer.element(0).contains(#""type":"reply""#), "\(answer)")
    try stage.play(seconds: 4)
    let lines = try peer.lines()
    #expect(lines.filter { $0.contains("decelerating") }.count > 20)
    #expect((lines.last ?? "").contains(#""phase":"settled","view":"list","offset":[0.0,1234.5]"#))
    _ = try stage.ask(peer, #"{"id":3,"scrollTo":{"view":"list","offset":[0,9999]}}"#)
    try stage.play(seconds: 0.9)
    _ = try peer.lines()
    try stage.play(seconds: 3)
    #expect(try peer.lines().filter { $0.contains("settled") }.count == 0)
    let jump = try stage.ask(
      peer, #"{"id":4,"scrollTo":{"view":"list","offset":[0,-50],"animated":false}}"#)
    #expect(jump.element(0).contains(#""type":"reply""#))
    let tree = try stage.ask(peer, #"{"id":5,"tree":{"view":"list"}}"#).element(0)
    #expect(!tree.contains("offset") && tree.contains(#""contentSize":[300.0,3000.0]"#))
  }

  @Test(arguments: [
    (#""scrollTo":{"view":"map","offset":[0,0]}"#, "expected a scroll view"),
    (
      #""scrollTo":{"view":"list"}"#,
      "scrollTo: expected one of offset, zoomScale, rect, found none"
    ),
    (
      #""scrollTo":{"view":"list","offset":[0,0],"rect":[0,0,9,9]}"#,
      "scrollTo: expected one of offset, zoomScale, rect, found offset and rect"
    ),
    (
      #""scrollTo":{"view":"list","offset":[0,0],"point":[0,0]}"#,
      "scrollTo.point: expected zoomScale beside it"
    ),
    (
      #""scrollTo":{"view":"list","zoomScale":0}"#,
      "scrollTo.zoomScale: expected a number above zero"
    ),
    (
      #""scrollTo":{"view":"list","rect":[0,0,9,0]}"#,
      "scrollTo.rect: expected a rectangle"
    ),
    (
      #""scrollTo":{"view":"list","zoomScale":2}"#,
      "expected a scroll view that zooms, with a maximumZoomScale above its minimumZoomScale"
    ),
    (
      #""set":{"view":"list","zoomScale":2}"#,
      "expected a maximumZoomScale above the minimumZoomScale to zoom"
    ),
    (#""scrollTo":{"view":"list","offset":[0,0],"animate":true}"#, #"did you mean \"animated\""#),
    (#""subscribe":{"coalescedTouches":true,"rate":10}"#, "a rate leaves out positions"),
    (
      #""set":{"view":"list","verticalSnapOffsets":[5,5]}"#,
      "verticalSnapOffsets[1]: expected a number above 5"
    ),
  ])
  func `what cannot be is refused`(request: String, words: String) throws {
    let stage = try stage()
    let answer = try stage.ask(try stage.peer(), "{\"id\":1,\(request)}").element(0)
    #expect(answer.contains("\"type\":\"error\"") && answer.contains(words), "\(answer)")
  }

  @Test func `snap offsets that are set live are in the configuration of the tree`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    _ = try stage.ask(
      peer,
      #"{"id":1,"set":{"view":"list","horizontalSnapOffsets":[0,7.5],"contentSize":[600,600]}}"#)
    let tree = try stage.ask(peer, #"{"id":2,"tree":{"view":"list","as":"configuration"}}"#)
    #expect(tree.element(0).contains(#""horizontalSnapOffsets":[0.0,7.5]"#), "\(tree)")
  }

  @Test func `the file has what was set for good, and what the program itself has put`() throws {
    let stage = try stage()
    let (peer, other) = (try stage.peer(), try stage.peer())
    func file(_ peer: Peer) throws -> String {
      try stage.ask(peer, #"{"id":9,"tree":{"as":"file"}}"#).element(0)
    }
    let written = try file(peer)
    _ = try stage.ask(peer, #"{"id":1,"set":{"view":"list","alpha":0.5}}"#)
    _ = try stage.ask(peer, #"{"id":2,"set":{"view":"map","alpha":0.5,"own":true}}"#)
    _ = try stage.ask(peer, #"{"id":3,"put":{"in":"map","view":{"id":"mine","frame":"fill"}}}"#)
    _ = try stage.ask(other, #"{"id":4,"put":{"in":"map","view":{"id":"its","frame":"fill"}}}"#)
    #expect(!written.contains("alpha") && !written.contains("mine"))
    let (own, others) = (try file(peer), try file(other))
    #expect(own.split(separator: "alpha: 0.5").count == 2, "\(own)")
    #expect(own.contains("id: mine") && !own.contains("id: its"), "\(own)")
    #expect(others.contains("id: its") && !others.contains("id: mine"), "\(others)")
  }

  @Test func `a node names what is wanted, and a configuration what is there`() throws {
    let stage = try stage()
    let peer = try stage.peer()
    func map(_ form: String) throws -> String {
      try stage.ask(peer, "{\"id\":1,\"tree\":{\"view\":\"map\",\"as\":\"\(form)\"}}").element(0)
    }
    let pan = #""put":{"in":"map","gestureRecognizer":{"id":"drag","pan":{}}}"#
    let waiting = #""set":{"recognizer":"pinch","requiresFailureOf":["drag"]}"#
    _ = try stage.ask(peer, "{\"id\":1,\"batch\":[{\(pan)},{\(waiting)}]}")
    let waits = #"{"id":"pinch","pinch":{"requiresFailureOf":["drag"]}}"#
    #expect(try map("configuration").contains(waits))
    _ = try stage.ask(peer, #"{"id":1,"remove":{"recognizer":"drag"}}"#)
    #expect(try map("nodes").contains(waits))
    #expect(try map("configuration").contains(#"{"id":"pinch","pinch":{}}"#))
  }

  @Test func `each place of a touch arrives, however late its reader is`() throws {
    let moves = (1...3000).map { "\(1 + Double($0) / 1000) move 1 \(101 + Double($0) / 20),50" }
    func received(_ members: String) throws -> Int {
      let stage = try Stage.started(
        Self.touched,
        script: "1.0 down 1 101,50\n" + moves.joined(separator: "\n") + "\n5.0 up 1\n9.0 wait\n")
      let peer = try stage.subscriber("\"types\":[\"touches\"]\(members)")
      try stage.play(seconds: 8)
      var count = 0
      while true {
        let lines = try peer.lines()
        if lines.isEmpty { break }
        count += lines.count
        try stage.play(seconds: 0)
      }
      return count
    }
    #expect(try received(#","coalescedTouches":true"#) == 3002)
    #expect(try received("") < 3002)
  }
}
