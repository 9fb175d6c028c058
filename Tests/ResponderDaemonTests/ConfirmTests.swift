// A configuration that is to be confirmed: without it, the one before it applies again.

import Linux
import Protocol
import ResponderKit
import Testing

@testable import Configuration
@testable import ResponderDaemon

@Suite struct ConfirmTests {
  /// A screen with one view of this name, and who may control the daemon.
  private static func configuration(
    _ view: String, width: Int = 800, control user: Int = 5
  ) -> String {
    """
    screens: { panel: { size: [\(width), 480] } }
    socket: { rights: [subscribe] }
    access: [{ user: \(user), rights: control }]
    application:
      windows:
        - id: main
          subviews:
            - { id: \(view), frame: [0, 0, 100, 100], handles: [touches] }
            - { id: stays, frame: [200, 0, 100, 100], handles: [touches], mountPoint: true }
    """
  }

  private func started(_ script: String = "600 wait\n") throws -> (Stage, operator: Peer) {
    let stage = try Stage.started(Self.configuration("old"), script: script)
    return (stage, try stage.connect(uid: 5))
  }

  private func view(_ stage: Stage) -> String {
    stage.daemon.configuration.application.windows[0].subviews[0].id
  }

  private func status(_ stage: Stage, _ peer: Peer) throws -> JSON {
    let answer = try JSON(parsing: try stage.ask(peer, #"{"id":9,"status":{}}"#).element(0))
    return answer["result"]?["configuration"] ?? .null
  }

  private static let reload = #"{"id":1,"reload":{"confirmWithin":60}}"#
  private static let applied =
    #"{"type":"reply","id":1,"result":{"isWaiting":false,"confirmWithin":60,"warnings":[]}}"#
  private static let confirmed = #"{"type":"reply","id":2,"result":{}}"#

  private func confirm(_ stage: Stage, _ peer: Peer) throws -> String {
    try stage.ask(peer, #"{"id":2,"confirm":{}}"#).element(0)
  }

  @Test func `without a confirmation the configuration before applies again, and the file stays`()
    throws
  {
    let (stage, peer) = try started()
    let reader = try stage.subscriber(#""types":["edit"]"#)
    try stage.write(Self.configuration("new"))
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    #expect(view(stage) == "new")
    try stage.play(seconds: 10)
    #expect(try status(stage, peer)["confirmWithin"] == .integer(50))
    #expect(stage.daemon.summary.hasSuffix("; the configuration waits for responderctl confirm"))
    try stage.play(seconds: 49.9)
    #expect(view(stage) == "new")
    try stage.play(seconds: 0.1)
    #expect(view(stage) == "old")
    let after = try status(stage, peer)
    #expect(after["confirmWithin"] == nil)
    let reason = "the configuration was not confirmed within 60 s; the one before it applies"
    #expect(after["error"]?.string == reason)
    #expect(stage.logged().contains { $0.contains(reason) })
    #expect(
      stage.daemon.summary.hasSuffix(
        "; the configuration file was not confirmed in time; the previous configuration applies"))
    #expect(
      try confirm(stage, peer).contains(
        #""code":"unavailable","message":"it is too late: the configuration before"#))
    let edits = try reader.lines().filter { $0.contains(#""type":"edit""#) }
    #expect(edits.count == 4, "two views were added, and two removed: \(edits)")
    // The file still has the new configuration, and can be confirmed another time.
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    #expect(view(stage) == "new")
    #expect(try confirm(stage, peer) == Self.confirmed)
    #expect(try status(stage, peer)["error"] == nil)
  }

  @Test func `a configuration that is confirmed stays`() throws {
    let (stage, peer) = try started()
    #expect(
      try confirm(stage, peer).contains(
        #""code":"unavailable","message":"no configuration waits for a confirmation""#))
    try stage.write(Self.configuration("new"))
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    try stage.play(seconds: 59)
    #expect(try confirm(stage, peer) == Self.confirmed)
    try stage.play(seconds: 3_600)
    #expect(view(stage) == "new")
    #expect(try status(stage, peer)["confirmWithin"] == nil)
    #expect(try confirm(stage, peer).contains("no configuration waits"))
    // A later reload needs no confirmation by itself.
    try stage.write(Self.configuration("newer"))
    #expect(
      try stage.ask(peer, #"{"id":1,"reload":{}}"#)
        == [#"{"type":"reply","id":1,"result":{"isWaiting":false,"warnings":[]}}"#])
    try stage.play(seconds: 3_600)
    #expect(view(stage) == "newer")
  }

  @Test func `the time begins when a finger no longer keeps the configuration waiting`() throws {
    let (stage, peer) = try started("1 down 1 50,50\n31 up 1\n600 wait\n")
    try stage.play(seconds: 1)
    try stage.write(Self.configuration("new"))
    try peer.send(Self.reload)
    try stage.play(seconds: 2)
    #expect(
      try peer.lines()
        == [
          #"{"type":"reply","id":1,"result":{"isWaiting":true,"confirmWithin":60,"warnings":[]}}"#
        ]
    )
    #expect(view(stage) == "old")
    #expect(try status(stage, peer)["confirmWithin"] == nil)
    #expect(try confirm(stage, peer).contains("the new configuration does not apply yet"))
    try stage.play(seconds: 28)
    #expect(view(stage) == "new")
    #expect(try status(stage, peer)["confirmWithin"] == .integer(60))
    try stage.play(seconds: 59.9)
    #expect(view(stage) == "new")
    try stage.play(seconds: 0.2)
    #expect(view(stage) == "old")
  }

  @Test func `what is reloaded before a confirmation is to be confirmed, too`() throws {
    let (stage, peer) = try started()
    try stage.write(Self.configuration("new"))
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    try stage.play(seconds: 30)
    // A file with errors changes nothing, and the time continues.
    try stage.write("application: {")
    #expect(try stage.ask(peer, #"{"id":3,"reload":{}}"#).element(0).contains("invalidEdit"))
    #expect(try status(stage, peer)["confirmWithin"] == .integer(30))
    // A reload without a time has the same time, from when it applies.
    try stage.write(Self.configuration("newer"))
    stage.daemon.reload(force: false)
    try stage.play(seconds: 0)
    #expect(view(stage) == "newer")
    try stage.play(seconds: 59.9)
    #expect(view(stage) == "newer")
    // What returns is what was confirmed, and not what was tried before.
    try stage.play(seconds: 0.1)
    #expect(view(stage) == "old")
  }

  @Test
  func `a file that waits for a finger at the end of the time is not refused with the one before`()
    throws
  {
    let (stage, peer) = try started("50 down 1 50,50\n200 up 1\n600 wait\n")
    try stage.write(Self.configuration("new"))
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    try stage.play(seconds: 51)
    try stage.write(Self.configuration("newer"))
    try peer.send(#"{"id":1,"reload":{}}"#)
    try stage.play(seconds: 3)
    #expect(try peer.lines().element(0).contains(#""isWaiting":true,"confirmWithin":60"#))
    try stage.play(seconds: 5.9)
    #expect(view(stage) == "new")
    // The finger is cancelled with what it was on, so nothing waits for it any more.
    try stage.play(seconds: 0.2)
    #expect(view(stage) == "newer")
    #expect(try status(stage, peer)["confirmWithin"] == .integer(60))
    #expect(try status(stage, peer)["error"] == nil)
    try stage.play(seconds: 60)
    #expect(view(stage) == "old")
  }

  @Test func `of requests that are served together, the shortest time counts`() throws {
    let (stage, peer) = try started("1 down 1 250,50\n1.5 up 1\n600 wait\n")
    try stage.play(seconds: 1)
    try stage.write(Self.configuration("new"))
    for request in [#""confirmWithin":300"#, #""confirmWithin":20"#, #""force":false"#] {
      try peer.send("{\"id\":1,\"reload\":{\(request)}}")
    }
    try stage.play(seconds: 0.5)
    let answers = try peer.lines()
    #expect(answers.count == 3)
    #expect(answers.allSatisfy { $0.contains(#""confirmWithin":20"#) }, "\(answers)")
    try stage.play(seconds: 20)
    #expect(view(stage) == "old")
  }

  @Test func `a file that takes the right to control from its operator locks out no operator`()
    throws
  {
    let (stage, peer) = try started()
    try stage.write(Self.configuration("new", control: 6))
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    #expect(try confirm(stage, peer).contains(#""code":"forbidden""#))
    try stage.play(seconds: 60)
    #expect(view(stage) == "old")
    try stage.write(Self.configuration("new"))
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    #expect(try confirm(stage, peer) == Self.confirmed)
  }

  @Test func `at the end of the time a finger on what goes is cancelled, and others continue`()
    throws
  {
    let (stage, peer) = try started("5 down 1 50,50; down 2 250,50\n100 up 1; up 2\n600 wait\n")
    let reader = try stage.subscriber(#""types":["touches"]"#)
    let program = try stage.peer()
    try stage.write(Self.configuration("new"))
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    let put = #""put":{"in":"stays","view":{"id":"mine","frame":[0,0,9,9]}}"#
    _ = try stage.ask(program, "{\"id\":1,\(put)}")
    try stage.play(seconds: 60)
    #expect(view(stage) == "old")
    let ends = try reader.lines().filter { $0.contains("cancelled") || $0.contains("ended") }
    #expect(ends.count == 1 && ends[0].contains(#""responder":"new""#), "\(ends)")
    #expect(stage.daemon.configuration.application.liveTouches.count == 1)
    // What programs have put stays.
    #expect(stage.daemon.configuration.tree.registry.view("mine")?.window != nil)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }

  @Test func `a screen has its earlier size again`() throws {
    let (stage, peer) = try started()
    try stage.write(Self.configuration("new", width: 1_920))
    #expect(try stage.ask(peer, Self.reload) == [Self.applied])
    #expect(stage.daemon.configuration.tree.screens[0].size.width == 1_920)
    try stage.play(seconds: 60)
    #expect(stage.daemon.configuration.tree.screens[0].size.width == 800)
    #expect(stage.daemon.configuration.application.windows[0].frame.size.width == 800)
  }

  @Test(arguments: ["0", "3601", "-1", "1.5", "\"60s\""])
  func `a time that is none is refused`(time: String) throws {
    let (stage, peer) = try started()
    try stage.write(Self.configuration("new"))
    let answer = try stage.ask(peer, "{\"id\":1,\"reload\":{\"confirmWithin\":\(time)}}")
    #expect(answer.element(0).contains(#""path":"reload.confirmWithin""#), "\(answer)")
    #expect(view(stage) == "old")
  }
}
