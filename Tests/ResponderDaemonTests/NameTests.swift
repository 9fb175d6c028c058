// Names in requests that are those of something else, or of nothing.

import Testing

@testable import ResponderDaemon

@Suite struct NameTests {
  private static let configuration = """
    screens: { panel: { size: [400, 400] } }
    application:
      windows:
        - id: main
          subviews:
            - id: map
              frame: [0, 0, 100, 100]
              gestureRecognizers: [{ id: map.tap, tap: {} }]
            - id: stations
              frame: [100, 0, 100, 100]
              isHidden: true
              gestureRecognizers: [{ id: stations.drag, pan: {} }]
    """

  @Test(arguments: [
    (
      #""chain":{"responder":"map.tap"}"#,
      #"expected a responder, found \"map.tap\", which is a recognizer"#
    ),
    (
      #""endEditing":{"view":"app"}"#,
      #"expected a view, found \"app\", which is the application"#
    ),
    (
      #""set":{"viewController":"map","handles":[]}"#,
      #"expected a view controller, found \"map\", which is a view"#
    ),
    (
      #""set":{"view":"maap","alpha":1}"#,
      #"no view is named \"maap\"; did you mean \"map\"?"#
    ),
    (
      #""why":{"recognizer":"stations.drg","point":[1,1]}"#,
      #"no recognizer is named \"stations.drg\"; did you mean \"stations.drag\"?"#
    ),
    (
      #""why":{"recognizer":"stations","point":[1,1]}"#,
      #"expected a recognizer, found \"stations\", which is a view"#
    ),
  ])
  func `a name of another sort is called what it is, and a wrong one is near to one that serves`(
    request: String, message: String
  ) throws {
    let stage = try Stage.started(Self.configuration, script: "60.0 wait\n")
    let answer = try stage.ask(try stage.peer(), "{\"id\":1,\(request)}").element(0)
    #expect(answer.contains(#""code":"notFound""#))
    #expect(answer.contains(message), "\(answer)")
  }
}
