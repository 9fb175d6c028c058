// What a program added is added again, against a server that plays a script.

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

@Suite struct `A client keeps what it added` {
  private let page: Value = ["id": "page", "subviews": [["id": "title"], ["id": "buy"]]]
  private let pageText = #"{"id":"page","subviews":[{"id":"title"},{"id":"buy"}]}"#

  @Test func `after a restart, with what was changed and without what was removed`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(0, #"{"id":"main"}"#),
      .expect, reply(2, #"{"seq":1}"#), .expect, reply(3, #"{"seq":2}"#), .expect,
      reply(4, #"{"seq":3}"#), .expect, reply(5, #"{"seq":5}"#), .close,
      .hello("b"), .expect, reply(6, #"{"windows":[{"id":"main"}]}"#), .expect,
      reply(7, #"{"seq":3}"#), .expect,
      .send(#"{"type":"error","id":8,"code":"notFound","message":"no view is named \"other\""}"#),
      .expect, reply(9, #"{"subscription":1}"#), snapshot(3, #"{"id":"page"}"#),
    ])
    let client = try Client(path: server.path)
    var told: [Connected] = []
    client.onConnect = { told.append($0) }
    try client.subscribe()
    try client.add(view: page, to: "main")
    try client.add(view: ["id": "sos"], to: "other", owned: true)
    try client.set(view: "title", ["alpha": 0.5])
    try client.batch([
      ["set": ["view": "title", "alpha": 0.25]], ["remove": ["view": "buy"]],
    ])
    for _ in 0..<100 where told.isEmpty { #expect(try client.next(within: 0.05) == nil) }
    #expect(told.map(\.isNew).first == true)
    #expect(told.first?.added == ["page"])
    #expect(told.first?.refused == ["sos": #"no view is named "other""#])
    let lines = server.finish()
    #expect(lines[5] == #"{"id":6,"tree":{}}"#)
    #expect(
      lines[6] == #"{"id":7,"batch":[{"add":{"to":"main","view":\#(pageText)}},"#
        + #"{"set":{"view":"title","alpha":0.25}},{"remove":{"view":"buy"}}]}"#)
    #expect(lines[7] == #"{"id":8,"add":{"to":"other","view":{"id":"sos"},"own":true}}"#)
  }

  @Test func `pages that were not popped are pushed again, and windows are shown again`() throws {
    let top = #"{"window":{"id":"top","rootViewController":{"id":"nav"}}}"#
    func push(_ name: String) -> String {
      #"{"to":"nav","viewController":{"id":"\#(name)","view":{"id":"\#(name).view"}},"own":false}"#
    }
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(0, #"{"id":"main"}"#),
      .expect, reply(2, #"{"seq":1}"#), .expect, reply(3, #"{"seq":2}"#), .expect,
      reply(4, #"{"seq":3}"#), .expect, reply(5, #"{"seq":4}"#), .expect,
      reply(6, #"{"seq":6,"popped":["three"]}"#),
      edit(5, #""edit":"remove","view":"three.view""#),
      // Another program removes a page by its view.
      edit(7, #""edit":"remove","view":"two.view""#), .close,
      .hello("b"), .expect, reply(7, #"{"windows":[{"id":"main"}]}"#), .expect,
      reply(8, #"{"seq":1}"#), .expect, reply(9, #"{"seq":2}"#), .expect,
      reply(10, #"{"subscription":1}"#), snapshot(2, #"{"id":"main"}"#),
    ])
    let client = try Client(path: server.path)
    var told: [Connected] = []
    client.onConnect = { told.append($0) }
    try client.subscribe()
    try client.request(
      "add", ["window": ["id": "top", "rootViewController": ["id": "nav"]]])
    for name in ["one", "two", "three"] {
      try client.push(["id": Value(name), "view": ["id": Value(name + ".view")]], to: "nav")
    }
    #expect(try client.pop(from: "nav") == ["three"])
    for _ in 0..<100 where told.isEmpty { _ = try client.next(within: 0.05) }
    #expect(told.first?.added == ["top", "one"])
    let lines = server.finish()
    #expect(lines[1] == #"{"id":2,"add":\#(top)}"#)
    #expect(lines[2] == #"{"id":3,"push":\#(push("one"))}"#)
    #expect(lines[7] == #"{"id":8,"add":\#(top)}"#)
    #expect(
      lines[8]
        == #"{"id":9,"push":{"to":"nav","viewController":{"id":"one","view":{"id":"one.view"}}}}"#)
  }

  @Test func `but not what another program removes by itself`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(0, #"{"id":"main"}"#),
      .expect, reply(2, #"{"seq":1}"#), .expect, reply(3, #"{"seq":2}"#),
      // News that is older than the view, its end, and that of the place of the other one.
      edit(1, #""edit":"remove","view":"page""#), edit(3, #""edit":"remove","view":"page""#),
      edit(4, #""edit":"remove","view":"other""#), .expect,
      reply(4, #"{"windows":[{"id":"main"}]}"#), .expect,
      .send(#"{"type":"error","id":5,"code":"notFound","message":"no view is named \"other\""}"#),
      edit(5, #""edit":"add","view":"other","to":"main","index":0,"node":{"id":"other"}"#), .expect,
      reply(6, #"{"windows":[{"id":"main"},{"id":"other"}]}"#), .expect, reply(7, #"{"seq":6}"#),
    ])
    let client = try Client(path: server.path)
    var told: [Connected] = []
    client.onConnect = { told.append($0) }
    try client.subscribe()
    try client.add(view: page, to: "main")
    try client.add(view: ["id": "sos"], to: "other")
    for _ in 0..<100 where told.count < 2 { _ = try client.next(within: 0.05) }
    #expect(told.map(\.added) == [[], ["sos"]])
    #expect(told.map { $0.refused.keys.sorted() } == [["sos"], []])
    #expect(!told.contains { $0.isNew })
    client.reconnects = false
    let lines = server.finish()
    #expect(lines.count == 7 && lines[6].contains(#""view":{"id":"sos"}"#))
  }

  @Test func `and a line that is not of the protocol only costs the connection`() throws {
    let server = try ScriptedServer([
      .hello("a"), .expect, reply(1, #"{"subscription":1}"#), snapshot(1, #"{"id":"main"}"#),
      .send(#"}{"type":"#), .close, .hello("a"), .expect,
      reply(2, #"{"subscription":1,"resumed":true}"#), .send(#"{"type":"snapshot","seq":2}"#),
      .close, .hello("a"), .expect, reply(3, #"{"subscription":1,"resumed":true}"#),
      edit(2, #""edit":"remove","view":"main""#),
    ])
    let client = try Client(path: server.path)
    try client.subscribe()
    #expect(try client.next(within: 5)?.type == "edit")
    #expect(client.reconnections == 2)
    _ = server.finish()
  }
}
