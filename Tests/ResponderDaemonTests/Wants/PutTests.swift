// What a program wants is made so, waits, is taken over, and goes with the program.

import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct PutTests {
  private static let file = """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe] }
    access:
      - { user: 7, rights: [subscribe, edit] }
      - { user: 8, rights: [subscribe, edit], under: [shelf] }
    application:
      windows:
        - id: main
          handles: [touches]
          rootViewController:
            id: home
            view:
              id: room
              subviews:
                - { id: shelf, frame: [0, 0, 400, 400], handles: [touches] }
                - { id: corner, frame: [400, 0, 100, 100], mountPoint: true, hit: { redirect: sign } }
                - { id: sign, frame: [700, 0, 50, 50] }
    """

  private func stage(_ script: String = "60.0 wait\n") throws -> Stage {
    try Stage.started(Self.file, script: script)
  }

  private func put(_ stage: Stage, _ peer: Peer, _ members: String) throws -> [String] {
    try stage.ask(peer, "{\"id\":1,\"put\":{\(members)}}")
  }

  private func children(_ stage: Stage, _ id: String) -> [String] {
    stage.daemon.configuration.tree.registry.view(id)?.subviews.map(\.id) ?? []
  }

  private func view(_ stage: Stage, _ id: String) -> View? {
    stage.daemon.configuration.tree.registry.view(id)
  }

  private static let done = #"{"type":"reply","id":1,"result":{"seq":"#

  @Test func `with detail the tree says whose a view is, and what lies over it`() throws {
    let stage = try stage()
    let (shop, other) = (try stage.connect(uid: 7), try stage.connect(uid: 7))
    _ = try stage.ask(shop, #"{"id":1,"identify":{"name":"shop"}}"#)
    _ = try put(stage, shop, #""in":"sign","view":{"id":"price","frame":[0,0,9,9]}"#)
    _ = try stage.ask(other, #"{"id":1,"set":{"view":"price","alpha":0.5}}"#)
    func sign(_ detail: String) throws -> String {
      try stage.ask(other, "{\"id\":1,\"tree\":{\"view\":\"sign\"\(detail)}}").element(0)
    }
    #expect(
      try sign(#","detail":true"#).hasSuffix(
        #"{"view":{"id":"sign","frame":[700.0,0.0,50.0,50.0],"subviews":[{"id":"price","#
          + #""frame":[0.0,0.0,9.0,9.0],"alpha":0.5,"owner":"shop","overlaid":["alpha"]}]}}}"#))
    #expect(try !sign("").contains("overlaid"))
  }

  @Test func `a put is made so, and the next one of its id replaces it`() throws {
    let stage = try stage()
    let program = try stage.connect(uid: 7, subscribing: #""types":["edit"]"#)
    let panel =
      #""view":{"id":"panel","frame":[0,0,50,50],"subviews":[{"id":"a","frame":[0,0,9,9]},{"id":"b","frame":[9,0,9,9]}]}"#
    let first = try put(stage, program, #""in":"room",\#(panel)"#)
    #expect(first.element(0).hasPrefix(Self.done))
    #expect(first.count { $0.contains(#""edit":"added""#) } == 1)
    #expect(children(stage, "room") == ["shelf", "corner", "sign", "panel"])
    // The same again changes nothing.
    let again = try put(stage, program, #""in":"room",\#(panel)"#)
    #expect(again.count == 1)
    // What it no longer names goes, what stays keeps its object, and the order is that of the put.
    let b = view(stage, "b")
    _ = try put(
      stage, program,
      #""in":"room","view":{"id":"panel","frame":[0,0,60,50],"subviews":[{"id":"c","frame":[0,0,9,9]},{"id":"b","frame":[9,0,9,9]}]}"#
    )
    #expect(children(stage, "panel") == ["c", "b"])
    #expect(view(stage, "b") === b)
    #expect(view(stage, "panel")?.bounds.size.width == 60)
    #expect(view(stage, "a") == nil)
    #expect(
      try stage.ask(program, #"{"id":1,"remove":{"view":"panel"}}"#).element(0).hasPrefix(Self.done)
    )
    #expect(children(stage, "room") == ["shelf", "corner", "sign"])
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `places name siblings, and the order is that of arrival`() throws {
    let stage = try stage()
    let one = try stage.connect(uid: 7)
    let two = try stage.connect(uid: 7)
    func small(_ id: String) -> String { "\"view\":{\"id\":\"\(id)\",\"frame\":[0,0,9,9]}" }
    _ = try put(stage, one, #""in":"room",\#(small("x"))"#)
    _ = try put(stage, two, #""in":"room",\#(small("y"))"#)
    _ = try put(stage, two, #""in":"room",\#(small("under")),"below":"shelf""#)
    _ = try put(stage, one, #""in":"room",\#(small("over")),"above":"shelf""#)
    #expect(children(stage, "room") == ["under", "shelf", "over", "corner", "sign", "x", "y"])
    // A sibling may come later; when it goes and returns, all stand as before.
    _ = try put(stage, one, #""in":"room",\#(small("beside")),"above":"late""#)
    _ = try put(stage, one, #""in":"room",\#(small("far")),"above":"beside""#)
    #expect(children(stage, "room").suffix(4) == ["x", "y", "beside", "far"])
    for _ in 1...2 {
      _ = try put(stage, two, #""in":"room",\#(small("late")),"below":"x""#)
      #expect(children(stage, "room").suffix(5) == ["late", "beside", "far", "x", "y"])
      _ = try stage.ask(two, #"{"id":1,"remove":{"view":"late"}}"#)
    }
  }

  @Test func `a put waits for its place, and goes and returns with it`() throws {
    let stage = try stage()
    let one = try stage.connect(uid: 7)
    let two = try stage.connect(uid: 7)
    let waiting = try put(stage, two, #""in":"panel","view":{"id":"inner","frame":[0,0,9,9]}"#)
    #expect(waiting.element(0).contains(#""waits":["inner"]"#))
    _ = try put(stage, one, #""in":"room","view":{"id":"panel","frame":[0,0,50,50]}"#)
    #expect(children(stage, "panel") == ["inner"])
    one.vanish()
    try stage.play(seconds: 0)
    #expect(view(stage, "inner") == nil)
    #expect(try two.lines().contains { $0.contains(#""type":"removed","views":["inner"]"#) })
    let three = try stage.connect(uid: 7)
    _ = try put(stage, three, #""in":"shelf","view":{"id":"panel","frame":[0,0,50,50]}"#)
    #expect(children(stage, "panel") == ["inner"])
  }

  @Test func `a view that leaves one that goes fills its new one`() throws {
    let stage = try stage()
    let one = try stage.connect(uid: 7)
    let deep = #"{"id":"deep","frame":["50%",0,"50%","100%"]}"#
    let inner = #"{"id":"inner","frame":"fill","subviews":[\#(deep)]}"#
    _ = try put(
      stage, one, #""in":"room","view":{"id":"panel","frame":[0,0,50,50],"subviews":[\#(inner)]}"#)
    let both = #"[{"put":{"in":"shelf","view":\#(inner)}},{"remove":{"view":"panel"}}]"#
    let answer = try stage.ask(one, #"{"id":1,"batch":\#(both)}"#).element(0)
    #expect(answer.hasPrefix(Self.done), "\(answer)")
    #expect(view(stage, "panel") == nil)
    #expect(view(stage, "inner")?.frame == Rect(x: 0, y: 0, width: 400, height: 400))
    #expect(view(stage, "deep")?.frame == Rect(x: 200, y: 0, width: 200, height: 400))
  }

  @Test func `a program reads first of what has gone for good, then of what waits`() throws {
    let stage = try stage()
    let one = try stage.connect(uid: 7)
    _ = try put(stage, one, #""in":"room","view":{"id":"panel","frame":[0,0,50,50]}"#)
    let others = try (1...8).map { number in
      let other = try stage.connect(uid: 7)
      for place in ["room", "panel"] {
        _ = try put(
          stage, other, #""in":"\#(place)","view":{"id":"\#(place)\#(number)","frame":[0,0,9,9]}"#)
      }
      return other
    }
    let gone = (1...8).map { "room\($0)" } + ["panel"]
    let acts = gone.map { #"{"remove":{"view":"\#($0)"}}"# }
    _ = try stage.ask(one, #"{"id":1,"batch":[\#(acts.joined(separator: ","))]}"#)
    for (index, other) in others.enumerated() {
      let lost = try other.lines().filter { $0.contains(#""type":"removed""#) }
      #expect(lost.map { $0.contains(#""waits":true"#) } == [false, true], "\(lost)")
      #expect(lost.first?.contains("room\(index + 1)") ?? false, "\(lost)")
    }
  }

  @Test
  func `an id of another program is refused, and one of the file waits for the file to give it up`()
    throws
  {
    let stage = try stage()
    let one = try stage.connect(uid: 7)
    let two = try stage.connect(uid: 7)
    _ = try put(stage, one, #""in":"room","view":{"id":"mine","frame":[0,0,9,9]}"#)
    let refused = try put(stage, two, #""in":"room","view":{"id":"mine","frame":[0,0,9,9]}"#)
    #expect(refused.element(0).contains(#""code":"refused""#))
    let waits = try put(stage, two, #""in":"room","view":{"id":"sign","frame":[9,0,9,9]}"#)
    #expect(waits.element(0).contains(#""waits":["sign"]"#))
    #expect(view(stage, "sign")?.frame.origin.x == 700)
    try stage.write(
      Self.file.replacing("\n            - { id: sign, frame: [700, 0, 50, 50] }", with: "")
        .replacing(", hit: { redirect: sign }", with: ""))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    #expect(view(stage, "sign")?.frame.origin.x == 9)
    // The file takes it back, and its program receives that.
    _ = try two.lines()
    try stage.write(Self.file)
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    #expect(view(stage, "sign")?.frame.origin.x == 700)
    #expect(try two.lines().contains { $0.contains(#""type":"removed","views":["sign"]"#) })
  }

  @Test func `a finger on what stays continues, on what goes it is cancelled once`() throws {
    let stage = try stage(
      "1.0 down 1 10,10; down 2 210,210\n9.0 move 1 12,10; move 2 212,210\n9.5 up 1; up 2\n60.0 wait\n"
    )
    let program = try stage.connect(uid: 7, subscribing: #""types":["touches"]"#)
    func panel(_ inner: String, y: Int) -> String {
      #""in":"room","view":{"id":"panel","frame":[0,\#(y),300,300],"subviews":[{"id":"a","frame":[0,0,99,99],"handles":["touches"]}\#(inner)]}"#
    }
    _ = try put(
      stage, program, panel(#",{"id":"b","frame":[200,200,99,99],"handles":["touches"]}"#, y: 0))
    try stage.play(seconds: 2)
    _ = try program.lines()
    let lines = try put(stage, program, panel("", y: 5))
    #expect(lines.count { $0.contains(#""phase":"cancelled","responder":"b""#) } == 1)
    #expect(!lines.contains { $0.contains(#""responder":"a""#) })
    try stage.play(seconds: 20)
    let later = try program.lines()
    #expect(later.count { $0.contains(#""phase":"moved","responder":"a""#) } == 1)
    #expect(later.count { $0.contains(#""phase":"ended","responder":"a""#) } == 1)
    #expect(!later.contains { $0.contains(#""responder":"b""#) })
  }

  @Test func `a named program keeps what it wants for two seconds, and then what it puts again`()
    throws
  {
    let stage = try stage()
    func come() throws -> Peer {
      let peer = try stage.connect(uid: 7)
      _ = try stage.ask(peer, #"{"id":1,"identify":{"name":"map"}}"#)
      return peer
    }
    func want(_ peer: Peer, _ id: String, _ more: String = "") throws {
      _ = try put(stage, peer, #""in":"room","view":{"id":"\#(id)","frame":[0,0,9,9]}\#(more)"#)
    }
    let first = try come()
    try want(first, "a")
    try want(first, "b")
    try want(first, "stays", #","lasting":true"#)
    let a = view(stage, "a")
    first.vanish()
    try stage.play(seconds: 1)
    #expect(view(stage, "a") === a)
    let second = try come()
    try want(second, "a")
    try stage.play(seconds: 1.5)
    #expect(view(stage, "a") === a)
    #expect(view(stage, "b") != nil)
    try stage.play(seconds: 1)
    #expect(children(stage, "room") == ["shelf", "corner", "sign", "a", "stays"])
    second.vanish()
    try stage.play(seconds: 2.1)
    #expect(children(stage, "room") == ["shelf", "corner", "sign", "stays"])
  }

  @Test func `an own set changes what is wanted, a living value is none`() throws {
    let stage = try stage()
    let program = try stage.connect(uid: 7)
    let volume = #""in":"room","view":{"id":"volume","slider":{"frame":[0,0,100,20],"value":0.5}}"#
    _ = try put(stage, program, volume)
    _ = try stage.ask(program, #"{"id":1,"set":{"view":"volume","value":0.8,"alpha":0.5}}"#)
    let slider = view(stage, "volume") as? Slider
    #expect(slider?.value == 0.8)
    #expect(slider?.alpha == 0.5)
    // The value is not put again, because the put wants the same as before; alpha is usual again.
    _ = try put(stage, program, volume)
    #expect(slider?.value == 0.8)
    #expect(slider?.alpha == 1)
    #expect(view(stage, "volume") === slider)
    _ = try put(stage, program, volume.replacing("0.5", with: "0.25"))
    #expect(slider?.value == 0.25)
  }

  @Test func `windows, controllers, presentations, pages and recognizers are put`() throws {
    let stage = try stage()
    let program = try stage.connect(uid: 7)
    for members in [
      #""window":{"id":"over","level":5}"#,
      #""in":"over","viewController":{"id":"root","view":{"id":"root.view"},"navigationController":{"viewControllers":[{"id":"p1","view":{"id":"p1.view"}}]}}"#,
      #""pushedOn":"root","viewController":{"id":"p2","view":{"id":"p2.view"}}"#,
      #""presentedBy":"home","viewController":{"id":"sheet","view":{"id":"sheet.view","frame":[0,0,90,90]}}"#,
      #""in":"shelf","gestureRecognizer":{"id":"swipe","swipe":{"direction":"left"}}"#,
    ] {
      let answer = try put(stage, program, members)
      #expect(answer.element(0).hasPrefix(Self.done), "\(answer)")
      #expect(!answer.element(0).contains("waits"), "\(answer)")
    }
    let application = stage.daemon.configuration.application
    #expect(application.windows.map(\.id) == ["main", "over"])
    #expect(children(stage, "root.view") == ["p1.view", "p2.view"])
    #expect(view(stage, "sheet.view")?.window?.id == "main")
    #expect(view(stage, "shelf")?.gestureRecognizers.map(\.id) == ["swipe"])
    // A second presentation waits for the first to go.
    let second = try put(
      stage, program,
      #""presentedBy":"home","viewController":{"id":"other","view":{"id":"other.view"}}"#)
    #expect(second.element(0).contains(#""waits":["other"]"#))
    _ = try stage.ask(program, #"{"id":1,"remove":{"viewController":"sheet"}}"#)
    #expect(view(stage, "other.view")?.window?.id == "main")
    program.vanish()
    try stage.play(seconds: 0)
    #expect(application.windows.map(\.id) == ["main"])
    #expect(view(stage, "shelf")?.gestureRecognizers.isEmpty == true)
    #expect(application.checkInvariants() == [])
  }

  @Test func `where a node lies is ignored in a put and in the file`() throws {
    let stage = try Stage.started(
      Self.file.replacing(
        "{ id: sign, frame: [700, 0, 50, 50] }",
        with: "{ id: sign, frame: [700, 0, 50, 50], at: 1 }"),
      script: "60.0 wait\n")
    let program = try stage.connect(uid: 7, subscribing: #""types":["edit"]"#)
    func panel(_ at: String) throws -> [String] {
      try put(
        stage, program,
        #""in":"room","view":{"id":"panel","slider":{"frame":[0,0,50,50],"transform":{"scale":2}\#(at)}}"#
      )
    }
    let first = try panel("").last ?? ""
    #expect(first.contains(#""at":[-25.0,-25.0,100.0,100.0]"#))
    #expect(try panel(#","at":[-25.0,-25.0,100.0,100.0]"#).count == 1)
    #expect(try panel(#","at":[1,2,3,4]"#).count == 1)
    #expect(view(stage, "panel")?.frame == Rect(x: -25, y: -25, width: 100, height: 100))
    let set = try stage.ask(program, #"{"id":1,"set":{"view":"panel","at":[1,2,3,4]}}"#)
    #expect(set.element(0).contains(#""code":"invalidEdit""#))
  }

  @Test func `a batch is made together or not at all`() throws {
    let stage = try stage()
    let program = try stage.connect(uid: 7, subscribing: #""types":["edit"]"#)
    let answer = try stage.ask(
      program,
      #"{"id":1,"batch":[{"put":{"in":"room","view":{"id":"a","frame":[0,0,9,9]}}},{"put":{"in":"a","view":{"id":"b","frame":[0,0,9]}}}]}"#
    )
    #expect(answer.count == 1)
    #expect(answer.element(0).contains(#""path":"batch[1].put.view""#))
    #expect(view(stage, "a") == nil)
    _ = try put(stage, program, #""in":"room","view":{"id":"a","frame":[0,0,9,9]}"#)
    let a = view(stage, "a")
    // Removed and put in one batch is another view.
    _ = try stage.ask(
      program,
      #"{"id":1,"batch":[{"remove":{"view":"a"}},{"put":{"in":"room","view":{"id":"a","frame":[0,0,9,9]}}}]}"#
    )
    #expect(view(stage, "a") != nil && view(stage, "a") !== a)
  }

  @Test func `a program that may edit under a place has no effect beyond it`() throws {
    let stage = try stage()
    let limited = try stage.connect(uid: 8)
    let visitor = try stage.connect(uid: 9)
    func answer(_ peer: Peer, _ members: String) throws -> String {
      try put(stage, peer, members).element(0)
    }
    #expect(
      try answer(limited, #""in":"shelf","view":{"id":"a","frame":[0,0,9,9]}"#).hasPrefix(Self.done)
    )
    // A right that is lacking makes a put wait.
    #expect(
      try answer(limited, #""in":"room","view":{"id":"b","frame":[0,0,9,9]}"#).contains(
        #""waits":["b"]"#))
    #expect(
      try answer(limited, #""window":{"id":"w"}"#).contains(#""code":"forbidden""#))
    #expect(
      try answer(
        limited, #""in":"shelf","view":{"id":"c","frame":[0,0,9,9],"hit":{"redirect":"sign"}}"#
      ).contains(#""code":"forbidden""#))
    #expect(
      try answer(limited, #""in":"shelf","view":{"id":"c","frame":[0,0,9,9],"passesOn":true}"#)
        .contains(#""code":"forbidden""#))
    #expect(
      try answer(visitor, #""in":"corner","view":{"id":"v","frame":[0,0,9,9]}"#).hasPrefix(
        Self.done))
    #expect(children(stage, "corner") == ["v"])
    #expect(
      try answer(visitor, #""in":"v","view":{"id":"vv","frame":[0,0,9,9]}"#).hasPrefix(Self.done))
    #expect(children(stage, "v") == ["vv"])
    #expect(
      try stage.ask(visitor, #"{"id":1,"remove":{"view":"a"}}"#).element(0).contains(
        #""code":"forbidden""#))
    // A name that is free must not bring it the touches of what it may not edit.
    let editor = try stage.connect(uid: 7)
    _ = try answer(
      editor, #""in":"room","view":{"id":"d","frame":[0,0,9,9],"hit":{"redirect":"ghost"}}"#)
    let ghost = try answer(limited, #""in":"shelf","view":{"id":"ghost","frame":[0,0,9,9]}"#)
    #expect(ghost.contains(#""code":"forbidden""#))
    #expect(view(stage, "d")?.hitRedirect == nil)
    #expect(view(stage, "a") != nil)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `names that are not there are answered, and used when they come`() throws {
    let stage = try stage()
    let program = try stage.connect(uid: 7)
    let answer = try put(
      stage, program, #""in":"room","view":{"id":"a","frame":[0,0,9,9],"hit":{"redirect":"later"}}"#
    )
    #expect(answer.element(0).contains(#""unknown":["later"]"#))
    #expect(view(stage, "a")?.hitRedirect == nil)
    let other = try stage.connect(uid: 7)
    _ = try put(stage, other, #""in":"room","view":{"id":"later","frame":[50,0,9,9]}"#)
    #expect(view(stage, "a")?.hitRedirect?.id == "later")
  }
}
