// A PIN pad: a client outside its audience receives nothing from which it could learn of touches on it.

import LinuxKit
import Testing

@testable import ResponderDaemon

@Suite struct PinPadTests {
  private static func configuration(_ more: String, _ settings: String) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    socket: { rights: [subscribe, raw] }
    \(settings)
    application:
      windows:
        - id: main
          performs: [digit]
          handles: [touches]
          \(more)
          subviews:
            - id: pad
              frame: [0, 0, 200, 200]
              audience: [{ user: 2000 }]
              handles: [touches]
              subviews:
                - id: one
                  button: { frame: [0, 0, 100, 100], actions: { touchUpInside: digit } }
                - id: two
                  frame: [100, 0, 100, 100]
                  gestureRecognizers:
                    - { id: two.tap, tap: {} }
                    - { id: two.pan, pan: {} }
            - id: map
              frame: [200, 0, 400, 400]
              handles: [touches]
              isMultipleTouchEnabled: true
              gestureRecognizers: [{ id: map.tap, tap: {} }, { id: map.pan, pan: {} }]
    """
  }

  /// The lines that one peer reads while a script is played, with every query sent from time to time;
  /// without the numbers of records.
  private func session(
    _ script: String, uid: UInt32, more: String = "", settings: String = ""
  ) throws -> [String] {
    let stage = try Stage.started(Self.configuration(more, settings), script: script)
    let peer = try Peer(of: stage.daemon.server, uid: uid)
    var lines: [String] = []
    func ask(_ line: String) throws { lines += try stage.ask(peer, line) }
    try ask(#"{"id":1,"subscribe":{"explain":true,"raw":true,"snapshot":true}}"#)
    for step in 1...8 {
      try stage.play(seconds: 0.55)
      for question in [
        #""tree":{}"#, #""tree":{"view":"pad"}"#, #""tree":{"view":"two"}"#,
        #""chain":{"responder":"one"}"#, #""chain":{"responder":"pad"}"#,
        #""hitTest":{"point":[150,50],"trace":true}"#, #""hitTest":{"point":[250,50]}"#,
        #""why":{"recognizer":"two.tap","point":[150,50]}"#,
        #""why":{"recognizer":"map.tap","point":[150,50]}"#, #""devices":{}"#, #""status":{}"#,
        #""status":{"prometheus":true}"#,
        #""subscribe":{"views":["pad","two"],"recognizers":["two.tap"],"snapshot":true,"rate":30}"#,
        #""subscribe":{"types":["touches","gesture"],"since":"#
          + #"{"instance":"\#(stage.daemon.instance)","seq":1}}"#,
        #""unsubscribe":{"subscription":\#(2 * step)}"#,
        #""unsubscribe":{"subscription":\#(2 * step + 1)}"#,
      ] {
        try ask("{\"id\":9,\(question)}")
      }
    }
    return lines.map { line in
      var line = withoutNumbers(line)
      for own in [stage.daemon.instance, stage.folder] {
        line = line.split(separator: own).joined(separator: "…")
      }
      return line
    }
  }

  private func withoutNumbers(_ line: String) -> String {
    var parts = line.split(separator: "\"seq\":", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() { parts[index] = parts[index].drop { $0.isNumber } }
    return parts.joined(separator: "\"seq\":")
  }

  private func expectSame(_ lines: [String], _ others: [String]) {
    #expect(lines.count == others.count)
    let place = zip(lines, others).enumerated().first { $1.0 != $1.1 }
    #expect(place?.element.0 == place?.element.1)
  }

  private static let outside = [
    "0.2 down 1 250,50", "0.3 up 1", "2.0 down 1 300,300", "2.1 move 1 340,300", "2.6 up 1",
    "3.5 down 1 260,60", "3.55 up 1", "20.0 wait",
  ]
  private static let inside = [
    "0.60 down 2 50,50", "0.70 up 2", "1.2 down 2 150,50", "1.3 up 2", "1.4 down 2 150,50",
    "1.45 move 2 190,50", "1.5 move 2 190,90", "1.6 up 2", "2.9 down 2 199,100",
    "2.95 up 2", "3.0 down 2 20,180; down 3 180,180", "3.1 up 2; up 3",
  ]

  private func script(_ lines: [String]) -> String {
    func time(_ line: String) -> Double { Double(line.prefix { $0 != " " }) ?? 0 }
    return lines.sorted { time($0) < time($1) }.joined(separator: "\n") + "\n"
  }

  @Test(arguments: [
    "", "gestureRecognizers: [{ id: main.tap, tap: {} }, { id: main.pan, pan: {} }]",
  ])
  func `other clients read the same lines whether a PIN is typed or not`(more: String) throws {
    let quiet = try session(script(Self.outside), uid: 1000, more: more)
    let busy = try session(script(Self.outside + Self.inside), uid: 1000, more: more)
    expectSame(busy, quiet)
    // They read the other records.
    #expect(quiet.filter { $0.contains(#""type":"raw""#) }.count >= 7)
    #expect(quiet.filter { $0.contains(#""recognizer":"map.tap""#) }.count >= 2)
    #expect(quiet.contains { $0.contains(#""kind":"view","frame":[0.0,0.0,200.0,200.0],"hasA"#) })
    for secret in ["two", "two.tap", "one"] {
      #expect(!busy.contains { $0.contains("\"id\":\"\(secret)\"") }, "\(secret)")
      #expect(!busy.contains { $0.contains("\"recognizer\":\"\(secret)\"") }, "\(secret)")
      #expect(!busy.contains { $0.contains("\"view\":\"\(secret)\"") }, "\(secret)")
    }
  }

  @Test func `fingers on the pad and beside it at the same time are reported separately`() throws {
    let both = [
      "0.2 down 1 250,50; down 2 150,50", "0.3 move 1 280,50; move 2 190,50", "0.4 move 2 150,90",
      "0.5 up 1; up 2", "1.0 down 2 50,50; down 1 250,50", "1.1 up 2; up 1", "9.0 wait",
    ]
    let one = [
      "0.2 down 1 250,50", "0.3 move 1 280,50", "0.5 up 1", "1.0 down 1 250,50", "1.1 up 1",
      "9.0 wait",
    ]
    let busy = try session(script(both), uid: 1000)
    try expectSame(busy, session(script(one), uid: 1000))
    #expect(busy.contains { $0.contains(#""type":"raw""#) && $0.contains(#""x":280.0"#) })
  }

  @Test func `the panel is idle for other clients while only the pad is touched`() throws {
    let settings = "activity: { idleAfter: 1 }"
    let quiet = try session(script(["9.0 wait"]), uid: 1000, settings: settings)
    let busy = try session(script(Self.inside + ["9.0 wait"]), uid: 1000, settings: settings)
    expectSame(busy, quiet)
    #expect(quiet.filter { $0.contains(#""type":"activity","state":"idle""#) }.count == 1)
  }

  @Test(arguments: [0, 2000] as [UInt32])
  func `the users in the audience see everything, and so does root`(uid: UInt32) throws {
    let lines = try session(script(Self.outside + Self.inside), uid: uid)
    for part in [
      #""type":"touches","phase":"began","responder":"pad","view":"two""#,
      #""type":"gesture","recognizer":"two.tap""#, #""type":"gesture","recognizer":"two.pan""#,
      #""type":"control","control":"one","event":"touchUpInside""#,
      #""type":"action","action":"digit","control":"one","responder":"main""#,
      #""contacts":[{"id":2,"change":"down","x":50.0,"y":50.0}]"#,
      #""type":"explain","recognizer":"two.tap""#,
      #""id":"two","kind":"view","frame":[100.0,0.0,100.0,100.0]"#,
      #"{"view":"two","window":"main","point":[50.0,50.0]"#, #""frames":"#,
      #""recognizer":"two.tap","reaches":true"#, "responderd_frames_total",
      #""chain":[{"id":"one","kind":"button"},{"id":"pad""#,
    ] {
      #expect(lines.contains { $0.contains(part) }, "\(part)")
    }
  }
}
