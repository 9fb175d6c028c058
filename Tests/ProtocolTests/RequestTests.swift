// Lines become requests, or errors with a message.

import ResponderKit
import Testing

@testable import Protocol

@Suite struct `Requests` {
  private func request(_ line: String) throws -> Request { try Request(try JSON(parsing: line)) }

  private func refusal(_ line: String) throws -> RefusedRequest {
    try #require(throws: RefusedRequest.self) { try request(line) }
  }

  @Test func `a subscription reads all its filters`() throws {
    let got = try request(
      """
      {"id":1,"subscribe":{"types":["touches","gesture"],"phases":["began","ended"],
      "views":["red"],"recognizers":"red.tap","devices":["goodix"],"explain":true,"raw":true,
      "rate":60,"snapshot":true,"since":{"instance":"a1","seq":41}}}
      """)
    var filter = Filter()
    filter.types = RecordTypes([.touches, .gesture, .explain, .raw])
    filter.phases = [RecordPhases(RecordPhase.began), RecordPhases(RecordPhase.ended)]
    filter.views = ["red"]
    filter.recognizers = ["red.tap"]
    filter.devices = ["goodix"]
    filter.rate = 60
    #expect(got.id == .number(1))
    #expect(
      got.kind == .subscribe(filter, snapshot: true, since: .after(["": 41], of: "a1")))
    #expect(got.rights == [.subscribe, .raw])
  }

  @Test func `a subscription without filters wants the standard kinds`() throws {
    let got = try request(#"{"id":"x","subscribe":{}}"#)
    #expect(got == Request(id: .text("x"), kind: .subscribe(Filter(), snapshot: false, since: nil)))
    #expect(Filter().types.contains(RecordTypes(.touches)))
    #expect(!Filter().types.contains(RecordTypes(.explain)))
    #expect(!Filter().types.contains(RecordTypes(.raw)))
    #expect(got.rights == [.subscribe])
  }

  @Test(arguments: [
    (
      #"{"hitTest":{"screen":"panel","point":[30,40],"trace":true}}"#,
      Request.Kind.hitTest(screen: "panel", x: 30, y: 40, trace: true)
    ),
    (
      #"{"why":{"recognizer":"tap","point":[1,2]}}"#,
      .why(recognizer: "tap", screen: nil, x: 1, y: 2)
    ),
    (#"{"hitTest":{"point":[1.5,2]}}"#, .hitTest(screen: nil, x: 1.5, y: 2, trace: false)),
    (#"{"unsubscribe":{"subscription":3}}"#, .unsubscribe(3)),
    (#"{"tree":{}}"#, .tree(view: nil, form: .nodes, detail: false)),
    (#"{"tree":{"view":"red","detail":true}}"#, .tree(view: "red", form: .nodes, detail: true)),
    (#"{"tree":{"as":"yaml"}}"#, .tree(view: nil, form: .yaml, detail: false)),
    (#"{"chain":{"responder":"red"}}"#, .chain(responder: "red")),
    (
      #"{"convert":{"point":[1.5,2],"to":"red"}}"#,
      .convert(x: 1.5, y: 2, from: nil, to: "red")
    ),
    (#"{"devices":{}}"#, .devices),
    (#"{"recording":{}}"#, .recording(seconds: 30)),
    (#"{"recording":{"seconds":2.5}}"#, .recording(seconds: 2.5)),
    (
      #"{"subscribe":{"since":{"seconds":30}}}"#,
      .subscribe(Filter(), snapshot: false, since: .seconds(30))
    ),
    (#"{"status":{"prometheus":true}}"#, .status(prometheus: true)),
    (#"{"describe":{}}"#, .describe),
    (#"{"reload":{"force":true}}"#, .reload(force: true, confirmWithin: nil)),
    (#"{"reload":{"confirmWithin":60}}"#, .reload(force: false, confirmWithin: 60)),
    (#"{"confirm":{}}"#, .confirm),
    (
      #"{"inject":{"script":"0 down 1 2,3","device":"d"}}"#,
      .inject(script: "0 down 1 2,3", device: "d")
    ),
    (#"{"identify":{"name":"map"}}"#, .identify(name: "map")),
    (#"{"identify":{"problems":["no paper"]}}"#, .identify(problems: ["no paper"])),
    (#"{"identify":{"problems":[]}}"#, .identify(problems: [])),
    (
      #"{"identify":{"origin":"HTTPS://Kiosk.example:443"}}"#,
      .identify(origin: Origin("https://kiosk.example"))
    ),
    (#"{"answer":{"question":4,"yes":true}}"#, .answer(question: 4, .yes(true))),
    (
      #"{"answer":{"question":4,"offset":[0,400.5]}}"#,
      .answer(question: 4, .offset(RequestedPoint(x: 0, y: 400.5)))
    ),
    (
      #"{"set":{"view":"red","frame":[0,0,10,10]}}"#,
      .edit(
        .set(
          .view("red"),
          [.init("frame", .array([.integer(0), .integer(0), .integer(10), .integer(10)]))],
          own: false))
    ),
    (
      #"{"set":{"recognizer":"t","isEnabled":false,"own":true}}"#,
      .edit(.set(.recognizer("t"), [.init("isEnabled", .bool(false))], own: true))
    ),
    (
      #"{"put":{"in":"home.view","view":{"id":"a"},"above":"b"}}"#,
      .edit(
        .put(
          .init(
            kind: .view, json: .object([.init("id", .string("a"))]),
            place: .init(relation: .into, id: "home.view"), above: "b", below: nil, isLasting: false
          )))
    ),
    (
      #"{"put":{"presentedBy":"home","viewController":{"id":"s"},"lasting":true}}"#,
      .edit(
        .put(
          .init(
            kind: .viewController, json: .object([.init("id", .string("s"))]),
            place: .init(relation: .presentedBy, id: "home"), above: nil, below: nil,
            isLasting: true)))
    ),
    (#"{"remove":{"recognizer":"red.tap"}}"#, .edit(.remove(.recognizer("red.tap")))),
    (#"{"becomeFirstResponder":{"responder":"f"}}"#, .act(.becomeFirstResponder("f"))),
    (#"{"resignFirstResponder":{"responder":"f"}}"#, .act(.resignFirstResponder("f"))),
    (#"{"endEditing":{"view":"red"}}"#, .act(.endEditing("red"))),
    (#"{"cancel":{}}"#, .act(.cancelAll)),
    (#"{"cancel":{"touches":[1,2]}}"#, .act(.cancelTouches([1, 2]))),
    (#"{"cancel":{"view":"red"}}"#, .act(.cancelTarget(.view("red")))),
    (
      #"{"scrollTo":{"view":"list","offset":[0,40]}}"#,
      .act(.scroll("list", to: .offset(RequestedPoint(x: 0, y: 40)), animated: true))
    ),
    (
      #"{"scrollTo":{"view":"map","zoomScale":2.5,"animated":false}}"#,
      .act(.scroll("map", to: .scale(2.5, about: nil), animated: false))
    ),
    (
      #"{"scrollTo":{"view":"map","zoomScale":2,"point":[7,8]}}"#,
      .act(.scroll("map", to: .scale(2, about: RequestedPoint(x: 7, y: 8)), animated: true))
    ),
    (
      #"{"scrollTo":{"view":"map","rect":[1,2,30,40]}}"#,
      .act(
        .scroll(
          "map", to: .rect(RequestedPoint(x: 1, y: 2), width: 30, height: 40), animated: true))
    ),
    (
      #"{"batch":[{"remove":{"view":"a"}},{"set":{"view":"b","alpha":1}}]}"#,
      .batch([
        PlacedEdit(.remove(.view("a"))),
        PlacedEdit(.set(.view("b"), [.init("alpha", .integer(1))], own: false)),
      ])
    ),
  ])
  func `each request is understood`(line: String, kind: Request.Kind) throws {
    #expect(try request(line) == Request(id: nil, kind: kind))
    #expect(line.hasPrefix("{\"\(kind.declaration.word)\":"))
    #expect(try SchemaChecker().complaints(ofPeersLine: line) == [])
  }

  @Test(arguments: [
    (#"{"id":1}"#, "unknownRequest: expected a request beside the id, found none"),
    (
      #"{"id":1,"subscribed":{}}"#,
      "unknownRequest: no request is named \"subscribed\"; did you mean \"subscribe\"?"
    ),
    (#"{"id":1,"zzz":{}}"#, "unknownRequest: no request is named \"zzz\""),
    (
      #"{"id":1,"tree":{},"devices":{}}"#,
      "badRequest: expected one request a line, found tree and devices"
    ),
    (#"{"id":1,"tree":3}"#, "badRequest: tree: expected an object, found 3"),
    (
      #"{"id":1,"subscribe":{"types":["touch"]}}"#,
      "badRequest: subscribe.types[0]: unknown type of record \"touch\"; did you mean \"touches\"?"
    ),
    (
      #"{"id":1,"subscribe":{"phases":["over"]}}"#,
      "badRequest: subscribe.phases[0]: unknown phase \"over\"; expected one of began, moved, changed,"
        + " ended, cancelled, failed, decelerating, settled, zooming, idle, active"
    ),
    (
      #"{"id":1,"subscribe":{"phase":["began"]}}"#,
      "badRequest: subscribe.phase: unknown member; did you mean \"phases\"?"
    ),
    (
      #"{"id":1,"subscribe":{"since":{"instance":"a","sequence":1}}}"#,
      "badRequest: subscribe.since.sequence: unknown member; expected one of instance, seq, seconds"
    ),
    (
      #"{"id":1,"put":{"in":"a","view":{},"lastin":true}}"#,
      "badRequest: put.lastin: unknown member; did you mean \"lasting\"?"
    ),
    (
      #"{"id":1,"put":{"in":"a","view":{},"window":{}}}"#,
      "badRequest: put: expected one thing, one of view, viewController, window, gestureRecognizer, "
        + "found view and window"
    ),
    (
      #"{"id":1,"put":{"in":"a"}}"#,
      "badRequest: put: expected one thing, one of view, viewController, window, gestureRecognizer, "
        + "found none"
    ),
    (
      #"{"id":1,"put":{"in":"a","view":{},"below":"c","above":"b"}}"#,
      "badRequest: put: expected one of above and below, found both"
    ),
    (#"{"id":1,"devices":{"x":1}}"#, "badRequest: devices.x: unknown member; expected no members"),
    (
      #"{"id":1,"tree":{},"view":"a"}"#,
      "badRequest: view: unknown member beside tree; write the members of a request inside it"
    ),
    (
      #"{"id":1,"batch":[{"remove":{"view":"a","own":true}}]}"#,
      "badRequest: batch[0].remove.own: unknown member; expected one of view, viewController, "
        + "recognizer, device"
    ),
    (
      #"{"id":1,"subscribe":{"views":["a",2]}}"#,
      "badRequest: subscribe.views[1]: expected a text, found 2"
    ),
    (
      #"{"id":1,"subscribe":{"rate":0}}"#,
      "badRequest: subscribe.rate: expected a number above zero, found 0"
    ),
    (
      #"{"id":1,"subscribe":{"snapshot":"yes"}}"#,
      "badRequest: subscribe.snapshot: expected true or false, found \"yes\""
    ),
    (
      #"{"id":1,"subscribe":{"since":{"instance":"a","seq":-1}}}"#,
      "badRequest: subscribe.since.seq: expected a whole number from 0, found -1"
    ),
    (
      #"{"id":1,"hitTest":{"point":[1]}}"#,
      "badRequest: hitTest.point: expected a point, two numbers [x, y], found a list"
    ),
    (
      #"{"id":1,"chain":{}}"#, "badRequest: chain.responder: expected a text, found nothing"
    ),
    (
      #"{"id":1,"set":{"view":"a"}}"#,
      "badRequest: set: expected properties to set, found none"
    ),
    (
      #"{"id":1,"set":{"view":"a","recognizer":"b","x":1}}"#,
      "badRequest: set: expected one target, found two"
    ),
    (
      #"{"id":1,"remove":{}}"#,
      "badRequest: remove: expected a target, one of view, viewController, recognizer, device"
    ),
    (#"{"id":1,"batch":[]}"#, "badRequest: batch: expected a list of edits, found an empty list"),
    (
      #"{"id":1,"batch":[{"remove":{"view":"a"}},{"remov":{"view":"a"}}]}"#,
      "unknownRequest: batch[1]: no edit is named \"remov\"; did you mean \"remove\"?"
    ),
    (
      #"{"id":1,"batch":[{"remove":{}}]}"#,
      "badRequest: batch[0].remove: expected a target, one of view, viewController, recognizer,"
        + " device"
    ),
  ])
  func `an invalid request gets an error that names the member, with its id`(
    line: String, text: String
  ) throws {
    let refused = try refusal(line)
    #expect(refused.id == .number(1))
    #expect("\(refused.error.code.rawValue): \(refused.error.message)" == text)
  }

  @Test func `an id that is no id is reported`() throws {
    let refused = try refusal(#"{"id":1.5,"tree":{}}"#)
    #expect(refused.id == nil)
    #expect(refused.error.message == "id: expected a whole number or a text, found 1.5")
  }

  @Test func `edits of devices and reloads need control, edits of the tree edit`() throws {
    #expect(try request(#"{"set":{"device":"d","rotate":90}}"#).rights == [.control])
    #expect(try request(#"{"reload":{}}"#).rights == [.control])
    #expect(try request(#"{"confirm":{}}"#).rights == [.control])
    #expect(try request(#"{"set":{"view":"d","alpha":0}}"#).rights == [.edit])
    #expect(try request(#"{"batch":[{"set":{"view":"d","alpha":0}}]}"#).rights == [.edit])
    #expect(
      try request(#"{"batch":[{"set":{"device":"d","rotate":0}}]}"#).rights == [.edit, .control])
    #expect(try request(#"{"inject":{"script":""}}"#).rights == [.inject])
  }

  @Test(arguments: Request.Declaration.words.filter { $0 != "set" && $0 != "batch" })
  func `a member that no request knows is refused by each`(name: String) throws {
    let refused = try refusal(#"{"id":1,"\#(name)":{"zzzzzzzzzz":1}}"#)
    #expect(refused.error.code == .badRequest)
    #expect(refused.error.path == "\(name).zzzzzzzzzz", "\(refused.error.message)")
  }

  @Test(arguments: [
    (#"{"id":5,"subscribe":{bad}}"#, RequestID.number(5)), (#"{"id": -7 ,"x"#, .number(-7)),
    (#"{"subscribe":{"id":3},"id":"a\"b","x":}"#, .text("a\"b")),
    (#"{ "a":"\"id\":1","id" : "q", "#, .text("q")),
  ])
  func `the id of a line that is no JSON is found`(line: String, id: RequestID) {
    #expect(RequestID(inBroken: Array(line.utf8)) == id)
  }

  @Test(arguments: [
    "", "{", "bad", #"{"id":"#, #"{"id":5"#, #"{"id":"a"#, #"{"id":1.5,"x"}"#, #"{"id":{"id":2}"#,
    #"{"x":{"id":2},}"#, #"["id":3]"#.replacing("[", with: "{["), #"{"a\"id":3,"#, #"{"id":null,}"#,
  ])
  func `a line without an id that is whole has none`(line: String) {
    #expect(RequestID(inBroken: Array(line.utf8)) == nil)
  }

  @Test func `random changes of good lines never crash, and errors are written as JSON`() throws {
    let seeds = [
      #"{"id":1,"subscribe":{"types":["touches"],"since":{"instance":"a","seq":1},"rate":60}}"#,
      #"{"id":"a","batch":[{"set":{"view":"red","frame":[0,0,10,10]}},{"remove":{"view":"a"}}]}"#,
      #"{"id":2,"hitTest":{"screen":"panel","point":[30,40],"trace":true}}"#,
    ].map { Array($0.utf8) }
    let pool = Array("{}[]\":,0123456789.-eE\\u \ttruefalsenull\u{7f}é".utf8) + [0xFF, 0xC3, 0]
    // Any generator does that gives the same numbers each time.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var understood = 0
    for round in 0..<25_000 {
      var line = seeds[round % seeds.count]
      for _ in 0..<random(4) {
        let place = random(line.count)
        switch random(4) {
        case 0: line[place] = pool[random(pool.count)]
        case 1: line.remove(at: place)
        case 2: line.insert(pool[random(pool.count)], at: place)
        default: line.removeSubrange(place..<min(line.count, place + random(8)))
        }
        if line.isEmpty { line = [0x7B] }
      }
      let writer = LineWriter(capacity: 64)
      do {
        _ = try Request(try JSON(parsing: line))
        understood += 1
        continue
      } catch let error as JSONError {
        writer.error(ProtocolError(error), to: nil)
      } catch let error as RefusedRequest {
        writer.error(error.error, to: error.id)
      }
      #expect(throws: Never.self) { try JSON(parsing: writer.text) }
    }
    #expect(understood > 1000 && understood < 19_000, "\(understood)")
  }
}
