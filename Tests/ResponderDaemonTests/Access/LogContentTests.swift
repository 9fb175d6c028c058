// The log names neither views nor touches, whatever programs and people do.

import Linux
import Testing

@testable import ResponderDaemon

@Suite struct LogContentTests {
  @Test func `the log names neither views nor touches`() throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            performs: [digit]
            subviews:
              - { id: one, button: { frame: [0, 0, 100, 100], actions: { touchUpInside: digit } } }
              - { id: two, frame: [100, 0, 100, 100], gestureRecognizers: [{ id: two.tap, tap: {} }] }
      """,
      script: "0.6 down 2 50,50\n0.7 up 2\n1.2 down 2 150,50\n1.3 up 2\n20.0 wait\n")
    let peer = try stage.connect(uid: 1000)
    for line in [
      #"{"id":1,"subscribe":{"explain":true}}"#, #"{"id":2,"tree":{"view":"two"}}"#,
      #"{"id":3,"set":{"view":"two","alpha":0.5}}"#, "{two",
    ] { _ = try stage.ask(peer, line) }
    try stage.play(seconds: 9)
    #expect(try peer.lines().contains { $0.contains(#""view":"two""#) })
    stage.daemon.end(reason: "the test is over")
    let log = stage.logged()
    #expect(!log.isEmpty)
    for word in ["two", "one", "digit", "150", "tap"] {
      #expect(!log.contains { $0.contains(word) }, "\(word): \(log)")
    }
  }
}
