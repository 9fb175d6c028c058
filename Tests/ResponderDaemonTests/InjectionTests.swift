// Scripts of fingers that come through the socket.

import Protocol
import Testing

@testable import ResponderDaemon

@Suite struct InjectionTests {
  @Test func `fingers of a script come through the socket, from who may`() throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            subviews: [{ id: red, frame: [20, 20, 200, 120], handles: [touches] }]
      """, script: "60.0 wait\n")
    let peer = try stage.subscriber(#""types":["touches"]"#)
    let answer = try stage.ask(
      peer, #"{"id":2,"inject":{"script":"0.0 down 1 50,60\n0.1 up 1\n","device":"robot"}}"#)
    #expect(answer.contains(#"{"type":"reply","id":2,"result":{"device":"robot"}}"#))
    try stage.play(seconds: 3)
    let lines = try answer + peer.lines()
    #expect(lines.filter { $0.contains(#""type":"touches""#) }.count == 2)
    #expect(stage.daemon.sources.injected.scripts.isEmpty)
    let wrong = try stage.ask(peer, #"{"id":3,"inject":{"script":"0.0 dwon 1 50,60"}}"#)
    #expect(
      wrong.element(0).hasPrefix(
        #"{"type":"error","id":3,"code":"badRequest","message":"inject.script:1:"#)
    )
  }

  @Test func `injected scripts hold whatever scripts hold, and their devices report their end`()
    throws
  {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        receivesRemoteControlEvents: true
        firstResponder: main
        focused: main
        windows:
          - id: main
            canBecomeFirstResponder: true
            isMultipleTouchEnabled: true
            handles: [touches, presses, motion, remoteControl]
      """, script: "60.0 wait\n")
    let peer = try stage.subscriber()
    let script =
      #"0 down 1 50,60; down 2 90,60\n0.1 cancel 2\n0.2 press began select\n0.3 press ended select; "#
      + #"remote play\n0.4 motion began shake\n0.5 motion ended shake\n0.6 up 1\n0.7 wait"#
    let first = try stage.ask(peer, #"{"id":2,"inject":{"script":"\#(script)","device":"robot"}}"#)
    #expect(first.contains(#"{"type":"reply","id":2,"result":{"device":"robot"}}"#))
    // Two at once have names of their own.
    let second = try stage.ask(peer, #"{"id":3,"inject":{"script":"0.7 wait","device":"robot"}}"#)
    #expect(second.contains(#"{"type":"reply","id":3,"result":{"device":"robot-2"}}"#))
    try stage.play(seconds: 5)
    let lines = first + second + (try peer.lines())
    let kinds = try lines.filter { $0.hasPrefix("{\"seq\"") }.map { line in
      let record = try JSON(parsing: line)
      return ["type", "event", "phase", "subtype", "device"].compactMap { record[$0]?.string }
        .joined(separator: " ")
    }
    #expect(kinds.count(where: { $0 == "device removed robot" }) == 1)
    #expect(kinds.count(where: { $0 == "device removed robot-2" }) == 1)
    for kind in [
      "touches cancelled", "touches ended", "presses began", "presses ended", "remoteControl play",
      "motion began", "motion ended",
    ] {
      #expect(kinds.contains(kind), "\(kind) in \(kinds)")
    }
    #expect(kinds.last?.hasPrefix("device removed") == true)
  }

  @Test(arguments: [
    "0 down 1 1,1\\n9223372036854 up 1", "0 down 1 1,1\\n1000000000001 up 1",
    "0 down 9223372036854775807 1,1", "0 down 1 9223372036854775807,1",
    "0 down 1 1,1 force=9223372036854775807",
  ])
  func `a script with a number out of range is refused as a whole`(script: String) throws {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows: [{ id: main, handles: [touches] }]
      """, script: "60.0 wait\n")
    let peer = try stage.subscriber()
    let answer = try stage.ask(peer, #"{"id":2,"inject":{"script":"\#(script)"}}"#)
    #expect(
      answer.element(0).hasPrefix(
        #"{"type":"error","id":2,"code":"badRequest","message":"inject.script:"#))
    #expect(stage.daemon.sources.injected.scripts.isEmpty)
    // The longest that is accepted waits for its end without trouble.
    let longest = try stage.ask(
      peer, #"{"id":3,"inject":{"script":"0 down 1 1,1\n3600 up 1"}}"#)
    #expect(longest.contains { $0.contains(#""type":"reply","id":3"#) })
    try stage.play(seconds: 5)
    #expect(stage.daemon.sources.injected.scripts.count == 1)
  }

  @Test func `a device lasts as long as its client, and its fingers do at once what it says`()
    throws
  {
    let stage = try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            subviews: [{ id: red, frame: [20, 20, 200, 120], handles: [touches], isMultipleTouchEnabled: true }]
      """, script: "60.0 wait\n")
    let watcher = try stage.subscriber(#""types":["touches","device"]"#)
    let peer = try stage.peer()
    let made = try stage.ask(peer, #"{"id":1,"inject":{"device":"table","isLasting":true}}"#)
    let size = #""device":"table","screen":"panel","size":[800.0,480.0]"#
    #expect(made.contains(#"{"type":"reply","id":1,"result":{\#(size)}}"#), "\(made)")
    func act(_ actions: String) throws -> String {
      let request = #"{"id":2,"inject":{"device":"table","actions":"\#(actions)"}}"#
      return try stage.ask(peer, request).joined()
    }
    #expect(try act("down 1 50,60; down 2 60,60") == #"{"type":"reply","id":2,"result":{}}"#)
    // A wrong line does nothing, and those after it are as if it had not been.
    for wrong in ["up 3", "move 1 60,60; down 1 5,5", "0.1 up 1", "dwon 3 5,5"] {
      #expect(try act(wrong).contains(#""code":"badRequest""#), "\(wrong)")
    }
    #expect(try act("move 1 51,60; up 2").contains(#""result":{}"#))
    let other = try stage.ask(watcher, #"{"id":3,"inject":{"device":"table","actions":"up 1"}}"#)
    #expect(other.contains { $0.contains(#""code":"notFound""#) }, "\(other)")
    for wrong in [
      #"{"device":"a"}"#, #"{"isLasting":true}"#, #"{"actions":"up 1"}"#,
      #"{"script":"0 wait","actions":"up 1","device":"a"}"#,
    ] {
      let answer = try stage.ask(peer, #"{"id":4,"inject":\#(wrong)}"#).joined()
      #expect(answer.contains(#""code":"badRequest""#), "\(answer)")
    }
    var lines = try other + watcher.lines()
    peer.finish()
    try stage.play(seconds: 1)
    lines += try watcher.lines()
    let phases = lines.filter { $0.contains(#""type":"touches""#) }.map { line in
      line.split(separator: #""phase":""#)[1].prefix { $0 != "\"" }
    }
    #expect(phases == ["began", "moved", "ended", "cancelled"], "\(lines)")
    #expect(lines.last?.contains(#""event":"removed""#) == true)
    #expect(
      stage.daemon.sources.injected.devices.isEmpty && stage.daemon.sources.devices.count == 1)
  }
}
