// A program gives hands more time while the daemon runs, on all windows or on one.

import Testing

@testable import ResponderDaemon

@Suite struct TimeScaleTests {
  /// Two taps, 0.6 s apart, in each window; and a press of 0.85 s on a stepper.
  private static let script = """
    1.000 down 1 50,50; down 2 250,50; down 3 350,350
    1.050 up 1; up 2; up 3
    1.650 down 4 50,50; down 5 250,50; down 6 350,350
    1.700 up 4; up 5; up 6
    5.000 down 7 50,350
    5.850 up 7
    """

  private static let configuration = """
    screens: { panel: { size: [400, 400] } }
    application:
      id: app
      constants: { controlSlop: 50 }
      windows:
        - id: left
          frame: [0, 0, 200, 400]
          subviews:
            - { id: copies, stepper: { frame: [0, 300, 94, 100] } }
            - id: card
              frame: [0, 0, 200, 300]
              gestureRecognizers: [{ id: left.double, tap: { numberOfTapsRequired: 2 } }]
        - id: right
          frame: [200, 0, 200, 300]
          gestureRecognizers: [{ id: right.double, tap: { numberOfTapsRequired: 2 } }]
        - id: safe
          frame: [200, 300, 200, 100]
          private: [{ user: 1000 }]
          gestureRecognizers: [{ id: safe.double, tap: { numberOfTapsRequired: 2 } }]
    """

  /// The double taps, and the number of steps, after a request; of a client that has gone if it leaves.
  private func outcome(_ request: String?, leaves: Bool = false) throws -> [String] {
    let stage = try Stage.started(Self.configuration, script: Self.script)
    let reader = try stage.connect(uid: 1000, subscribing: #""types":["gesture","control"]"#)
    let program = try stage.connect(uid: 0)
    if let request {
      let answer = try stage.ask(program, #"{"id":1,\#(request)}"#)
      #expect(answer.count == 1 && answer[0].contains(#""result""#), "\(answer)")
    }
    if leaves { program.vanish() }
    try stage.play(seconds: 8)
    let lines = try stage.everything(for: reader)
    let taps = ["left", "right", "safe"].filter { name in
      lines.contains { $0.contains("\"\(name).double\"") && $0.contains(#""state":"ended""#) }
    }
    return taps + ["\(lines.count { $0.contains(#""valueChanged""#) })"]
  }

  @Test func `a program gives more time everywhere, also in private windows`() throws {
    #expect(try outcome(nil) == ["5"])
    #expect(
      try outcome(#""set":{"view":"app","timeScale":2}"#) == ["left", "right", "safe", "1"])
    #expect(try outcome(#""set":{"view":"app","timeScale":2,"own":true}"#, leaves: true) == ["5"])
  }

  @Test func `a window has a time of its own`() throws {
    #expect(try outcome(#""set":{"view":"right","timeScale":2}"#) == ["right", "5"])
    #expect(
      try outcome(
        #""batch":[{"set":{"view":"app","timeScale":5}},{"set":{"view":"left","timeScale":1}}]"#)
        == ["right", "safe", "5"])
  }

  @Test func `steps while something is held can be switched off, and be slow`() throws {
    func constants(_ text: String) throws -> [String] {
      try outcome(#""set":{"view":"app","constants":{"controlSlop":50,\#(text)}}"#)
    }
    #expect(try constants(#""stepperAutorepeat":false"#) == ["1"])
    #expect(try constants(#""stepperFirstRepeat":0.6,"stepperRepeat":2"#) == ["2"])
  }

  @Test func `no factor is beyond its range`() throws {
    let stage = try Stage.started(Self.configuration)
    let program = try stage.connect(uid: 0)
    for (view, value) in [("app", "0.5"), ("left", "6"), ("left", "\"slow\"")] {
      let answer = try stage.ask(
        program, #"{"id":1,"set":{"view":"\#(view)","timeScale":\#(value)}}"#)
      #expect(answer.element(0).contains("expected a number from 1 to 5"), "\(answer)")
    }
  }
}
