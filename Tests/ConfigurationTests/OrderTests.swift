// The order in which keys are written means nothing.

import ResponderKit
import TestSupport
import Testing

@testable import Configuration
@testable import ConfigurationText

@Suite struct OrderTests {
  static let texts: [(name: String, text: String)] =
    ShippedFilesTests.all.compactMap { path in (try? Repository.text(of: path)).map { (path, $0) } }
    + ReferenceTests.blocks.filter { !$0.isWrong }.map { ($0.testDescription, $0.text) }

  @Test(arguments: texts.map(\.name))
  func `with every mapping turned round the tree is the same`(name: String) throws {
    let text = try #require(Self.texts.first { $0.name == name }?.text)
    let root = try #require(try YAML.parse(text, file: name).first)
    let straight = try Blueprint.load(written(root, turned: false), file: name)
    let turned = try Blueprint.load(written(root, turned: true), file: name)
    #expect(turned.settings == straight.settings)
    #expect(picture(turned.build()) == picture(straight.build()))
    #expect(picture(straight.build()).count >= 3)
  }

  // The node as text in flow style, its mappings as they are or back to front.
  private func written(_ node: Node, turned: Bool) -> String {
    switch node.content {
    case .scalar(let scalar):
      guard scalar.style != .plain else { return scalar.isNull ? "~" : scalar.text }
      return "\"" + scalar.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .sequence(let nodes):
      return "[" + nodes.map { written($0, turned: turned) }.joined(separator: ", ") + "]"
    case .mapping(let mapping):
      let entries = turned ? mapping.entries.reversed() : Array(mapping.entries)
      return "{"
        + entries.map { "\"\($0.key)\": \(written($0.value, turned: turned))" }
        .joined(separator: ", ") + "}"
    }
  }

  // One line for each responder and recognizer, with all that hangs on it.
  private func picture(_ tree: Tree) -> [String] {
    var lines = ["\(tree.application.firstResponder?.id ?? "-") \(tree.application.constants)"]
    for id in tree.registry.ids.sorted() {
      switch tree.registry[id] {
      case .responder(let responder): lines.append(words(responder))
      case .recognizer(let recognizer): lines.append(words(recognizer))
      case nil: break
      }
    }
    return lines
  }

  private func words(_ responder: Responder) -> String {
    var line = "\(responder.id) \(responder.handles.rawValue) \(responder.forwards) "
    line += "→ \(responder.next?.id ?? "-") \(responder.performs.sorted())"
    if let view = responder as? View {
      line += " \(ViewKind(of: view)) \(view.frame) \(view.bounds) \(view.transform) "
      line += "\(view.subviews.map(\.id)) \(view.gestureRecognizers.map(\.id)) "
      line += "\(view.hitShape) \(view.hitInsets) \(view.hitRedirect?.id ?? "-") \(view.alpha)"
    }
    if let scrollView = responder as? ScrollView {
      line += " \(scrollView.contentSize) \(scrollView.zoomView?.id ?? "-")"
    }
    if let slider = responder as? Slider { line += " \(slider.value) \(slider.maximumValue)" }
    if let stepper = responder as? Stepper { line += " \(stepper.value) \(stepper.maximumValue)" }
    if let segments = responder as? SegmentedControl {
      line += " \(segments.selectedSegmentIndex ?? -1) of \(segments.numberOfSegments)"
    }
    return line
  }

  private func words(_ recognizer: GestureRecognizer) -> String {
    let required = recognizer.failureRequirements.map(\.id).sorted()
    return "\(recognizer.id) on \(recognizer.view?.id ?? "-") \(required) "
      + "\(recognizer.cancelsTouchesInView) \(recognizer.delegate != nil)"
  }
}
