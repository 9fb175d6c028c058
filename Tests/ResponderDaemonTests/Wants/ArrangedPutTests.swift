// Views that programs put where the parent arranges them.

import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct ArrangedPutTests {
  private static let file = """
    screens: { panel: { size: [800, 400] } }
    access: [{ user: 7, rights: [subscribe, edit] }]
    application:
      windows:
        - id: main
          stack: vertical
          subviews:
            - { id: list, stack: { spacing: 10 } }
            - { id: free, height: 100 }
    """

  /// The places that records give views, in their order, and errors.
  private func told(_ lines: [String]) throws -> [String] {
    try lines.compactMap { line in
      let json = try JSON(parsing: line)
      if let message = json["message"]?.string { return message }
      guard let node = json["node"], let at = node["at"]?.elements else { return nil }
      return "\(node["id"]?.string ?? "") \(at.compactMap { $0.int })"
    }
  }

  private func put(_ id: String, _ rest: String = "", into place: String = "list") -> String {
    "{\"id\":1,\"put\":{\"in\":\"\(place)\",\"view\":{\"id\":\"\(id)\"\(rest)}}}"
  }

  @Test func `each put, hidden view and removal arranges the others again`() throws {
    let stage = try Stage.started(Self.file)
    let peer = try stage.connect(uid: 7, subscribing: #""types":["edit"]"#)
    #expect(try told(stage.ask(peer, put("a"))) == ["a [0, 0, 800, 300]"])
    #expect(
      try told(stage.ask(peer, put("b", #","width":190"#))) == [
        "b [610, 0, 190, 300]", "a [0, 0, 600, 300]",
      ])
    let hide = #"{"id":2,"set":{"view":"b","isHidden":true}}"#
    #expect(try told(stage.ask(peer, hide)).contains("a [0, 0, 800, 300]"))
    let show = #"{"id":3,"set":{"view":"b","isHidden":false,"width":"25%"}}"#
    #expect(try told(stage.ask(peer, show)).contains("b [600, 0, 200, 300]"))
    let remove = #"{"id":4,"remove":{"view":"b"}}"#
    #expect(try told(stage.ask(peer, remove)) == ["a [0, 0, 800, 300]"])
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `ten rows are one description`() throws {
    let stage = try Stage.started(Self.file)
    let peer = try stage.connect(uid: 7, subscribing: #""types":["edit"]"#)
    let rows = #","subviews":[{"repeat":10,"id":"row{n}","height":44}],"stack":"vertical""#
    _ = try stage.ask(peer, put("rows", rows))
    let view = stage.daemon.configuration.tree.registry.view("row10")
    #expect(view?.frame.origin.y == 396 && view?.frame.size.width == 800)
    // Each level multiplies.
    let deep = (0..<60).reduce("{\"id\":\"x\"}") { inner, _ in
      "{\"repeat\":300,\"id\":\"x\",\"subviews\":[\(inner)]}"
    }
    let nested = ",\"subviews\":[\(deep)],\"stack\":\"vertical\""
    #expect(
      try told(stage.ask(peer, put("deep", nested))).contains {
        $0.contains("use several requests")
      })
    let many = #","subviews":[{"repeat":1000,"id":"row{n}","height":44}],"stack":"vertical""#
    #expect(
      try told(stage.ask(peer, put("many", many))).contains { $0.contains("use several requests") })
  }

  @Test(arguments: [
    (
      #"{"put":{"in":"list","view":{"id":"a","frame":[0,0,9,9]}}}"#,
      "put.view.frame: expected none, as the view around this one arranges it; give it width or "
        + "height"
    ),
    (
      #"{"put":{"in":"free","view":{"id":"a","width":9}}}"#,
      #"put.view: expected the key "frame" in a view, found none"#
    ),
    (
      #"{"set":{"view":"list","frame":[0,0,9,9]}}"#,
      "set.frame: expected none, as the view around \"list\" arranges it; set width or height"
    ),
    (
      #"{"set":{"view":"list","grid":{"columns":2}}}"#,
      "set.grid: expected no stack beside it; set stack to null"
    ),
    (
      #"{"set":{"view":"list","stack":{"axis":"up"}}}"#,
      "set.stack.axis: expected one of horizontal, vertical, found \"up\""
    ),
  ])
  func `what cannot be is refused, in its place`(request: String, message: String) throws {
    let stage = try Stage.started(Self.file)
    let peer = try stage.connect(uid: 7)
    #expect(try told(stage.ask(peer, request)) == [message])
  }
}
