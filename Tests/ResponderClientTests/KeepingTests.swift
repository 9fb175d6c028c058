// What a program has put is put again, against a server that plays a script.

import Glibc
import ResponderClient
import Testing

private func reply(_ id: Int, _ result: String) -> ScriptStep {
  .send(#"{"type":"reply","id":\#(id),"result":\#(result)}"#)
}
private func snapshot(_ seq: Int, _ windows: String) -> ScriptStep {
  .send(
    #"{"type":"snapshot","seq":\#(seq),"screens":[],"devices":[],"windows":[\#(windows)],"#
      + #""touches":[],"recognizers":[]}"#)
}
private func edit(_ seq: Int, _ rest: String) -> ScriptStep {
  .send(#"{"seq":\#(seq),"t":1.0,"type":"edit",\#(rest)}"#)
}

@Suite struct `A client keeps what it has put` {
  private let page: Value = ["id": "page", "subviews": [["id": "title"], ["id": "buy"]]]
  private let pageText = #"{"id":"page","subviews":[{"id":"title"}]}"#

  @Test func `after a restart, with what was changed and without what was removed`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(0, #"{"id":"main"}"#),
      .expect, reply(2, #"{"seq":1}"#), .expect, reply(3, #"{"seq":2,"waits":["sos"]}"#), .expect,
      reply(4, #"{"seq":3}"#), .expect, reply(5, #"{"seq":5}"#), .expect, reply(6, #"{"seq":6}"#),
      .expect, reply(7, #"{"seq":7}"#), .close,
      .hello("b"), .expect, reply(8, #"{"seq":3,"waits":["sos"]}"#), .expect,
      reply(9, #"{"subscription":1}"#), snapshot(3, #"{"id":"page"}"#),
    ])
    let client = try Client(path: server.path)
    var told: [Connected] = []
    client.onConnect = { told.append($0) }
    try client.subscribe()
    try client.put(view: page, in: "main", .above("logo"))
    try client.put(view: ["id": "sos"], in: "other")
    try client.set(view: "title", ["alpha": 0.5, "value": 3])
    try client.batch([
      ["set": ["view": "title", "alpha": 0.25]], ["remove": ["view": "buy"]],
    ])
    // What lies over things of others is the daemon's, but for what goes with the connection.
    try client.set(view: "main", ["alpha": 0.5])
    try client.set(view: "main", ["isHidden": true, "own": true])
    for _ in 0..<100 where told.isEmpty { #expect(try client.next(within: 0.05) == nil) }
    #expect(told.map(\.isNew) == [true])
    #expect(told.first?.waits == ["sos"])
    #expect(told.first?.refused == [:])
    let lines = server.finish()
    #expect(lines.count == 9)
    #expect(
      lines[7] == #"{"id":8,"batch":[{"put":{"in":"main","view":\#(pageText),"above":"logo"}},"#
        + #"{"set":{"view":"title","alpha":0.25}},{"put":{"in":"other","view":{"id":"sos"}}},"#
        + #"{"set":{"view":"main","isHidden":true,"own":true}}]}"#)
  }

  @Test func `each put by itself where one is refused, with the name first`() throws {
    let refusal = #""code":"refused","message":"another program has put it""#
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, "{}"), .expect, reply(2, #"{"seq":1}"#), .expect,
      reply(3, #"{"seq":2}"#), .expect, reply(4, #"{"seq":2}"#), .close,
      .hello("b"), .expect, reply(5, "{}"), .expect,
      .send(#"{"type":"error","id":6,\#(refusal)}"#), .expect,
      reply(7, #"{"seq":2}"#), .expect, .send(#"{"type":"error","id":8,\#(refusal)}"#),
    ])
    let client = try Client(path: server.path)
    var told: [Connected] = []
    client.onConnect = { told.append($0) }
    try client.identify(as: "shop")
    try client.put(view: ["id": "one"], in: "main")
    try client.put(viewController: ["id": "two", "view": ["id": "two.view"]], .pushedOn("pages"))
    try client.put(view: ["id": "one", "alpha": 0], in: "main")
    for _ in 0..<100 where told.isEmpty { #expect(try client.next(within: 0.05) == nil) }
    #expect(told.map(\.refused) == [["two": "another program has put it"]])
    let lines = server.finish()
    #expect(lines[4] == #"{"id":5,"identify":{"name":"shop"}}"#)
    // The next put of an id in the same place keeps its turn.
    #expect(lines[6] == #"{"id":7,"batch":[{"put":{"in":"main","view":{"id":"one","alpha":0}}}]}"#)
    #expect(lines[7].hasPrefix(#"{"id":8,"batch":[{"put":{"pushedOn":"pages","#))
  }

  @Test func `but not what another program or a finger removes, unless it waits`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"seq":1}"#), .expect, reply(2, #"{"seq":2}"#),
      .send(#"{"type":"removed","views":["page"],"recognizers":[],"reason":"gone"}"#),
      .send(#"{"type":"removed","views":["sos"],"recognizers":[],"waits":true,"reason":"waits"}"#),
      .close, .hello("b"), .expect, reply(3, #"{"seq":1}"#),
    ])
    let client = try Client(path: server.path)
    try client.put(view: page, in: "main")
    try client.put(view: ["id": "sos"], in: "other")
    #expect(try client.next(within: 5)?.type == "removed")
    #expect(try client.next(within: 5)?.type == "removed")
    for _ in 0..<100 where client.reconnections == 0 { _ = try client.next(within: 0.05) }
    let lines = server.finish()
    #expect(lines[2] == #"{"id":3,"batch":[{"put":{"in":"other","view":{"id":"sos"}}}]}"#)
    #expect(lines.count == 3)
  }

  @Test func `in batches that the daemon takes`() throws {
    let server = try ScriptedServer(
      [.hello("a")] + (1...3).flatMap { [.expect, reply($0, #"{"seq":1}"#)] } + [
        .close, .hello("b"), .expect, reply(4, "{}"), .expect, reply(5, "{}"),
      ])
    let client = try Client(path: server.path)
    for number in 1...3 {
      let inner = (0..<120).map { Value(["id": Value("v\(number).\($0)")]) }
      try client.put(view: ["id": Value("v\(number)"), "subviews": Value(inner)], in: "main")
    }
    for _ in 0..<100 where client.reconnections == 0 { _ = try client.next(within: 0.05) }
    let lines = server.finish()
    #expect(lines.count == 5)
    #expect(lines[3].contains(#""id":"v2.119""#) && !lines[3].contains(#""id":"v3""#))
    #expect(lines[4].hasPrefix(#"{"id":5,"batch":[{"put":{"in":"main","view":{"id":"v3","#))
  }

  @Test func `and a line that is not of the protocol only costs the connection`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1, #"{"id":"main"}"#),
      .send(#"}{"type":"#), .close, .hello("a"), .expect,
      reply(2, #"{"subscription":1,"resumed":true}"#), .send(#"{"type":"snapshot","seq":2}"#),
      .close, .hello("a"), .expect, reply(3, #"{"subscription":1,"resumed":true}"#),
      edit(2, #""edit":"removed","view":"main""#),
    ])
    let client = try Client(path: server.path)
    try client.subscribe()
    #expect(try client.next(within: 5)?.type == "edit")
    #expect(client.reconnections == 2)
    _ = server.finish()
  }
}
