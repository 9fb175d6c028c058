// A client against a server that plays a script.

import Glibc
import ResponderClient
import Testing

private let began = #"""
  {"seq":2,"t":1.000000,"frame":1,"type":"touches","phase":"began","responder":"red","view":"red",\#
  "window":"main","touches":[{"id":7,"x":1.5,"y":2.0,"windowX":3.0,"windowY":4.0,"tapCount":1,\#
  "device":"goodix"}]}
  """#
private let ended = #"""
  {"seq":3,"t":1.100000,"frame":2,"type":"touches","phase":"ended","responder":"red","view":"red",\#
  "window":"main","touches":[{"id":7,"x":1.5,"y":2.0,"windowX":3.0,"windowY":4.0,"tapCount":1,\#
  "device":"goodix"}]}
  """#
private let panBegan = #"""
  {"seq":4,"t":1.2,"frame":3,"type":"gesture","recognizer":"red.pan","kind":"pan",\#
  "state":"began","view":"red","x":1.0,"y":2.0,"touches":[7]}
  """#
private func reply(_ id: Int, _ result: String) -> ScriptStep {
  .send(#"{"type":"reply","id":\#(id),"result":\#(result)}"#)
}
private func snapshot(_ seq: Int, touches: String = "[]") -> ScriptStep {
  .send(
    #"{"type":"snapshot","seq":\#(seq),"screens":[],"devices":[],"windows":[{"id":"main","#
      + #""frame":[0.0,0.0,800.0,480.0],"subviews":[{"id":"red","#
      + #""frame":[0.0,0.0,10.0,10.0]}]}],"touches":\#(touches),"recognizers":[]}"#)
}

@Suite struct `A client` {
  @Test func `reads the greeting, subscribes and iterates to the end`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1,"seq":1}"#), snapshot(1), .send(began),
      .send(ended), .send(#"{"type":"closing","reason":"stopping"}"#),
    ])
    let client = try Client(path: server.path)
    client.reconnects = false
    #expect(client.hello.instance == "a")
    #expect(client.hello.capabilities == ["resume"])
    #expect(try client.subscribe(Subscription(types: ["touches"], views: ["red"])) == 1)
    var seen: [String] = []
    for record in client.records {
      seen.append("\(record.seq) \(record.type) \(record.phase ?? "") \(record.responder ?? "")")
      #expect(record.touches.map(\.id) == [7])
      #expect(record.touches.first?.x == 1.5)
      #expect(!record.isMadeUp)
    }
    #expect(seen == ["2 touches began red", "3 touches ended red"])
    #expect(client.error == .closed(reason: "stopping"))
    #expect(
      server.finish() == [
        #"{"id":1,"subscribe":{"types":["touches"],"views":["red"],"snapshot":true}}"#
      ])
  }

  @Test func `calls each closure that wants a record, whatever another one throws`() throws {
    let lines = ["touchDown", "primaryActionTriggered"].enumerated().map { offset, event in
      #"{"seq":\#(offset + 2),"t":1.0,"frame":1,"type":"control","control":"buy","#
        + #""event":"\#(event)","touches":[7]}"#
    }
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1,"seq":1}"#), snapshot(1),
      .send(lines[0]), .send(lines[1]), .send(panBegan), .send(#"{"type":"closing"}"#),
    ])
    let client = try Client(path: server.path)
    client.reconnects = false
    var calls: [String] = []
    client.on(control: "buy") { _ in throw ClientError.timedOut }
    client.on(control: "buy", "back") { calls.append("pressed \($0.seq)") }
    client.on(control: "buy", event: "touchDown") { calls.append("down \($0.seq)") }
    client.on(gesture: "red.pan", states: ["changed"]) { calls.append("changed \($0.seq)") }
    client.on(gesture: "red.pan") { calls.append("\($0.phase ?? "") \($0.seq)") }
    client.on(touches: "red") { calls.append("touches \($0.seq)") }
    client.on(scroll: "list") { calls.append("scroll \($0.seq)") }
    client.on(activity: "idle") { calls.append("idle \($0.seq)") }
    #expect(throws: ClientError.closed(reason: nil)) {
      try client.run { calls.append("\($0) for \($1.seq)") }
    }
    #expect(
      calls == [
        "down 2", "\(ClientError.timedOut) for 3", "pressed 3", "began 4", "cancelled 4",
      ])
    let types = #""types":["activity","control","gesture","scroll","touches"]"#
    #expect(server.finish() == [#"{"id":1,"subscribe":{\#(types),"snapshot":true}}"#])
  }

  @Test func `a panel that is idle is so in the picture`() throws {
    func activity(_ seq: Int, _ state: String, since: Int) -> ScriptStep {
      .send(#"{"seq":\#(seq),"t":9.0,"type":"activity","state":"\#(state)","since":\#(since)}"#)
    }
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1),
      activity(2, "idle", since: 3), activity(3, "active", since: 9),
    ])
    let client = try Client(path: server.path)
    try client.subscribe(Subscription(types: ["activity"]))
    #expect(client.picture.idleSince == nil)
    _ = try client.next(within: 5)
    #expect(client.picture.idleSince == 3)
    _ = try client.next(within: 5)
    #expect(client.picture.idleSince == nil)
    _ = server.finish()
  }

  @Test func `reasons and contacts have the number of the record before them`() throws {
    func note(_ seq: Int, _ type: String) -> String {
      #"{"seq":\#(seq),"t":1.0,"type":"\#(type)"}"#
    }
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1), .send(began),
      .send(note(2, "explain")), .send(note(1, "explain")), .send(began), .send(note(2, "raw")),
      .send(ended), .send(#"{"type":"closing"}"#),
    ])
    let client = try Client(path: server.path)
    client.reconnects = false
    try client.subscribe()
    #expect(
      client.records.map { "\($0.seq) \($0.type)" } == [
        "2 touches", "2 explain", "2 raw", "3 touches",
      ])
  }

  @Test func `records can be awaited with any event that reports a readable socket`() async throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1), .send(began),
      .send(ended), .send(#"{"type":"closing","reason":"stopping"}"#),
    ])
    let client = try Client(path: server.path)
    client.reconnects = false
    try client.subscribe()
    var waits = 0
    var seen: [UInt64] = []
    for try await record in client.records(whenReadable: { descriptor in
      waits += 1
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&ready, 1, 5000)
    }) {
      seen.append(record.seq)
    }
    #expect(seen == [2, 3])
    #expect(waits < 10)
    _ = server.finish()
  }

  @Test func `a refusal carries the code and the sentence, and the connection lives on`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect,
      .send(#"{"type":"error","id":1,"code":"notFound","message":"no view is named \"x\""}"#),
      .expect, reply(2, #"{"view":"red"}"#),
    ])
    let client = try Client(path: server.path)
    #expect(throws: ClientError.refused(code: "notFound", message: "no view is named \"x\"")) {
      try client.remove(view: "x")
    }
    #expect(try client.hitTest(x: 1, y: 2.5, screen: "panel") == "red")
    #expect(
      server.finish() == [
        #"{"id":1,"remove":{"view":"x"}}"#,
        #"{"id":2,"hitTest":{"point":[1.0,2.5],"screen":"panel"}}"#,
      ])
  }

  @Test func `an error without an id answers the line that it names`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect,
      .send(#"{"type":"error","code":"badJSON","message":"another line","line":7}"#),
      .send(#"{"type":"error","code":"badJSON","message":"bad","line":1}"#), .expect,
      .send(#"{"type":"error","code":"badRequest","message":"no line"}"#),
    ])
    let client = try Client(path: server.path)
    #expect(throws: ClientError.refused(code: "badJSON", message: "bad")) {
      try client.request("tree", [:], within: 60)
    }
    #expect(throws: ClientError.refused(code: "badRequest", message: "no line")) {
      try client.request("tree", [:], within: 60)
    }
    _ = server.finish()
  }

  @Test func `the picture is there when subscribe returns, and unknown names are passed on`()
    throws
  {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1,"unknown":["rde"]}"#), snapshot(1),
      .expect, reply(2, #"{"subscription":2}"#), snapshot(1),
    ])
    let client = try Client(path: server.path)
    try client.subscribe(Subscription(views: ["rde"]))
    #expect(client.unknownNames == ["rde"])
    #expect(client.picture.view("red") != nil)
    try client.subscribe()
    #expect(client.unknownNames == [])
    _ = server.finish()
  }

  @Test func `a subscription whose right is gone ends with its touches and a word`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1,"seq":1}"#), snapshot(1), .send(began),
      .send(#"{"type":"error","code":"forbidden","message":"it is over","subscription":1}"#),
      .expect, reply(2, "{}"),
    ])
    let client = try Client(path: server.path)
    try client.subscribe()
    #expect(try client.next(within: 5)?.phase == "began")
    #expect(throws: ClientError.refused(code: "forbidden", message: "it is over")) {
      try client.next(within: 5)
    }
    let last = try client.next(within: 5)
    #expect(last?.phase == "cancelled")
    #expect(last?.isMadeUp == true)
    // The connection lives on.
    try client.request("tree")
    _ = server.finish()
  }

  @Test func `records that come before an answer are kept in order`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1), .expect, .send(began),
      .send(ended), reply(2, "{}"),
    ])
    let client = try Client(path: server.path)
    try client.subscribe()
    try client.set(view: "red", ["alpha": 0.5])
    #expect(try client.next()?.seq == 2)
    #expect(try client.next()?.seq == 3)
    #expect(try client.next(within: 0) == nil)
    _ = server.finish()
  }

  @Test func `the same instance resumes after the last record, and nothing is made up`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1), .send(began), .close,
      .hello("a"), .expect, reply(2, #"{"subscription":4,"resumed":true}"#), .send(ended),
    ])
    let client = try Client(path: server.path)
    try client.subscribe()
    #expect(try client.next()?.phase == "began")
    #expect(client.picture.touches.keys.sorted() == [7])
    let record = try #require(try client.next())
    #expect(record.phase == "ended")
    #expect(!record.isMadeUp)
    #expect(client.picture.touches.isEmpty)
    #expect(client.reconnections == 1)
    #expect(
      server.finish().last
        == #"{"id":2,"subscribe":{"snapshot":true,"since":{"instance":"a","seq":{"":2}}}}"#
    )
  }

  @Test func `another instance ends every touch and gesture that was alive`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1), .send(began),
      .send(panBegan), .close,
      .hello("b"), .expect, reply(2, #"{"subscription":1}"#), snapshot(9),
      .send(began.replacing("\"seq\":2", with: "\"seq\":10")),
    ])
    let client = try Client(path: server.path)
    var isConnected = false
    client.onConnect = { isConnected = $0.isNew }
    try client.subscribe()
    #expect(try client.next()?.phase == "began")
    #expect(try client.next()?.recognizer == "red.pan")
    let touch = try #require(try client.next())
    #expect(touch.isMadeUp)
    #expect(touch.touches.first?.windowX == 3)
    #expect(touch.phase == "cancelled")
    #expect(touch.responder == "red")
    #expect(touch.touches.map(\.id) == [7])
    let gesture = try #require(try client.next())
    #expect(gesture.isMadeUp)
    #expect(gesture.recognizer == "red.pan")
    #expect(gesture.phase == "cancelled")
    #expect(gesture["kind"]?.text == "pan")
    #expect(gesture["y"]?.number == 2)
    // The program reads these ends before the report of the connection.
    #expect(!isConnected)
    #expect(try client.next()?.seq == 10)
    #expect(isConnected)
    #expect(client.picture.instance == "b")
    #expect(client.picture.seq == 10)
    #expect(server.finish().last == #"{"id":2,"subscribe":{"snapshot":true}}"#)
  }

  @Test func `a snapshot in place of history ends only what is gone`() throws {
    let alive = #"[{"id":7,"view":"red","window":"main","responders":["red"],"x":1.0,"y":1.0}]"#
    let second = began.replacing("\"id\":7", with: "\"id\":8")
      .replacing("\"seq\":2", with: "\"seq\":3")
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1), .send(began),
      .send(second), .send(#"{"type":"closing","reason":"too slow"}"#),
      .close, .hello("a"), .expect, reply(2, #"{"subscription":1,"resumed":false}"#),
      snapshot(50, touches: alive), .send(ended.replacing("\"seq\":3", with: "\"seq\":51")),
    ])
    let client = try Client(path: server.path)
    try client.subscribe()
    #expect(try client.next()?.touches.map(\.id) == [7])
    #expect(try client.next()?.touches.map(\.id) == [8])
    let gone = try #require(try client.next())
    #expect(gone.isMadeUp)
    #expect(gone.touches.map(\.id) == [8])
    let end = try #require(try client.next())
    #expect(!end.isMadeUp)
    #expect(end.touches.map(\.id) == [7])
    #expect(client.picture.touches.isEmpty)
    _ = server.finish()
  }

  @Test func `a daemon of another major version is not understood`() throws {
    let server = try ScriptedServer([
      .send(#"{"type":"hello","protocol":"3.0","instance":"a","version":"9"}"#)
    ])
    #expect(throws: ClientError.self) { try Client(path: server.path) }
    _ = server.finish()
  }

  @Test func `a missing daemon is reported with a fix`() {
    do {
      _ = try Client(path: "/nonexistent/socket")
      Issue.record("expected an error")
    } catch {
      #expect(error.description.contains("/nonexistent/socket"))
      #expect(error.description.contains("is the service running?"))
    }
  }
}

@Suite struct `A picture` {
  @Test func `edits change the tree as they describe`() throws {
    let edits = [
      #"{"seq":2,"t":1,"type":"edit","edit":"changed","view":"red","#
        + #""node":{"id":"red","alpha":0.5}}"#,
      #"{"seq":3,"t":1,"type":"edit","edit":"added","view":"dot","parent":"red","above":null,"#
        + #""node":{"id":"dot","subviews":[{"id":"core"}]}}"#,
      #"{"seq":4,"t":1,"type":"edit","edit":"added","view":"back","parent":"main","above":null,"#
        + #""node":{"id":"back"}}"#,
      #"{"seq":5,"t":1,"type":"edit","edit":"moved","view":"dot","parent":"main","above":"red"}"#,
      #"{"seq":6,"t":1,"type":"edit","edit":"changed","view":"dot","node":{"id":"dot","button":{}}}"#,
      #"{"seq":7,"t":1,"type":"edit","edit":"removed","view":"back"}"#,
    ]
    let server = try ScriptedServer(
      [.hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1)]
        + edits.map(ScriptStep.send))
    let client = try Client(path: server.path)
    try client.subscribe()
    for _ in edits { _ = try client.next() }
    #expect(
      client.picture.windows.description
        == #"[{"id":"main","frame":[0.0,0.0,800.0,480.0],"subviews":["#
        + #"{"id":"red","alpha":0.5},"#
        + #"{"id":"dot","button":{},"subviews":[{"id":"core"}]}]}]"#)
    #expect(client.picture.view("core")?["id"]?.text == "core")
    #expect(client.picture.view("back") == nil)
    _ = server.finish()
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
