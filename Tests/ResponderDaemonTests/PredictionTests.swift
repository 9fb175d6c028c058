// Where a pen will be when what is drawn now is seen.

import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct PredictionTests {
  private static let configuration = """
    screens: { panel: { size: [800, 400] } }
    application:
      windows:
        - id: main
          subviews:
            - { id: paper, frame: [0, 0, 400, 400], handles: [touches] }
            - { id: turned, frame: [400, 0, 400, 400], transform: { rotate: 90 }, handles: [touches] }
    """

  // A pen that moves 5 points to the right every 10 ms, and then stays for a while.
  private static func stroke(from x: Int, _ tool: String) -> String {
    let moves = (1...9).map { "0.0\($0) move 1 \(x + 5 * $0),200 \(tool)\n" }
    return "0 down 1 \(x),200 \(tool)\n" + moves.joined()
      + "0.3 move 1 \(x + 45),201 \(tool)\n0.4 up 1\n"
  }

  /// By how much the prediction is ahead of the pen in each move; nil where there is none.
  private func ahead(_ script: String, detail: Bool = true) throws -> [[Double]?] {
    let stage = try Stage.started(Self.configuration, script: script)
    let reader = try stage.subscriber(#""types":["touches"],"detail":\#(detail)"#)
    try stage.play(seconds: 2)
    return try stage.everything(for: reader).filter { $0.contains(#""moved""#) }.map { line in
      let touch = try #require(JSON(parsing: line)["touches"]?.elements?.first)
      guard let place = touch["predicted"]?.elements?.compactMap(\.double) else { return nil }
      let (x, y) = (touch["x"]?.double ?? 0, touch["y"]?.double ?? 0)
      return [place[0] - x, place[1] - y].map { ($0 * 10).rounded() / 10 }
    }
  }

  @Test func `a pen continues as it moved, also in a turned view, and not where it stands`() throws
  {
    let found = try ahead(Self.stroke(from: 100, "tool=pen"))
    // 16 ms at 500 points a second; then it has stood for 0.2 s and moves by a point.
    #expect(found == Array(repeating: [8, 0], count: 9) + [[0, 0.1]])
    let turned = try ahead(Self.stroke(from: 500, "tool=pen"))
    #expect(turned == Array(repeating: [0, -8], count: 9) + [[0.1, 0]])
  }

  @Test func `fingers are not predicted, nor a pen without detail`() throws {
    #expect(try ahead(Self.stroke(from: 100, "")).allSatisfy { $0 == nil })
    #expect(try ahead(Self.stroke(from: 100, "tool=pen"), detail: false).allSatisfy { $0 == nil })
  }
}
