// Views with an audience, in every request that shows views.

import LinuxKit
import Testing

@testable import ResponderDaemon

@Suite struct AudienceTests {
  /// A pad with an audience, and a map for all.
  static func configuration(
    pad: String = "audience: [{ user: 2000 }]", window: String = ""
  ) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe, raw, edit] }
    application:
      windows:
        - id: main
          \(window)
          subviews:
            - id: pad
              frame: [0, 0, 200, 200]
              \(pad)
              handles: [touches]
              canBecomeFirstResponder: true
              subviews:
                - { id: key, frame: [0, 0, 100, 100], gestureRecognizers: [{ id: key.tap, tap: {} }] }
            - id: map
              frame: [200, 0, 400, 400]
              handles: [touches]
              gestureRecognizers: [{ id: map.tap, tap: {} }]
    """
  }

  private func stage(
    _ script: String = "60.0 wait\n", configuration: String = configuration()
  ) throws -> Stage {
    try Stage.started(configuration, script: script)
  }

  @Test(arguments: [
    (#""subscribe":{"snapshot":true}"#, #""id":"key""#),
    (#""subscribe":{"snapshot":true}"#, #""touches":[{"id":1000000001,"view":"key""#),
    (#""subscribe":{"since":{"instance":"INSTANCE","seq":1}}"#, #""phase":"began""#),
    (#""subscribe":{"explain":true,"since":{"instance":"INSTANCE","seq":1}}"#, "key.tap"),
    (#""subscribe":{"raw":true,"since":{"instance":"INSTANCE","seq":1}}"#, #""type":"raw""#),
    (#""subscribe":{"views":["pad"],"since":{"instance":"INSTANCE","seq":1}}"#, #""touches""#),
    (#""tree":{}"#, #""id":"key""#), (#""tree":{"view":"pad"}"#, #""id":"key""#),
    (#""tree":{"view":"key"}"#, #""id":"key""#), (#""tree":{"view":"pad"}"#, #""handles""#),
    (#""chain":{"responder":"key"}"#, #""id":"key""#),
    (#""chain":{"responder":"pad"}"#, #""handles""#),
    (#""hitTest":{"point":[50,50]}"#, #""view":"key""#),
    (#""hitTest":{"point":[50,50],"trace":true}"#, #"{"view":"key","pointInside":true}"#),
    (#""why":{"recognizer":"key.tap","point":[50,50]}"#, #""reaches":true"#),
    (#""why":{"recognizer":"map.tap","point":[50,50]}"#, #""view":"map""#),
    (#""status":{}"#, #""liveTouches":1"#), (#""status":{}"#, #""views":4"#),
    (#""status":{}"#, #""frames":1"#), (#""status":{"prometheus":true}"#, "live_touches 1"),
    (#""status":{"prometheus":true}"#, "responderd_records_total"),
    (#""set":{"view":"keys","alpha":1}"#, #"did you mean \"key\"?"#),
    (#""set":{"view":"key","alpha":1}"#, #""type":"reply""#),
  ])
  func `only the audience receives the names in the view`(request: String, secret: String) throws {
    for (uid, isTold) in [(2000 as UInt32, true), (0, true), (1000, false)] {
      let stage = try stage("1.0 down 1 50,50\n60.0 wait\n")
      // One client subscribes from the beginning, so that the history has all records.
      let watcher = try stage.connect(uid: 0, subscribing: #""raw":true,"explain":true"#)
      try stage.play(seconds: 2)
      let peer = try stage.connect(uid: uid)
      let parts = request.split(separator: "INSTANCE", omittingEmptySubsequences: false)
      let line = parts.joined(separator: stage.daemon.instance)
      let lines = try stage.ask(peer, "{\"id\":1,\(line)}")
      #expect(!lines.isEmpty)
      if request.hasPrefix(#""why":{"recognizer":"map.tap""#) {
        // An obstacle for all clients is reported to all clients.
        #expect(lines.element(0).contains(secret))
      } else {
        #expect(lines.contains { $0.contains(secret) } == isTold, "\(uid): \(lines)")
      }
      #expect(try !watcher.lines().isEmpty)
    }
  }

  @Test func `a hidden name and an unknown name give the same error`() throws {
    let stage = try stage()
    let other = try stage.connect(uid: 1000)
    for (request, path, what) in [
      (#""tree":{"view":"key"}"#, "tree.view", "view"),
      (#""chain":{"responder":"key"}"#, "chain.responder", "responder"),
      (#""why":{"recognizer":"key.tap","point":[1,1]}"#, "why.recognizer", "recognizer"),
      (#""set":{"view":"key","alpha":1}"#, "set.view", "responder"),
      (#""set":{"recognizer":"key.tap","isEnabled":true}"#, "set.recognizer", "recognizer"),
      (#""remove":{"view":"key"}"#, "remove.view", "view"),
      (#""inhibit":{"view":"key"}"#, "inhibit.view", "view"),
    ] {
      let name = what == "recognizer" ? "key.tap" : "key"
      let answer = try stage.ask(other, "{\"id\":1,\(request)}").element(0)
      #expect(
        answer.contains(
          #""code":"notFound","message":"\#(path): no \#(what) is named \"\#(name)\""#),
        "\(answer)")
    }
    #expect(
      try stage.ask(
        other, #"{"id":1,"subscribe":{"views":["key","pad"],"recognizers":["key.tap"]}}"#
      )
      .element(0).contains(#""unknown":["key","key.tap"]"#))
    // Names in the view cannot be used in an added view, either.
    let answer = try stage.ask(
      other,
      #"{"id":1,"add":{"to":"map","gestureRecognizer":{"id":"n","tap":{"requiresFailureOf":["key.tap"]}}}}"#
    )
    #expect(answer.element(0).contains("no recognizer has the id"))
    #expect(!answer.element(0).contains("which is"))
  }

  @Test(arguments: [
    #""set":{"view":"pad","alpha":0.5}"#, #""set":{"view":"pad","audience":[{"user":1000}]}"#,
    #""add":{"to":"pad","view":{"id":"new","frame":[0,0,9,9]}}"#,
    #""add":{"to":"pad","gestureRecognizer":{"id":"new","tap":{}}}"#,
    #""move":{"view":"map","to":"pad"}"#, #""inhibit":{"view":"pad"}"#, #""cancel":{"view":"pad"}"#,
    #""becomeFirstResponder":{"responder":"pad"}"#,
  ])
  func `a client may not change a view that it may not see, even with the right to edit`(
    edit: String
  ) throws {
    let stage = try stage()
    let answer = try stage.ask(stage.connect(uid: 1000), "{\"id\":1,\(edit)}").element(0)
    #expect(
      answer.contains(
        #""pad\" is shown only to its audience, to which this connection does not belong; it may be "#
          + #"removed or moved as a whole""#), "\(answer)")
    #expect(answer.contains(#""code":"forbidden""#))
    #expect(
      try stage.ask(stage.connect(uid: 2000), "{\"id\":1,\(edit)}").element(0).hasPrefix(
        #"{"type":"reply""#))
  }
}
