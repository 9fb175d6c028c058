// What `replay --explain` says of touches, with their hit test and without.

import Testing

@testable import responderctl

@Suite struct ReplayExplainTests {
  private let sandbox = Sandbox()

  @Test func `replay explains the touches in the order in which they landed, each with its view`()
    throws
  {
    let panel = try sandbox.file(
      "held.yaml",
      """
      screens: { p: { size: [320, 240] } }
      application:
        windows:
          - id: main
            frame: [0, 0, 300, 200]
            subviews:
              - id: held
                frame: [0, 0, 100, 100]
                handles: [touches]
                gestureRecognizers: [{ id: held.tap, tap: { delaysTouchesBegan: true } }]
              - { id: free, frame: [100, 0, 100, 100], handles: [touches] }
              - id: pay
                button:
                  frame: [200, 0, 100, 100]
                  subviews: [{ id: label, frame: [0, 0, 50, 50] }]
      """)
    let script = try sandbox.file(
      "four.touch",
      """
      0 down 1 50,50; down 2 150,50; down 3 210,10; down 4 310,50
      0.1 up 1; up 2; up 3; up 4
      """)
    #expect(
      Run("replay", "--explain", "--config", panel, script).lines == [
        "touch 1 on held",
        "       0.000000  held.tap             holds back began until 0.750000 at the latest (DL1)",
        "       0.100000  held.tap             possible → ended: 1 of 1 taps (TAP1)",
        "       0.100000  held.tap             action ended",
        "touch 2 on free",
        "       0.000000  free                 touchesBegan",
        "       0.100000  free                 touchesEnded",
        "touch 3 on label",
        "       0.000000  pay                  touchesBegan",
        "       0.000000  pay                  does not track it: label in it is hit, and not the "
          + "control itself (K2)",
        "       0.100000  pay                  touchesEnded",
        "a finger at 310,50",
        "       0.000000  no view              has the touch (H14)",
      ])
    let hits = Run("replay", "--explain", "--hits", "--config", panel, script).lines
    #expect(
      hits.prefix(7) == [
        "touch 1 on held",
        "       0.000000  main                 pointInside yes",
        "       0.000000  pay                  pointInside no",
        "       0.000000  free                 pointInside no",
        "       0.000000  held                 pointInside yes",
        "       0.000000  held                 has the touch",
        "       0.000000  held.tap             holds back began until 0.750000 at the latest (DL1)",
      ])
    #expect(
      hits.suffix(3) == [
        "a finger at 310,50", "       0.000000  main                 pointInside no",
        "       0.000000  no view              has the touch (H14)",
      ])
    let json = Run("replay", "--explain", "--json", "--config", panel, script).output
    #expect(!json.contains(#""event":"lands""#))
    let traced = Run("replay", "--explain", "--hits", "--json", "--config", panel, script)
    #expect(
      traced.lines[0]
        == #"{"seq":0,"t":0.000000,"frame":1,"type":"explain","event":"lands","view":"held","#
        + #""trace":[{"view":"main","pointInside":true},{"view":"pay","pointInside":false},"#
        + #"{"view":"free","pointInside":false},{"view":"held","pointInside":true}],"#
        + #""touches":[1]}"#)
    let alone = Run("replay", "--hits", "--config", panel, script)
    #expect(alone.status == .usage)
    #expect(alone.errors.contains("--hits: expected --explain, too"))
  }

  @Test(arguments: ["0.2 move 1 60,90", "0.2 up 1"])
  func `a recognizer that had to wait begins for the reason for which it wanted to begin`(
    then: String
  ) throws {
    let panel = try sandbox.file(
      "waits.yaml",
      """
      screens: { p: { size: [320, 240] } }
      application:
        windows:
          - id: main
            gestureRecognizers:
              - { id: pan, pan: { requiresFailureOf: [swipe] } }
              - { id: swipe, swipe: { direction: down } }
      """)
    let script = try sandbox.file(
      "waits.touch",
      "0 down 1 60,60\n0.05 move 1 60,80\n0.1 move 1 60,85\n\(then)\n0.6 move 1 60,95\n0.7 up 1"
        .split(separator: "\n").prefix(then.contains("up") ? 4 : 6).joined(separator: "\n"))
    let lines = Run("replay", "--explain", "--config", panel, script).lines
    #expect(lines.contains("       0.050000  pan                  waits for swipe to fail (F2)"))
    let begins = lines.filter { $0.contains("pan                  possible → began") }
    #expect(begins.map { $0.hasSuffix("possible → began: 20 of 10 pt (PAN1)") } == [true])
  }
}
