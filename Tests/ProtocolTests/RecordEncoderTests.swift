// The engine's reports as lines, byte for byte.

import ResponderKit
import Testing

@testable import Protocol
@testable import Records

/// A panel with a red view that taps and pans, a button, and no view behind them.
final class Panel {
  let application = Application()
  let screen = Screen(id: "panel", size: Size(width: 800, height: 480))
  let device: Device
  let window: Window
  let red = View(id: "red", frame: Rect(x: 20, y: 20, width: 200, height: 120))
  let ok = Button(id: "ok", frame: Rect(x: 240, y: 20, width: 120, height: 44))
  let tap = TapGestureRecognizer(id: "red.tap")
  let pan = PanGestureRecognizer(id: "red.pan")
  let encoder = RecordEncoder(lastSeq: 40)

  init() {
    device = Device(name: "goodix", kind: .touchscreen, screen: screen)
    window = Window(
      id: "main", frame: Rect(x: 0, y: 0, width: 800, height: 480), screen: screen)
    let controller = ViewController(id: "home")
    let root = View(id: "home.view", frame: Rect(x: 0, y: 0, width: 800, height: 480))
    controller.view = root
    window.rootViewController = controller
    red.handles = .touches
    root.addSubview(red)
    root.addSubview(ok)
    red.addGestureRecognizer(tap)
    red.addGestureRecognizer(pan)
    application.show(window)
  }

  /// Feeds one contact's change, and gives the lines that it makes.
  @discardableResult
  func feed(
    _ milliseconds: Int64, _ change: Contact.Change, _ x: Double, _ y: Double, id: Int = 0
  ) -> [String] {
    var frame = Frame(
      time: Instant(microseconds: 5_123_000_000 + milliseconds * 1000), device: device)
    frame.contacts = [Contact(id: id, change: change, position: Point(x: x, y: y))]
    application.feed(frame)
    return drain()
  }

  /// Feeds one contact of a pen whose barrel button is pressed, or is not.
  func feedPen(_ milliseconds: Int64, _ buttons: ButtonMask) -> [String] {
    let pen = Device(name: "pen", kind: .pointer, screen: screen)
    var frame = Frame(time: Instant(microseconds: milliseconds * 1000), device: pen)
    frame.buttonMask = buttons
    var contact = Contact(id: 0, change: .down, position: Point(x: 30, y: 30))
    contact.tool = .pen
    frame.contacts = [contact]
    application.feed(frame)
    return drain()
  }

  /// The lines of the engine's reports; each must fit the schema.
  func drain() -> [String] {
    encoder.removeAll()
    encoder.encode(application.outbox)
    application.outbox.removeAll()
    let lines = encoder.records.map { record in
      String(encoder.lines.text(in: record.bytes).dropLast())
    }
    for line in lines {
      let complaints = try? SchemaChecker().complaints(ofDaemonsLine: line)
      #expect(complaints == [], "\(line)")
    }
    return lines
  }
}

@Suite struct `Record encoder` {
  let panel = Panel()

  @Test func `a tap is written as in the interface's description`() {
    let down = panel.feed(4, .down, 32.5, 60)
    #expect(
      down == [
        #"{"seq":41,"t":5123.004000,"frame":1,"type":"touches","phase":"began","#
          + #""responder":"red","view":"red","window":"main","touches":[{"id":1,"x":12.5,"y":40.0,"#
          + #""windowX":32.5,"windowY":60.0,"tapCount":1,"device":"goodix"}]}"#
      ])
    let up = panel.feed(90, .up, 32.5, 60)
    #expect(
      up == [
        #"{"seq":42,"t":5123.090000,"frame":2,"type":"gesture","recognizer":"red.tap","#
          + #""kind":"tap","state":"ended","view":"red","x":12.5,"y":40.0,"windowX":32.5,"#
          + #""windowY":60.0,"touches":[1],"numberOfTouches":0}"#,
        #"{"seq":43,"t":5123.090000,"frame":2,"type":"touches","phase":"cancelled","#
          + #""responder":"red","view":"red","window":"main","touches":[{"id":1}]}"#,
      ])
  }

  @Test func `a pan adds translation and velocity`() {
    panel.feed(0, .down, 100, 60)
    panel.feed(50, .move, 112, 60)
    let lines = panel.feed(100, .move, 122.25, 61)
    #expect(
      lines == [
        #"{"seq":44,"t":5123.100000,"frame":3,"type":"gesture","recognizer":"red.pan","#
          + #""kind":"pan","state":"changed","view":"red","x":102.25,"y":41.0,"windowX":122.25,"#
          + #""windowY":61.0,"touches":[1],"numberOfTouches":1,"translation":[10.25,1.0],"velocity":[205.0,20.0]}"#
      ])
  }

  @Test func `a control's events carry the touches`() {
    let down = panel.feed(0, .down, 250, 30)
    #expect(
      down.last
        == #"{"seq":42,"t":5123.000000,"frame":1,"type":"control","control":"ok","#
        + #""event":"touchDown","touches":[1]}"#)
    let up = panel.feed(80, .up, 250, 30)
    #expect(up.count == 3)
    #expect(up[1].contains(#""event":"touchUpInside","touches":[1]}"#))
    #expect(up[2].contains(#""event":"primaryActionTriggered""#))
  }

  @Test func `an unhandled touch is written with the hit view and numbers only`() {
    #expect(
      panel.feed(0, .down, 700, 400) == [
        #"{"seq":41,"t":5123.000000,"frame":1,"type":"unhandled","phase":"began","#
          + #""view":"home.view","touches":[{"id":1}]}"#
      ])
  }

  @Test func `names with quotes, line ends and other scripts stay one line`() throws {
    let odd = View(
      id: "a\"b\n\u{1}ß🖐", frame: Rect(x: 400, y: 100, width: 50, height: 50))
    odd.handles = .touches
    panel.window.addSubview(odd)
    let lines = panel.feed(0, .down, 410, 110)
    try #require(lines.count == 1)
    #expect(!lines[0].contains("\n"))
    #expect(try JSON(parsing: lines[0])["view"]?.string == odd.id)
  }

  @Test func `explain gives reasons with their rule`() {
    panel.encoder.includesCalls = true
    panel.application.outbox.wants = panel.encoder.categories(for: RecordTypes(.explain))
    panel.feed(0, .down, 100, 60)
    let lines = panel.feed(50, .move, 112, 60)
    #expect(
      lines.contains {
        $0.contains(#""type":"explain","recognizer":"red.tap","from":"possible","to":"failed","#)
          && $0.contains(#""reason":"excluded by red.pan","rule":"P1""#)
      })
    #expect(
      lines.contains { $0.contains(#""recognizer":"red.pan","from":"possible","to":"began""#) })
    #expect(lines.contains { $0.contains(#""event":"touches","recognizer":"red.pan""#) })
  }

  @Test func `a touch in a control is explained, and with hits how its view was found`() throws {
    let label = View(id: "label", frame: panel.ok.bounds)
    panel.ok.addSubview(label)
    for includesHits in [false, true] {
      panel.encoder.includesHits = includesHits
      panel.application.outbox.wants = panel.encoder.categories(for: RecordTypes(.explain))
      let start: Int64 = includesHits ? 1000 : 0
      let lines = try panel.feed(start, .down, 245, 25).map { try JSON(parsing: $0) }
      let ignored = lines.filter { $0["event"]?.string == "ignores" }
      #expect(ignored.map { $0["rule"]?.string } == ["K2"])
      let landed = lines.filter { $0["event"]?.string == "lands" }
      #expect(landed.map { $0["view"]?.string } == (includesHits ? ["label"] : []))
      panel.feed(start + 100, .up, 245, 25)
      let missed = try panel.feed(start + 200, .down, 900, 10).map { try JSON(parsing: $0) }
      #expect(missed.map { $0["event"]?.string } == ["misses"])
      #expect(missed[0]["trace"]?.elements?.count == (includesHits ? 1 : nil))
      panel.feed(start + 300, .up, 900, 10)
    }
  }

  @Test func `a lift of which the view receives nothing is explained, and no other`() throws {
    panel.application.outbox.wants = panel.encoder.categories(for: RecordTypes(.explain))
    func lifts(_ lines: [String]) throws -> [JSON] {
      try lines.map { try JSON(parsing: $0) }.filter { $0["event"]?.string == "lifts" }
    }
    panel.feed(0, .down, 100, 60)
    panel.feed(50, .move, 140, 60)
    let lifted = try lifts(panel.feed(100, .up, 140, 60))
    #expect(lifted.map { $0["touches"]?.elements?.compactMap(\.int) } == [[1]])
    #expect(lifted.map { $0["point"]?.elements?.compactMap(\.double) } == [[140, 60]])
    // A tap is recognized at its lift: the view has the touch until then.
    panel.feed(1000, .down, 100, 60)
    #expect(try lifts(panel.feed(1050, .up, 100, 60)).isEmpty)
  }

  @Test func `explanations name the touches also when the recognizer has released them`() {
    panel.application.outbox.wants = panel.encoder.categories(for: RecordTypes(.explain))
    for touch in 1...2 {
      let time = Int64(touch) * 1000
      panel.feed(time, .down, 100, 60)
      let lines = panel.feed(time + 50, .up, 100, 60)
      #expect(
        lines.contains {
          $0.contains(#""recognizer":"red.tap","from":"possible","to":"ended""#)
            && $0.hasSuffix(#""touches":[\#(touch)]}"#)
        }, "\(lines)")
      #expect(!lines.contains { $0.contains(#""event":"touches""#) })
    }
  }

  @Test func `records know what they are about`() throws {
    panel.feed(0, .down, 100, 60)
    let touch = try #require(panel.encoder.records.first)
    #expect(touch.type == .touches)
    #expect(touch.phase == .began)
    #expect(touch.path === panel.red.path)
    #expect(touch.responder === panel.red)
    #expect(touch.device === panel.device)
    #expect(touch.touches.map { panel.encoder.touches[$0] } == [1])
    #expect(!panel.encoder.isMove(0))
    panel.feed(50, .move, 112, 60)
    let began = try #require(panel.encoder.records.first { $0.type == .gesture })
    #expect(began.recognizer === panel.pan)
    #expect(began.phase == .began)
    panel.feed(60, .move, 115, 60)
    let first = try #require(panel.encoder.records.first)
    let firstKey = panel.encoder.key(ofRecord: 0)
    #expect(first.phase == .changed && panel.encoder.isMove(0))
    panel.feed(70, .move, 118, 60)
    #expect(panel.encoder.key(ofRecord: 0) == firstKey)
    // A second finger on the button is another thing.
    panel.feed(80, .down, 250, 30, id: 1)
    #expect(
      panel.encoder.records.indices.allSatisfy { panel.encoder.key(ofRecord: $0) != firstKey })
  }

  @Test func `the snapshot holds the tree, the touches that are alive and active recognizers`()
    throws
  {
    panel.feed(0, .down, 100, 60)
    panel.feed(10, .down, 250, 30, id: 1)
    panel.feed(50, .move, 112, 60)
    let writer = LineWriter()
    panel.encoder.snapshot(
      of: panel.application, screens: [panel.screen], devices: [panel.device], idleSince: nil,
      subscription: 3, to: writer)
    let complaints = try SchemaChecker().complaints(ofDaemonsLine: writer.text)
    #expect(complaints == [])
    let json = try JSON(parsing: writer.text)
    #expect(json["seq"]?.int == Int(panel.encoder.seq))
    #expect(json["subscription"]?.int == 3)
    #expect(
      json["screens"]?.text == #"[{"id":"panel","width":800.0,"height":480.0}]"#)
    #expect(
      json["devices"]?.text == #"[{"name":"goodix","kind":"touchscreen","screen":"panel"}]"#)
    // The pan cancelled the first finger for the view; the second is the button's.
    #expect(json["touches"]?.elements?.compactMap { $0["id"]?.int } == [2])
    #expect(
      json["recognizers"]?.text == #"[{"recognizer":"red.pan","view":"red","state":"began","#
        + #""touches":[1]}]"#)
    let window = try #require(json["windows"]?.elements?.first)
    #expect(window["id"]?.string == "main")
    let root = try #require(window["subviews"]?.elements?.first)
    #expect(
      root["subviews"]?.elements?.first?.text
        == #"{"id":"red","frame":[20.0,20.0,200.0,120.0]}"#)
  }

  @Test func `a touch stays in the snapshot until its end is reported`() throws {
    func live() throws -> [Int] {
      let writer = LineWriter()
      panel.encoder.snapshot(
        of: panel.application, screens: [panel.screen], devices: [panel.device],
        idleSince: nil, subscription: nil, to: writer)
      return try JSON(parsing: writer.text)["touches"]?.elements?.compactMap { $0["id"]?.int } ?? []
    }
    panel.feed(0, .down, 100, 60)
    #expect(try live() == [1])
    panel.feed(10, .move, 101, 60)
    #expect(try live() == [1])
    panel.feed(20, .down, 700, 400, id: 1)
    #expect(try live() == [1, 2])
    panel.feed(30, .cancel, 700, 400, id: 1)
    #expect(try live() == [1])
    panel.feed(90, .up, 101, 60)
    #expect(try live() == [])
  }

  @Test func `what happens around the engine is reported in the same form`() throws {
    let time = Instant(microseconds: 6_000_000)
    let encoder = panel.encoder
    let root = try #require(panel.red.superview)
    panel.application.perform(at: time) {
      root.bringSubviewToFront(panel.red)
      panel.ok.removeFromSuperview()
      root.addSubview(panel.ok)
      panel.application.hasChanged(panel.red)
    }
    encoder.encode(panel.application.outbox)
    encoder.device(panel.device, .added, at: time)
    encoder.device(panel.device, .removed, at: time)
    encoder.activity(isIdle: true, since: time, at: time)
    panel.application.outbox.wants = encoder.categories(for: [RecordTypes(.raw)])
    for _ in 0..<9 {
      panel.application.outbox.removeAll()
      var frame = Frame(time: time, device: panel.device)
      frame.contacts = [Contact(id: 3, change: .move, position: Point(x: 1, y: 2))]
      panel.application.feed(frame)
    }
    encoder.encode(panel.application.outbox)
    let lines = encoder.records.map { encoder.lines.text(in: $0.bytes) }
    for line in lines {
      let complaints = try SchemaChecker().complaints(ofDaemonsLine: line)
      #expect(complaints == [], "\(line)")
    }
    // A raw record has the number of the one before it.
    #expect(encoder.records.map(\.seq) == Array(41...47) + [47])
    #expect(
      lines[7] == #"{"seq":47,"t":6.000000,"frame":9,"type":"raw","device":"goodix","#
        + #""screen":"panel","contacts":[{"id":3,"change":"move","x":1.0,"y":2.0}]}"# + "\n")
    #expect(encoder.isMove(7))
    #expect(
      lines[0] == #"{"seq":41,"t":6.000000,"type":"edit","edit":"moved","view":"red","#
        + #""parent":"home.view","above":null}"# + "\n")
  }

  @Test func `a question where content rests, and a page that is drawn away, fit the schema`()
    throws
  {
    let list = ScrollView(id: "list", frame: Rect(x: 400, y: 100, width: 200, height: 200))
    list.contentSize = Size(width: 200, height: 2000)
    list.panGestureRecognizer.remoteQuestions = .willEndDragging
    panel.window.addSubview(list)
    panel.feed(0, .down, 500, 250)
    panel.feed(50, .move, 500, 150)
    let lifted = panel.feed(60, .up, 500, 150)
    let question = try #require(lifted.first { $0.contains("willEndDragging") })
    #expect(question.contains(#""offset":[0.0,90.0],"velocity":[0.0,2000.0],"target":[0.0,"#))

    let pages = NavigationController(id: "pages")
    pages.view = View(id: "pages.view", frame: panel.window.bounds)
    let edge = ScreenEdgePanGestureRecognizer(id: "pages.back")
    edge.edges = .left
    edge.pops = true
    pages.view?.addGestureRecognizer(edge)
    pages.view.map(panel.window.addSubview)
    for id in ["one", "two"] {
      let page = ViewController(id: id)
      page.view = View(id: "\(id).view", frame: panel.window.bounds)
      pages.push(page)
    }
    panel.feed(2000, .down, 2, 400)
    panel.feed(2100, .move, 42, 400)
    let drawn = panel.feed(2200, .move, 242, 400)
    let gesture = try #require(drawn.first { $0.contains("pages.back") })
    #expect(gesture.contains(#""velocity":[2000.0,0.0],"progress":0.25}"#), "\(gesture)")
  }

  @Test func `a lifted view is over another one, and over none of another window`() throws {
    panel.red.removeGestureRecognizer(panel.pan)
    let drag = LongPressGestureRecognizer(id: "red.drag")
    drag.drags = true
    panel.red.addGestureRecognizer(drag)
    let front = Window(
      id: "front", frame: Rect(x: 600, y: 0, width: 200, height: 480), screen: panel.screen)
    panel.application.show(front)
    panel.feed(0, .down, 30, 30)
    let places = [300.0, 500, 700].enumerated().compactMap { index, x in
      panel.feed(600 + Int64(index), .move, x, 40).last { $0.contains("red.drag") }
    }
    #expect(places.count == 3)
    #expect(places.first?.hasSuffix(#""numberOfTouches":1,"over":"ok"}"#) == true)
    #expect(places.dropFirst().first?.hasSuffix(#""over":"home.view"}"#) == true)
    #expect(places.last?.hasSuffix(#""numberOfTouches":1}"#) == true)
  }

  @Test func `a pen has its type, and its buttons where they differ from its touch`() throws {
    let plain = try #require(Panel().feedPen(1, []).first)
    #expect(plain.contains(#""touchType":"pencil"}"#))
    let barrel = try #require(Panel().feedPen(1, [.secondary, .button(3)]).first)
    #expect(barrel.contains(#""touchType":"pencil","buttons":["secondary","button3"]}"#))
  }

  @Test func `only answers that decide something are explained`() {
    panel.application.outbox.wants = panel.encoder.categories(for: RecordTypes(.explain))
    panel.feed(0, .down, 100, 60)
    #expect(!panel.feed(50, .up, 100, 60).contains { $0.contains(#""event":"asks""#) })
    panel.red.vetoes = { _ in true }
    panel.feed(1000, .down, 100, 60)
    let lines = panel.feed(1050, .up, 100, 60).filter { $0.contains(#""event":"asks""#) }
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""question":"gestureRecognizerShouldBegin""#) ?? false)
    #expect(lines.first?.contains(#""answer":false"#) ?? false)
  }

  @Test func `a failure that is reported is a gesture with its reason`() throws {
    panel.tap.reportsFailure = true
    panel.feed(0, .down, 100, 60)
    let line = try #require(
      panel.feed(50, .move, 112, 60).last { $0.contains(#""recognizer":"red.tap""#) })
    #expect(line.contains(#""kind":"tap","state":"failed","view":"red""#))
    #expect(
      line.hasSuffix(
        #""touches":[1],"numberOfTouches":1,"reason":"excluded by red.pan","rule":"P1"}"#))
    #expect(panel.encoder.records.last?.phase == .failed)
  }
}
