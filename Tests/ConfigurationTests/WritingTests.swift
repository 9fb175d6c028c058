// Trees written as configurations, and the same trees built from these.

import Protocol
import ResponderKit
import TestSupport
import Testing

@testable import Configuration
@testable import ConfigurationText

@Suite struct WritingTests {
  private func load(_ text: String) throws -> (tree: Tree, text: String) {
    let blueprint = try Blueprint.load(text, file: "written.yaml")
    let tree = blueprint.build()
    return (tree, YAMLText.text(of: TreeWriter(tree, blueprint.wanted).configuration))
  }

  private static let paths =
    ShippedFilesTests.all + Repository.files(in: "config/examples/web", ending: ".yaml")

  @Test(arguments: paths)
  func `a shipped configuration, written and loaded, gives the same tree`(path: String) throws {
    let (first, written) = try load(try Repository.text(of: path))
    let (second, again) = try load(written)
    #expect(again == written)
    #expect(second.registry.ids.sorted() == first.registry.ids.sorted())
    #expect(shape(of: second) == shape(of: first))
    #expect(second.application.checkInvariants() == [])
  }

  // Who lies where in whom, with what.
  private func shape(of tree: Tree) -> [String] {
    var lines: [String] = []
    for window in tree.application.windows {
      window.forEachInSubtree { view in
        let recognizers = view.gestureRecognizers.map {
          "\($0.id) waits for \($0.failureRequirements.map(\.id).sorted())"
        }
        lines.append(
          "\(view.id) in \(view.superview?.id ?? "-") of \(view.viewController?.id ?? "-"), "
            + "next \(view.next?.id ?? "-"), \(view.frame), \(view.bounds), \(recognizers)")
      }
    }
    return lines
  }

  @Test func `what is presented, a child and a delegate stand where they were written`() throws {
    let (first, written) = try load(
      """
      screens: { panel: { size: [400, 300], physicalSize: [200, 150], edgeGate: { edges: [left] } } }
      definitions: { tap: &tap { allowableMovement: 61 } }
      application:
        constants: { controlSlop: 9 }
        delegate: { id: boss, handles: [touches], forwards: { touches: last } }
        windows:
          - id: w
            level: 3
            rootViewController:
              id: home
              children: [{ id: side, view: { id: side.view, frame: [0, 0, "4mm", 40] } }]
              presents: { id: sheet, modal: false, presents: { id: top, view: { id: top.view } },
                view: { id: sheet.view, frame: [5, 5, 50, 50] } }
              view:
                id: home.view
                gestureRecognizers: [{ id: a, tap: { <<: *tap, requiresFailureOf: [b, { kind: pan }] } },
                  { id: b, tap: { numberOfTapsRequired: 2 } }]
                subviews:
                  - { id: "42", frame: [0, 0, 9, 9], transform: { rotate: 30 } }
                  - { id: "true:x\\"", frame: ["50%", 0, 9, 9], mountPoint: [{ group: kiosk }] }
      """)
    let (second, again) = try load(written)
    #expect(again == written)
    // Lengths are those of the text.
    #expect(written.contains("[0, 0, \"4mm\", 40]") && written.contains("[\"50%\", 0, 9, 9]"))
    #expect(shape(of: second) == shape(of: first))
    let application = second.application
    #expect((application.delegate as? Responder)?.handles == .touches)
    #expect(application.constants.controlSlop == 9)
    #expect((second.registry.recognizer("a") as? TapGestureRecognizer)?.allowableMovement == 61)
    #expect(second.registry.responder("top").map { ($0 as? ViewController)?.isModal } == true)
    #expect(second.screens[0].edgeGate == first.screens[0].edgeGate)
    #expect(second.registry.view("true:x\"")?.frame.origin.x == 200)
  }

  @Test func `every constant can be written`() {
    #expect(ConstantKeys.readers.map(\.name) == ConstantKeys.all.map(\.name))
  }

  @Test func `short values stand in a line, and words that could be misread are quoted`() {
    let value = JSON([
      ("a", .array([.number(1), .number(0.5), .number(1e-7), .integer(-3)])),
      ("on", .object([.init("x y", .string("true"))])),
      (
        "list",
        .array([JSON([("k", .string("é\t\u{1}"))]), .null, .string("12"), .string("plain-word")])
      ),
      ("empty", .array([])), ("none", .object([])),
    ])
    let text = YAMLText.text(of: value)
    #expect(
      text == """
        a:
          - 1
          - 0.5
          - 1e-07
          - -3
        "on":
          "x y": "true"
        list:
          - { k: "é\\t\\u0001" }
          - null
          - "12"
          - plain-word
        empty: []
        none: {}

        """)
    let node = try? YAML.parse(text, file: "t").first
    #expect(node.flatMap { $0["on"] }.map { JSON($0) } == JSON([("x y", .string("true"))]))
  }
}
