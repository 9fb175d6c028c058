// What every test of a configuration needs.

import ResponderKit
import Testing

@testable import Configuration
@testable import ConfigurationText

/// The errors of a configuration as `responderctl check` prints them, without their excerpts.
func errors(_ text: String) -> [String] {
  do {
    _ = try Blueprint.load(text, file: "f.yaml")
    return []
  } catch {
    return error.diagnostics.map(\.summary)
  }
}

/// The same with their excerpts.
func printed(_ text: String) -> String {
  do {
    _ = try Blueprint.load(text, file: "f.yaml")
    return ""
  } catch {
    return error.description
  }
}

/// The head of a configuration whose views follow, indented by four.
let views = """
  screens: { panel: { size: [800, 480], physicalSize: [160, 96] } }
  application:
    windows:
    - id: w
      subviews:

  """

/// The tree of a configuration that consists of these views, one on each line.
func tree(_ lines: String...) throws -> Tree {
  try Blueprint.load(
    views + lines.map { "    - " + $0 }.joined(separator: "\n"), file: "f.yaml"
  ).build()
}

/// The errors of a configuration that consists of these views, from line 6 and column 5 on.
func viewErrors(_ lines: String...) -> [String] {
  errors(views + lines.map { "    - " + $0 }.joined(separator: "\n"))
}

/// The errors of one view, without the file and the path up to the view.
func errors(inView view: String) -> [String] {
  viewErrors(view).map {
    $0.replacing("application.windows[0].subviews[0]", with: "").replacing(": : ", with: ": ")
      .replacing("f.yaml:", with: "")
  }
}

extension Tree {
  /// The one thing of this name and class.
  func the<Thing>(_ type: Thing.Type, _ id: String) throws -> Thing {
    switch registry[id] {
    case .responder(let responder): try #require(responder as? Thing)
    case .recognizer(let recognizer): try #require(recognizer as? Thing)
    case nil: try #require(nil as Thing?, "nothing is called \(id)")
    }
  }
}
