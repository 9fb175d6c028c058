// The picture of where views can be hit.

import Testing

@testable import responderctl

@Suite struct HitRegionsTests {
  private let sandbox = Sandbox()

  private func picture(_ views: String, _ words: String...) throws -> Run {
    let file = try sandbox.file(
      "tree.yaml",
      """
      screens: { panel: { size: [400, 300] } }
      application:
        windows:
        - id: front
          level: 1
          frame: [0, 0, 50, 50]
        - id: w
          subviews: [\(views)]
      """)
    return Run(["tree", "--svg", "--config", file] + words)
  }

  /// The elements of a picture that have this in them.
  private func elements(_ run: Run, _ text: String) -> [String] {
    run.lines.filter { $0.contains(text) && $0.contains("<title>") }
  }

  @Test func `windows are drawn back to front, and every view in its parent's place`() throws {
    let run = try picture("{ id: a<b, frame: [10, 20, 100, 50] }")
    #expect(run.status == .done)
    #expect(
      run.lines.first
        == "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 378\">")
    #expect(run.lines.last == "</svg>")
    #expect(
      elements(run, "class=\"view\"") == [
        "<rect class=\"view\" x=\"0\" y=\"0\" width=\"400\" height=\"300\"><title>w</title></rect>",
        "<rect class=\"view\" x=\"0\" y=\"0\" width=\"100\" height=\"50\">"
          + "<title>a&lt;b</title></rect>",
        "<rect class=\"view\" x=\"0\" y=\"0\" width=\"50\" height=\"50\"><title>front</title></rect>",
      ])
    #expect(run.output.contains("<g transform=\"matrix(1 0 0 1 10 20)\">"))
    #expect(elements(run, "class=\"dead\"").isEmpty)
    let opened = run.output.ranges(of: "<g").count
    let closed = run.output.ranges(of: "</g>").count
    #expect(opened == closed)
  }

  @Test func `a part outside the parent is dead, an enlarged parent reaches it (H8, H9)`() throws {
    let child = "{ id: child, frame: [50, 50, 20, 20] }"
    let small = try picture("{ id: p, frame: [20, 20, 60, 60], subviews: [\(child)] }")
    #expect(
      elements(small, "class=\"dead\"") == [
        "<rect class=\"dead\" transform=\"matrix(1 0 0 1 50 50)\" x=\"0\" y=\"0\" "
          + "width=\"20\" height=\"20\"><title>child, outside p</title></rect>"
      ])
    let large = try picture(
      "{ id: p, frame: [20, 20, 60, 60], hit: { inset: -10 }, subviews: [\(child)] }")
    #expect(elements(large, "class=\"dead\"").isEmpty)
    let touching = try picture(
      "{ id: p, frame: [20, 20, 70, 70], subviews: [\(child)] }")
    #expect(elements(touching, "class=\"dead\"").isEmpty)
    let round = try picture(
      "{ id: p, frame: [20, 20, 70, 70], hit: { shape: ellipse }, subviews: [\(child)] }")
    #expect(elements(round, "class=\"dead\"").count == 1)
  }

  @Test func `shapes are drawn as they are, and what cannot be hit is not drawn`() throws {
    let run = try picture(
      "{ id: e, frame: [0, 0, 40, 20], hit: { shape: ellipse } }, "
        + "{ id: t, frame: [0, 0, 9, 9], hit: { shape: { polygon: [[0, 0], [9, 0], [0, 9]] } } }, "
        + "{ id: glass, frame: fill, hit: { passthrough: true } }, "
        + "{ id: off, frame: fill, isHidden: true, subviews: [{ id: lost, frame: fill }] }, "
        + "{ id: gone, frame: fill, alpha: 0.005 }, "
        + "{ id: dull, button: { frame: fill, isEnabled: false } }")
    #expect(
      elements(run, "<ellipse class=\"view\" cx=\"20\" cy=\"10\" rx=\"20\" ry=\"10\"").count == 1)
    #expect(elements(run, "<polygon class=\"view\" points=\"0,0 9,0 0,9\"").count == 1)
    #expect(elements(run, "class=\"passthrough\"").count == 1)
    for id in ["off", "lost", "gone", "dull"] { #expect(!run.output.contains(">\(id)<"), "\(id)") }
  }

  @Test func `one view is drawn in its own coordinates; the daemon's tree cannot be`() throws {
    let run = try picture("{ id: a, frame: [10, 20, 100, 50] }", "a")
    #expect(run.lines.first?.contains("viewBox=\"0 0 100 146\"") ?? false)
    #expect(elements(run, "class=\"view\"").count == 1)
    #expect(try picture("", "--json").status == .usage)
    #expect(try picture("", "--yaml").status == .usage)
  }

  @Test func `names, kinds and recognizers are written, and no text lies over another`() throws {
    let many = (0..<12).map { "{ id: tile\($0), frame: [\($0 * 30), 40, 60, 60] }" }
    let run = try picture(
      "{ id: list, scrollView: { frame: [0, 0, 400, 300], contentSize: [400, 900] } }, "
        + "{ id: pay, button: { frame: [10, 200, 120, 44] }, gestureRecognizers: [{ id: t, tap: {} }] }, "
        + many.joined(separator: ", "))
    let texts = run.lines.filter { $0.hasPrefix("<text") }
    for text in ["pay", "button tap", "list", "scrollView pan", "tile0"] {
      #expect(texts.contains { $0.contains(">\(text)</text>") }, "\(text)")
    }
    #expect(texts.contains { $0.contains("class=\"named\"") && $0.contains(">pay<") })
    #expect(texts.contains { $0.contains(">handles touches or has recognizers<") })
    let boxes = texts.map { text -> (x: Double, y: Double, width: Double) in
      func number(_ name: String) -> Double {
        text.split(separator: " \(name)=\"").last?.split(separator: "\"").first
          .flatMap { Double($0) } ?? .nan
      }
      return (number("x"), number("y"), number("textLength"))
    }
    #expect(boxes.count > 10)
    for (index, one) in boxes.enumerated() {
      for other in boxes[(index + 1)...] {
        let isApart =
          one.x + one.width <= other.x || other.x + other.width <= one.x
          || abs(one.y - other.y) >= 14
        #expect(isApart, "\(texts[index]) and another")
      }
    }
  }
}
