// Whether anybody is there: idle after a while, active again with a touch.

import Testing

@testable import ResponderDaemon

@Suite struct ActivityTests {
  private static func configuration(idleAfter: Int? = nil) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    activity: { \(idleAfter.map { "idleAfter: \($0)" } ?? "") }
    application:
      windows:
        - id: main
          subviews: [{ id: red, frame: [20, 20, 200, 120], handles: [touches] }]
    """
  }

  @Test func `idle is reported after a long time without a touch, and active at the next touch`()
    throws
  {
    let stage = try Stage.started(
      ActivityTests.configuration(idleAfter: 10),
      script:
        "5.0 down 1 50,60\n30.0 move 1 51,60\n40.0 up 1\n100.0 down 1 50,60\n101.0 up 1\n200.0 wait\n"
    )
    let peer = try stage.subscriber(#""types":["activity","touches"],"phases":["began","ended"]"#)
    try stage.play(seconds: 150)
    let idle = { (seq: Int, time: Int, since: Int) in
      #"{"seq":\#(seq),"t":\#(time).000000,"type":"activity","state":"idle","since":\#(since).000000}"#
    }
    let lines = try peer.lines()
    #expect(lines.filter { $0.contains(#""idle""#) } == [idle(5, 150, 140), idle(9, 211, 201)])
    #expect(
      lines.filter { $0.contains(#""active""#) } == [
        #"{"seq":6,"t":200.000000,"type":"activity","state":"active","since":140.000000}"#
      ])
    #expect(lines.firstIndex { $0.contains(#""active""#) } == 3)
  }

  @Test func `a pointer that moves and a wheel that turns are activity, one that goes is none`()
    throws
  {
    let stage = try Stage.started(
      ActivityTests.configuration(idleAfter: 10),
      script: "5 pointer 50,60\n30 scroll 50,60 by 0,53\n60 pointer gone\n200 wait\n")
    let peer = try stage.subscriber(#""types":["activity"]"#)
    try stage.play(seconds: 100)
    let states = try peer.lines().map { $0.contains(#""idle""#) ? "idle" : "active" }
    #expect(states == ["idle", "active", "idle"])
  }

  @Test func `the idle time can change, and a late client learns that the panel is idle`()
    throws
  {
    let stage = try Stage.started(
      ActivityTests.configuration(idleAfter: 10), script: "200.0 wait\n")
    let peer = try stage.subscriber(#""types":["activity"]"#)
    try stage.play(seconds: 5)
    try stage.write(ActivityTests.configuration(idleAfter: 30))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 24)
    // The tree is as it was, so there is nothing to say.
    #expect(try peer.lines() == [])
    try stage.play(seconds: 2)
    #expect(try peer.lines().element(0).contains(#""state":"idle","since":100.000000"#))
    let late = try stage.peer()
    let snapshot = try stage.ask(late, #"{"id":1,"subscribe":{"types":[],"snapshot":true}}"#).last
    #expect(snapshot?.hasSuffix(#","idleSince":100.000000}"#) == true)
    // Without `idleAfter` no record would report the end of the idle time.
    try stage.write(ActivityTests.configuration())
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    let said = try peer.lines()
    #expect(said.count == 1)
    #expect(said.element(0).contains(#""state":"active","since":100.000000"#))
    try stage.play(seconds: 100)
    #expect(try peer.lines() == [])
  }
}
