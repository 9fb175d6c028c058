// The tree grammar: nesting by indentation, attributes, and errors with their places.

import ResponderKit
import Testing

@Suite struct TreeParserTests {
  private func parse(_ text: String) -> (trees: [TreeNode], problems: [String]) {
    var problems: [Problem] = []
    let place = Place(file: "t", line: 1, column: 1)
    let trees = TreeNode.parse(TextLine.lines(of: text, from: place), &problems)
    return (trees, problems.map(\.description))
  }

  private func outline(_ nodes: [TreeNode]) -> String {
    nodes.map { node in
      node.children.isEmpty ? node.id : "\(node.id)(\(outline(node.children)))"
    }.joined(separator: " ")
  }

  @Test func `deeper lines are subviews, lines of one depth are siblings`() {
    let (trees, problems) = parse(
      """
      w:window 0,0,320,480
        a:view 0,0,10,10
          b:view 0,0,10,10
          c:view 0,0,10,10
            d:button 0,0,10,10
        e:view 0,0,10,10
      v:view 0,0,10,10
      """)
    #expect(outline(trees) == "w(a(b c(d)) e) v")
    #expect(problems.isEmpty)
  }

  @Test func `a line carries its kind, its rectangle and its attributes`() throws {
    let (trees, problems) = parse("s:scroll -1,2.5,3,4 hidden alpha=0.5 veto=a,b")
    let node = try #require(trees.first)
    #expect(problems.isEmpty)
    #expect(node.kind == .scroll)
    #expect(node.frame == Rect(x: -1, y: 2.5, width: 3, height: 4))
    #expect(node.attributes.map(\.key) == ["hidden", "alpha", "veto"])
    #expect(try node.attributes[0].flag())
    #expect(try node.attributes[1].number() == 0.5)
    #expect(node.attributes[2].names() == ["a", "b"])
  }

  @Test(arguments: [
    ("w:windw 0,0,1,1", "t:1:3: expected one of window, view, scroll"),
    ("window 0,0,1,1", "t:1:1: expected id:kind x,y,w,h, found \"window\""),
    ("w:window", "t:1:1: w has no rectangle"),
    ("w:window 0,0,1", "t:1:10: expected x,y,w,h, found \"0,0,1\""),
    ("w:window 0,0,1,nan", "t:1:10: expected x,y,w,h"),
    ("w:window 0,0,1,1 a a=no", "t:1:20: the key a is there twice"),
    ("w:window 0,0,1,1 a=", "t:1:18: expected a value after a=, found \"\""),
    ("w:window 0,0,1,1 =3", "t:1:18: expected key=value or a key, found \"=3\""),
    ("  v:view 0,0,1,1", "t:1:1: the first line of a tree stands without indentation"),
    ("w:window 0,0,1,1\n  x:window 0,0,1,1", "t:2:3: x is a window"),
    (
      "w:window 0,0,1,1\n    a:view 0,0,1,1\n  b:view 0,0,1,1",
      "t:3:1: an indentation of 2 is that of no open line above"
    ),
  ])
  func `an error is reported with its place`(text: String, message: String) {
    let problems = parse(text).problems
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(message) == true, "\(problems)")
  }
}
