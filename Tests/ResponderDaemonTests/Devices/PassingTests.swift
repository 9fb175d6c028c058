// Touches that views pass on to other programs, in a whole daemon.

import Configuration
import Devices
import Protocol
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PassingTests {
  private static let node = "/dev/input/event3"
  private let machine = MadeUpMachine([
    DeviceDescription(node: node, name: "Panel", kind: .touchscreen)
  ])

  /// A daemon whose screen of 800 by 480 has a desktop that passes touches on.
  private func stage(
    _ desktop: String = "", device: String = "", screen: String = "", more: String = ""
  ) throws -> Stage {
    try Stage.started(
      configuration(desktop, device: device, screen: screen, more: more),
      on: machine)
  }

  private func configuration(
    _ desktop: String, device: String = "", screen: String = "", more: String = ""
  ) -> String {
    """
    screens: { panel: { size: [800, 480]\(screen) } }
    devices: [{ match: { name: Panel }\(device) }]
    application:
      windows:
        - { id: desktop, screen: panel, passesOn: true\(desktop) }
    \(more)
    """
  }

  private func play(
    _ stage: Stage, _ contacts: (Contact.Change, Int, Double, Double)...
  ) throws {
    machine.report(Self.node, ago: 0) { frame in
      for (change, id, x, y) in contacts {
        frame.contacts.append(Contact(id: id, change: change, position: Point(x: x, y: y)))
      }
    }
    try stage.play(seconds: 0)
  }

  private func seen() -> [String] { machine.others[Self.node]?.seen() ?? ["no virtual device"] }

  @Test func `what no recognizer wants arrives as it was, all fingers of it`() throws {
    let stage = try stage()
    try play(stage, (.down, 1, 10, 20))
    try play(stage, (.move, 1, 11, 20), (.down, 2, 300, 400))
    try play(stage, (.up, 1, 11, 20))
    try play(stage, (.down, 3, 5, 6), (.move, 2, 301, 401))
    try play(stage, (.up, 2, 301, 401), (.up, 3, 5, 6))
    #expect(
      seen() == [
        "down 0 10,20", "move 0 11,20; down 1 300,400", "up 0", "down 0 5,6; move 1 301,401",
        "up 0; up 1",
      ])
  }

  @Test func `a recognized gesture takes its fingers back in the frame in which it is recognized`()
    throws
  {
    let stage = try stage(
      ", gestureRecognizers: [{ id: three, pan: { minimumNumberOfTouches: 3 } }]")
    try play(stage, (.down, 1, 100, 100), (.down, 2, 200, 100), (.down, 3, 300, 100))
    #expect(seen() == ["down 0 100,100; down 1 200,100; down 2 300,100"])
    try play(stage, (.move, 1, 100, 160), (.move, 2, 200, 160), (.move, 3, 300, 160))
    #expect(seen() == ["cancel 0; cancel 1; cancel 2"])
    try play(stage, (.move, 1, 100, 170), (.move, 2, 200, 170), (.move, 3, 300, 170))
    try play(stage, (.up, 1, 100, 170), (.up, 2, 200, 170), (.up, 3, 300, 170))
    #expect(seen() == [])
    // Palms are forgotten: the slots serve again.
    try play(stage, (.down, 4, 100, 100))
    try play(stage, (.up, 4, 100, 100))
    #expect(seen() == ["down 0 100,100", "up 0"])
  }

  @Test func `where a palm is not understood, fingers leave the surface before they lift`() throws {
    let stage = try stage(
      ", gestureRecognizers: [{ id: press, longPress: { minimumPressDuration: 0.5 } }]",
      device: ", passedOnCancel: liftOutside")
    try play(stage, (.down, 1, 100, 100))
    #expect(seen() == ["down 0 100,100"])
    try stage.play(seconds: 0.6)
    #expect(seen() == ["move 0 -6400,-3840", "up 0"])
    try play(stage, (.up, 1, 100, 100))
    try play(stage, (.down, 2, 100, 100))
    #expect(seen() == ["down 0 100,100"])
  }

  @Test func `a recognizer that delays touches shows others nothing, or all of it in order`() throws
  {
    let stage = try stage(
      ", gestureRecognizers: [{ id: swipe, swipe: { direction: up, numberOfTouchesRequired: 1,"
        + " delaysTouchesBegan: true } }]")
    try play(stage, (.down, 1, 100, 400))
    #expect(seen() == [])
    try stage.play(seconds: 0.05)
    try play(stage, (.move, 1, 100, 300))
    try play(stage, (.move, 1, 100, 200))
    try play(stage, (.up, 1, 100, 200))
    #expect(seen() == [])
    try play(stage, (.down, 2, 100, 100))
    try play(stage, (.move, 2, 300, 105))
    try play(stage, (.up, 2, 300, 105))
    #expect(seen() == ["down 0 100,100", "move 0 300,105", "up 0"])
  }

  @Test func `a tap that was held back comes as down and up, each in its frame`() throws {
    let stage = try stage(
      ", gestureRecognizers: [{ id: two, tap: { numberOfTapsRequired: 2,"
        + " delaysTouchesBegan: true } }]")
    try play(stage, (.down, 1, 100, 100))
    try play(stage, (.up, 1, 100, 100))
    #expect(seen() == [])
    try stage.play(seconds: 1)
    #expect(seen() == ["down 0 100,100", "up 0"])
  }

  @Test func `an edge gate holds touches back from others as from views`() throws {
    let stage = try stage(screen: ", edgeGate: { edges: [left], timeout: 0.2 }")
    try play(stage, (.down, 1, 3, 100))
    #expect(seen() == [])
    try stage.play(seconds: 0.3)
    #expect(seen() == ["down 0 3,100"])
    try play(stage, (.up, 1, 3, 100))
    #expect(seen() == ["up 0"])
  }

  @Test func `what a view in front handles is not passed on, what it leaves is`() throws {
    let stage = try stage(
      ", subviews: [{ id: mine, frame: [0, 0, 100, 100], handles: [touches] },"
        + " { id: label, frame: [100, 0, 100, 100] },"
        + " { id: ok, button: { frame: [200, 0, 100, 100] } }]")
    try play(stage, (.down, 1, 50, 50), (.down, 2, 150, 50), (.down, 3, 250, 50))
    try play(stage, (.up, 1, 50, 50), (.up, 2, 150, 50), (.up, 3, 250, 50))
    #expect(seen() == ["down 0 150,50", "up 0"])
  }

  @Test func `touches that a modal view keeps are not passed on`() throws {
    let stage = try stage(
      ", rootViewController: { id: home, view: { id: home.view, frame: [0, 0, 400, 480],"
        + " hit: { passthrough: true } },"
        + " presents: { id: alert, view: { id: alert.view, frame: [300, 0, 100, 100],"
        + " handles: [touches] } } }")
    try play(stage, (.down, 1, 350, 50))
    try play(stage, (.down, 2, 200, 300))
    #expect(seen() == [])
    let peer = try stage.peer()
    _ = try stage.ask(peer, #"{"id":1,"remove":{"viewController":"alert"}}"#)
    try play(stage, (.down, 3, 200, 300))
    #expect(seen() == ["down 0 200,300"])
  }

  @Test func `a panel that is turned and calibrated passes on its own units`() throws {
    let stage = try stage(device: ", rotate: 90, calibrationMatrix: [1, 0, 0.1, 0, 1, 0]")
    machine.touch(Self.node, .down, 0.25, 0.5)
    try stage.play(seconds: 0)
    #expect(seen() == ["down 0 200,240"])
  }

  @Test func `whatever ends a touch here ends it there: a closed device, a reload, a removed view`()
    throws
  {
    let stage = try stage()
    let peer = try stage.peer()
    try play(stage, (.down, 1, 10, 20))
    machine.unplug(Self.node)
    try stage.play(seconds: 0)
    #expect(seen() == ["down 0 10,20", "cancel 0"])
    machine.plug(DeviceDescription(node: Self.node, name: "Panel", kind: .touchscreen))
    try play(stage, (.down, 1, 10, 20))
    _ = try stage.ask(peer, #"{"id":1,"cancel":{}}"#)
    _ = seen()
    try play(stage, (.up, 1, 10, 20), (.down, 2, 30, 40))
    #expect(seen() == ["down 0 30,40"])
    try stage.write(configuration(", subviews: [{ id: a, frame: [0, 0, 9, 9] }]"))
    _ = try stage.ask(peer, #"{"id":2,"reload":{"force":true}}"#)
    #expect(seen() == [], "what the file did not change goes on")
    try stage.write(configuration("").replacing("id: desktop", with: "id: desk"))
    _ = try stage.ask(peer, #"{"id":3,"reload":{"force":true}}"#)
    #expect(seen() == ["cancel 0"])
    try play(stage, (.down, 3, 30, 40))
    #expect(seen() == ["down 0 30,40"])
    stage.daemon.sources.all[0].suspend()
    #expect(seen() == ["cancel 0"])
  }

  @Test func `the device is passed on while a view of its screen passes on, by file and by set`()
    throws
  {
    let stage = try stage()
    let peer = try stage.peer()
    try play(stage, (.down, 1, 10, 20))
    #expect(seen() == ["down 0 10,20"])
    _ = try stage.ask(peer, #"{"id":1,"set":{"view":"desktop","passesOn":false}}"#)
    #expect(seen() == ["cancel 0"])
    try play(stage, (.down, 2, 10, 20))
    #expect(seen() == [])
    let answer = try stage.ask(peer, #"{"id":2,"devices":{}}"#)
    #expect(!answer[0].contains("passesOnTo"))
    _ = try stage.ask(peer, #"{"id":3,"set":{"view":"desktop","passesOn":true}}"#)
    #expect(
      try stage.ask(peer, #"{"id":4,"devices":{}}"#)[0].contains(#""passesOnTo":"/dev/input"#))
    try play(stage, (.down, 3, 10, 21))
    #expect(seen() == ["down 0 10,21"])
    try stage.write(
      "screens: { panel: { size: [800, 480] } }\napplication: { windows: [{ id: a }] }\n")
    _ = try stage.ask(peer, #"{"id":5,"reload":{"force":true}}"#)
    #expect(seen() == ["cancel 0"])
  }
}
