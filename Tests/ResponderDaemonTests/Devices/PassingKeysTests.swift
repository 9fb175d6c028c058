// Unhandled keys that other programs receive, in a whole daemon.

import Configuration
import Devices
import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PassingKeysTests {
  private static let node = "/dev/input/event4"
  private static let enter = 28
  private static let escape = 1
  private static let letter = 30
  private static let next = 163
  private let machine = MadeUpMachine([
    DeviceDescription(node: node, name: "Remote", kind: .keys)
  ])

  private func stage(_ application: String, device: String = "passesOn: true") throws -> Stage {
    try Stage.started(
      """
      devices: [{ match: { kind: keys }, \(device) }]
      application:
      \(application)
      """, on: machine)
  }

  private func tap(_ stage: Stage, _ code: Int, for seconds: Double = 0) throws {
    machine.key(Self.node, code, isDown: true)
    try stage.play(seconds: seconds)
    machine.key(Self.node, code, isDown: false)
    try stage.play(seconds: 0)
  }

  private func seen() -> [String] { machine.others[Self.node]?.seen() ?? ["no virtual device"] }

  @Test func `what a responder handles is ours, every other key is others'`() throws {
    let stage = try stage("  windows: [{ id: main, handles: [presses] }]")
    try tap(stage, Self.enter)
    #expect(seen() == [])
    try tap(stage, Self.letter)
    #expect(seen() == ["key 30 down", "key 30 up"])
    // Commands are only taken by programs that have asked for them.
    try tap(stage, Self.next)
    #expect(seen() == ["key 163 down", "key 163 up"])
  }

  @Test func `a media key is taken by who handles commands, and others keep theirs`() throws {
    let stage = try stage(
      "  receivesRemoteControlEvents: true\n  windows: [{ id: main, handles: [remoteControl] }]")
    try tap(stage, Self.next)
    #expect(seen() == [])
    try tap(stage, Self.enter)
    #expect(seen() == ["key 28 down", "key 28 up"])
  }

  @Test(arguments: ["  windows: []", "  windows: [{ id: main }]"])
  func `without a window, and where no responder handles them, keys are passed on`(
    _ application: String
  ) throws {
    let stage = try stage(application)
    machine.key(Self.node, Self.enter, isDown: true)
    try stage.play(seconds: 0)
    #expect(seen() == ["key 28 down"])
    machine.key(Self.node, Self.enter, isDown: false)
    try stage.play(seconds: 0)
    #expect(seen() == ["key 28 up"])
  }

  @Test func `a key that a recognizer follows waits for it`() throws {
    let stage = try stage(
      "  windows: [{ id: main, gestureRecognizers: [{ id: hold, longPress: {} }] }]")
    try tap(stage, Self.enter, for: 0.1)
    #expect(seen() == ["key 28 down", "key 28 up"], "too short for the gesture")
    try tap(stage, Self.enter, for: 1)
    #expect(seen() == [], "the gesture has taken it")
    try tap(stage, Self.escape)
    #expect(seen() == ["key 1 down", "key 1 up"], "the gesture does not want it")
  }

  @Test func `the select of the focused control is its own`() throws {
    let stage = try stage(
      "  focused: ok\n  windows: [{ id: main, subviews: [{ id: ok, button: { frame: [0, 0, 9, 9] } }] }]"
    )
    try tap(stage, Self.enter)
    #expect(seen() == [])
    try tap(stage, Self.escape)
    #expect(seen() == ["key 1 down", "key 1 up"])
  }

  @Test func `an arrow that steps the focused control or moves the focus is not others'`() throws {
    let stage = try stage(
      """
        focused: level
        windows:
          - id: main
            subviews:
              - { id: level, slider: { frame: [0, 0, 90, 9], value: 0.95 } }
              - { id: ok, button: { frame: [0, 20, 90, 9] } }
      """)
    let right = 106
    let down = 108
    try tap(stage, right)
    #expect(seen() == [], "the value is at its end now")
    try tap(stage, right)
    #expect(seen() == ["key 106 down", "key 106 up"], "no view lies there")
    try tap(stage, down)
    #expect(seen() == [], "the focus is at the button now")
    try tap(stage, down)
    #expect(seen() == ["key 108 down", "key 108 up"])
  }

  @Test func `a key that is down for others comes up when its device is closed`() throws {
    let stage = try stage("  windows: [{ id: main }]")
    machine.key(Self.node, Self.letter, isDown: true)
    machine.key(Self.node, Self.enter, isDown: true)
    try stage.play(seconds: 0)
    #expect(seen() == ["key 30 down", "key 28 down"])
    machine.unplug(Self.node)
    try stage.play(seconds: 0)
    #expect(seen() == ["key 28 up", "key 30 up"])
  }

  @Test func `only a device of keys can have it in its entry`() throws {
    let stage = try stage("  windows: [{ id: main }]", device: "ignore: false")
    machine.plug(DeviceDescription(node: "/dev/input/event5", name: "Pad", kind: .touchpad))
    let peer = try stage.peer()
    let refused = try stage.ask(
      peer, #"{"id":1,"set":{"device":"Pad","passesOn":true}}"#)
    #expect(refused[0].contains("this is for keys"), "\(refused)")
    _ = try stage.ask(peer, #"{"id":2,"set":{"device":"Remote","passesOn":true}}"#)
    try tap(stage, Self.letter)
    #expect(seen() == ["key 30 down", "key 30 up"])
  }
}
