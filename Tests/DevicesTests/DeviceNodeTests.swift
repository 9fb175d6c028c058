// Panels with several nodes: which of them is used, and under which name.

import Configuration
import Linux
import ResponderKit
import Testing

@testable import Devices

@Suite struct DeviceNodeTests {
  @Test func `of one panel with two nodes one is used, and the other serves when the first goes`()
    throws
  {
    let stage = try DeviceStage()
    stage.machine.devices = [
      panel(2) { $0.group = "3/1/2:usb-1" }, panel(5) { $0.group = "3/1/2:usb-1" },
      panel(6) { $0.group = "3/1/2:usb-2" }, panel(8) { $0.group = "3/1/2:" },
      panel(9) { $0.group = "3/1/2:" },
    ]
    try stage.start()
    #expect(
      stage.states() == [
        "event2 open", "event5 unused: it is the same panel as /dev/input/event2", "event6 open",
        "event8 open", "event9 open",
      ])
    stage.machine.report(.gone(node: "/dev/input/event2"))
    #expect(stage.states() == ["event5 open", "event6 open", "event8 open", "event9 open"])
    stage.machine.report(.present(panel(2) { $0.group = "3/1/2:usb-1" }))
    #expect(
      stage.states().first == "event2 unused: it is the same panel as /dev/input/event5")
  }

  @Test func `of a panel's nodes the multitouch one is read, whichever comes first`()
    throws
  {
    let stage = try DeviceStage()
    stage.machine.devices = [panel(2) { $0.group = "3/1/2:usb-1" }]
    try stage.start()
    stage.libinput.open["/dev/input/event2"]?.touch()
    _ = stage.told()
    stage.machine.report(
      .present(
        panel(3) {
          $0.group = "3/1/2:usb-1"
          $0.isMultiTouch = true
        }))
    #expect(
      stage.told() == ["10000000 Panel cancel 1 0,0", "10000000 closed Panel", "opened Panel"])
    #expect(
      stage.states() == ["event2 unused: it is the same panel as /dev/input/event3", "event3 open"])
    stage.machine.report(.gone(node: "/dev/input/event3"))
    #expect(stage.states() == ["event2 open"])
  }

  @Test func `a panel that pretends to be a mouse as well is read once, and a mouse beside it too`()
    throws
  {
    let stage = try DeviceStage([rule { $0.match.kind = .mouse }])
    let mouse = { (number: Int, port: Int) in
      panel(number) {
        $0.kind = .mouse
        $0.group = "3/1/2:usb-\(port)"
      }
    }
    stage.machine.devices = [
      mouse(1, 1), panel(2) { $0.group = "3/1/2:usb-1" }, mouse(3, 2), mouse(4, 2),
    ]
    try stage.start()
    #expect(
      stage.states() == [
        "event1 unused: it is the same panel as /dev/input/event2", "event2 open", "event3 open",
        "event4 open",
      ])
    stage.machine.report(.gone(node: "/dev/input/event2"))
    #expect(stage.states() == ["event1 open", "event3 open", "event4 open"])
  }

  @Test func `a touchpad that libinput reads is a mouse`() throws {
    for (backend, kind) in [(Backend.libinput, Device.Kind.mouse), (.evdev, .touchpad)] {
      let stage = try DeviceStage([
        rule {
          $0.match.kind = .touchpad
          $0.backend = backend
        }
      ])
      stage.machine.devices = [panel(1) { $0.kind = .touchpad }]
      try stage.start()
      let opener = backend == .libinput ? stage.libinput : stage.evdev
      #expect(opener.open["/dev/input/event1"]?.device.kind == kind)
    }
  }

  @Test func `a panel has its name as it is, whether its pen of the same name comes first or last`()
    throws
  {
    for pen in [1, 3] {
      let stage = try DeviceStage([
        rule {
          $0.match.name = "Panel"
          $0.backend = .evdev
        }
      ])
      stage.machine.devices = [panel(pen) { $0.kind = .pointer }, panel(2)]
      try stage.start()
      #expect(stage.told().sorted() == ["opened Panel", "opened Panel (pointer)"])
    }
  }
}
