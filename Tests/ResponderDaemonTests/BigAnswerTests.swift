// Answers about a big tree.

import Linux
import Testing

@testable import ResponderDaemon

@Suite struct BigAnswerTests {
  private static let name = String(repeating: "x", count: 100)

  /// A stage with ten lists of so many views with long names.
  private func stage(_ count: Int) throws -> Stage {
    let lists = (0..<10).map { list in
      let rows = (0..<count).map { "{ id: \(Self.name)-\(list)-\($0), frame: [0, 0, 9, 9] }" }
      return "        - { id: list\(list), frame: [0, 0, 9, 9], subviews: "
        + "[\(rows.joined(separator: ", "))] }"
    }
    return try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            subviews:
      \(lists.joined(separator: "\n"))
      """)
  }

  /// Asks something, and reads the answer to its end.
  private func ask(_ stage: Stage, _ request: String, lines count: Int = 1) throws -> [String] {
    let peer = try stage.peer()
    try peer.send(request)
    var lines: [String] = []
    for _ in 0..<2_000 where lines.count < count {
      try stage.loop.runOnce(timeout: 0)
      lines += try peer.lines()
    }
    #expect(lines.count == count)
    return lines
  }

  @Test(arguments: [
    #"{"id":1,"tree":{}}"#, #"{"id":1,"tree":{"as":"yaml"}}"#,
    #"{"id":1,"tree":{"as":"configuration"}}"#,
  ])
  func `an answer of more than a mebibyte is refused with what makes it smaller`(
    request: String
  ) throws {
    let stage = try stage(750)
    let answer = try ask(stage, request)[0]
    #expect(answer.hasPrefix(#"{"type":"error","id":1,"code":"limit","#))
    #expect(answer.contains("tree: expected an answer of at most 1048576 bytes, found 1"))
    #expect(answer.contains("name a smaller part of the tree with tree.view"))
    let part = request.replacing(#""tree":{"#, with: #""tree":{"view":"list9","#)
      .replacing(",}", with: "}")
    #expect(try ask(stage, part)[0].contains("-9-749"))
    #expect(try ask(self.stage(400), request)[0].contains("-9-399"))
  }

  @Test func `a snapshot of any size is sent whole`() throws {
    let stage = try stage(750)
    let subscribe = #"{"id":1,"subscribe":{"types":["control"],"snapshot":true}}"#
    let lines = try ask(stage, subscribe, lines: 2)
    #expect(lines[1].utf8.count > 1 << 20)
    #expect(lines[1].hasPrefix(#"{"type":"snapshot","#) && lines[1].contains("-9-749"))
    #expect(lines[1].hasSuffix(#""recognizers":[]}"#))
  }
}
