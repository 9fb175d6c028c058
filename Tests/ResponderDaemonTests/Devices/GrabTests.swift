// The way out of a grab, as the daemon sees it: when it is the time, and what subscribers read.

import Configuration
import Devices
import ResponderKit
import TestSupport
import Testing

@testable import ResponderDaemon

@Suite struct GrabTests {
  private let machine = MadeUpMachine([
    DeviceDescription(
      node: node, name: "glass", kind: .touchscreen)
  ])
  private static let node = "/dev/input/event5"

  private func stage() throws -> Stage {
    try Stage.started(
      """
      screens: { panel: { size: [800, 480] } }
      socket: { rights: [subscribe, edit] }
      application:
        windows:
          - id: main
            handles: [touches]
            gestureRecognizers: [{ id: pan, pan: {} }]
          - id: pin
            private: [{ user: 3000 }]
            frame: [600, 0, 200, 200]
            isHidden: true
            subviews: [{ id: one, frame: fill }]
      """, on: machine)
  }

  private func mayRelease(_ stage: Stage) throws -> Bool {
    let known = try #require(stage.daemon.sources.devices.first)
    return stage.daemon.source(known.source, mayReleaseGrabsBy: known.device)
  }

  @Test func `no grab is released while a gesture is under way`() throws {
    let stage = try stage()
    #expect(try mayRelease(stage))
    machine.touch(Self.node, .down, 0.1, 0.1)
    #expect(try mayRelease(stage))
    machine.touch(Self.node, .move, 0.3, 0.3)
    #expect(try !mayRelease(stage))
    machine.touch(Self.node, .up, 0.3, 0.3)
    #expect(try mayRelease(stage))
  }

  @Test func `no grab is released while a private window is shown`() throws {
    let stage = try stage()
    let program = try stage.connect(uid: 3000)
    _ = try stage.ask(program, #"{"id":2,"set":{"view":"pin","isHidden":false}}"#)
    #expect(try !mayRelease(stage))
    _ = try stage.ask(program, #"{"id":3,"set":{"view":"pin","isHidden":true}}"#)
    #expect(try mayRelease(stage))
  }

  @Test func `a release, and its end, are records of the device`() throws {
    let stage = try stage()
    let program = try stage.subscriber(#""types":["device"]"#)
    let known = try #require(stage.daemon.sources.devices.first)
    for isGrabbed in [false, true] {
      stage.daemon.source(known.source, grabbed: known.device, isGrabbed)
    }
    try stage.play(seconds: 0.1)
    let lines = try program.lines()
    #expect(lines.count == 2, "\(lines)")
    #expect(lines[0].contains(#""device":"glass","event":"released","node":{"name":"glass""#))
    #expect(lines[1].contains(#""event":"grabbed""#))
  }
}
