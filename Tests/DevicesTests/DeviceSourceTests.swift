// A simulated machine whose devices are plugged in and unplugged: which are opened, and when.

import Configuration
import Glibc
import Linux
import ResponderKit
import Testing

@testable import Devices

@Suite struct DeviceSourceTests {
  @Test func `none at the start, then one comes, goes with a finger down, and comes again`() throws
  {
    let stage = try DeviceStage()
    try stage.start()
    #expect(
      stage.told() == ["notice no device can be used; waiting for one"])
    stage.machine.report(.unwatched("changed permissions of devices are not noticed"))
    #expect(stage.told() == ["warning changed permissions of devices are not noticed"])
    stage.machine.report(.present(panel(3)))
    #expect(stage.told() == ["opened Panel"])
    let device = try #require(stage.libinput.open["/dev/input/event3"])
    device.touch()
    device.lose()
    stage.machine.report(.gone(node: "/dev/input/event3"))
    #expect(
      stage.told() == [
        "0 Panel down 1 0,0", "10000000 Panel cancel 1 0,0", "10000000 closed Panel",
      ])
    #expect(stage.loop.nextDeadline == nil)
    #expect(stage.states() == [])
    stage.machine.report(.present(panel(3)))
    #expect(stage.told() == ["opened Panel"])
  }

  @Test func `a device that disappeared is opened again, ever more slowly, without end`() throws {
    let stage = try DeviceStage()
    stage.machine.devices = [panel(1)]
    try stage.start()
    let node = "/dev/input/event1"
    stage.libinput.refusals[node] = EBUSY
    stage.libinput.open[node]?.lose()
    try stage.loop.play(until: stage.time.now + 60_000_000)
    // 50 ms, then twice as long each time, up to 5 s.
    #expect(stage.libinput.attempts.count == 1 + 17)
    #expect(stage.states() == ["event1 waiting: refused"])
    try stage.loop.play(until: stage.time.now + 3_600_000_000)
    #expect(stage.libinput.attempts.count == 1 + 17 + 720)
    stage.libinput.refusals.removeAll()
    try stage.loop.play(until: stage.time.now + 5_000_000)
    #expect(stage.states() == ["event1 open"])
    #expect(stage.told().filter { $0.hasPrefix("warning") }.count == 0)
    #expect(stage.loop.nextDeadline == nil)
  }

  @Test func `a device that disappeared first and was unplugged then changes what is there`() throws
  {
    let stage = try DeviceStage()
    stage.machine.devices = [panel(1)]
    try stage.start()
    stage.libinput.open["/dev/input/event1"]?.lose()
    #expect(stage.states() != [])
    stage.listener.changes = 0
    stage.machine.report(.gone(node: "/dev/input/event1"))
    #expect(stage.states() == [])
    #expect(stage.listener.changes == 1)
  }

  @Test func `when news of devices was lost, what is there now counts`() throws {
    let stage = try DeviceStage()
    stage.machine.devices = [panel(1), panel(2) { $0.name = "Other" }]
    try stage.start()
    _ = stage.told()
    stage.machine.devices = [panel(2) { $0.name = "Other" }, panel(3) { $0.name = "New" }]
    stage.machine.report(.lost)
    #expect(stage.told() == ["10000000 closed Panel", "opened New"])
    #expect(stage.states() == ["event2 open", "event3 open"])
  }

  @Test func `a node that may not be opened costs no wake-up, and is opened when it may`() throws {
    let stage = try DeviceStage()
    stage.machine.devices = [panel(1)]
    let node = "/dev/input/event1"
    stage.libinput.refusals[node] = EACCES
    try stage.start()
    #expect(stage.told() == ["warning Panel (/dev/input/event1): refused"])
    #expect(stage.loop.nextDeadline == nil)
    stage.machine.report(.present(panel(7)))
    #expect(stage.libinput.attempts == [node, "/dev/input/event7"])
    stage.machine.report(.permissions(node: node))
    #expect(stage.libinput.attempts.count == 3)
    stage.libinput.refusals.removeAll()
    stage.machine.report(.permissions(node: node))
    #expect(stage.states() == ["event1 open", "event7 open"])
    // Of two panels of one name the later one's says where it is.
    #expect(stage.told() == ["opened Panel", "opened Panel (/dev/input/event1)"])
  }

  @Test func `a calibration that udev changes serves at once, other changes of udev do nothing`()
    throws
  {
    let stage = try DeviceStage()
    stage.machine.devices = [panel(2)]
    try stage.start()
    stage.libinput.open["/dev/input/event2"]?.touch()
    _ = stage.told()
    stage.machine.report(.present(panel(2) { $0.serial = "another" }))
    #expect(stage.told() == [])
    let matrix = try CalibrationMatrix([0, -1, 1, 1, 0, 0])
    stage.machine.report(.present(panel(2) { $0.calibration = matrix }))
    #expect(
      stage.told() == ["10000000 Panel cancel 1 0,0", "10000000 closed Panel", "opened Panel"])
    #expect(stage.source.status[0].placement?.calibrationMatrix == matrix)
  }

  @Test func `a node that has become another device is not taken for the one that udev reported`() {
    #expect(SystemDevices.leads("/dev/input/event0", to: ""))
    #expect(!SystemDevices.leads("/dev/input/event0", to: "/sys/devices/virtual/input/none/event0"))
    #expect(!SystemDevices.leads("/dev/input/no-such-node", to: "/sys/devices/none"))
  }

  @Test func `libinput receives the pens of its panels, and no others`() throws {
    let stage = try DeviceStage([
      rule {
        $0.match.path = "raw"
        $0.backend = .evdev
      }
    ])
    func pen(_ number: Int, _ group: String) -> DeviceDescription {
      panel(number) {
        $0.kind = .pointer
        $0.group = group
      }
    }
    stage.machine.devices = [
      panel(1) { $0.group = "3/1/2:a" }, pen(2, "3/1/2:a"), pen(3, "3/1/2:b"),
      panel(4) {
        $0.group = "3/1/2:c"
        $0.path = "raw"
      }, pen(5, "3/1/2:c"),
    ]
    try stage.start()
    #expect(stage.libinput.pens == ["/dev/input/event2"])
    stage.source.suspend()
    #expect(stage.libinput.pens == [])
    stage.source.resume()
    #expect(stage.libinput.pens == ["/dev/input/event2"])
  }

  @Test func `suspending releases every device, resuming opens what is there then`() throws {
    let stage = try DeviceStage()
    stage.machine.devices = [panel(1), panel(2) { $0.name = "Other" }]
    try stage.start()
    stage.libinput.open["/dev/input/event1"]?.touch()
    _ = stage.told()
    stage.source.suspend()
    stage.source.suspend()
    #expect(
      stage.told() == [
        "10000000 Panel cancel 1 0,0", "10000000 closed Panel", "10000000 closed Other",
      ])
    stage.machine.report(.gone(node: "/dev/input/event2"))
    stage.machine.report(.present(panel(3) { $0.name = "New" }))
    #expect(stage.told() == [])
    #expect(stage.states() == ["event1 waiting: suspended", "event3 waiting: suspended"])
    stage.source.resume()
    #expect(stage.told() == ["opened Panel", "opened New"])
  }

  @Test func `other rules close only what they change, fingers cancelled first`() throws {
    let stage = try DeviceStage()
    stage.machine.devices = [
      panel(1), panel(2) { $0.name = "Other" },
      panel(3) {
        $0.name = "Pad"
        $0.kind = .touchpad
      },
    ]
    try stage.start()
    stage.libinput.open["/dev/input/event1"]?.touch()
    stage.libinput.open["/dev/input/event2"]?.touch()
    _ = stage.told()
    let screen = Screen(id: "panel", size: Size(width: 800, height: 480))
    stage.source.apply(
      DeviceRules(
        rules: [
          rule {
            $0.match.name = "Other"
            $0.rotate = .half
          }, rule { $0.match.kind = .touchpad },
        ], screens: [screen]))
    #expect(
      stage.told() == [
        "10000000 Other cancel 1 0,0", "10000000 closed Other", "opened Other", "opened Pad",
      ])
    #expect(stage.libinput.open["/dev/input/event1"]?.device.screen === screen)
    stage.source.apply(
      DeviceRules(
        rules: [
          rule {
            $0.match.name = "*"
            $0.isIgnored = true
          }
        ], screens: [screen]))
    #expect(
      stage.told() == [
        "10000000 Panel cancel 1 0,0", "10000000 closed Panel", "10000000 closed Other",
        "10000000 closed Pad",
      ])
    #expect(
      stage.states() == [1, 2, 3].map { "event\($0) unused: the configuration ignores it" })
  }

  @Test func `what a device did wrong is counted over all the times that it was open`() throws {
    let stage = try DeviceStage()
    stage.machine.devices = [panel(1)]
    try stage.start()
    let node = "/dev/input/event1"
    stage.libinput.open[node]?.counters.surplusReleases = 2
    stage.libinput.open[node]?.lose()
    try stage.loop.play(until: stage.time.now + 1_000_000)
    stage.libinput.open[node]?.counters.surplusReleases = 3
    stage.libinput.open[node]?.counters.drops = 1
    stage.libinput.open[node]?.touch()
    let status = try #require(stage.source.status.first)
    #expect(status.counters == ["surplusReleases": 5, "drops": 1])
    #expect(status.liveContacts == 1)
    #expect(status.recordName == "Panel")
    #expect(status.backend == .libinput)
    #expect(status.screen == "panel")
  }

  @Test func `any order of coming, going, losing and sleeping leaves every finger ended`() throws {
    var state: UInt64 = 11
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let stage = try DeviceStage()
    try stage.start()
    for _ in 0..<8000 {
      let number = random(6)
      let node = "/dev/input/event\(number)"
      switch random(8) {
      case 0, 1: stage.machine.report(.present(panel(number) { $0.group = "g:\(number / 2)" }))
      case 2: stage.machine.report(.gone(node: node))
      case 3:
        let open = stage.source.nodes.first { $0.description.node == node }?.open
        (open as? SimulatedDevice)?.lose()
      case 4: stage.libinput.refusals[node] = [EBUSY, EACCES, nil][random(3)]
      case 5: random(2) == 0 ? stage.source.suspend() : stage.source.resume()
      case 6: try stage.loop.play(until: stage.time.now + Int64(random(3_000_000)))
      default:
        let open = stage.source.nodes.first { $0.description.node == node }?.open
        if let device = open as? SimulatedDevice, device.outlet.live.isEmpty { device.touch() }
      }
    }
    stage.source.stop()
    let told = stage.told()
    #expect(told.count { $0.contains(" down ") } == told.count { $0.contains(" cancel ") })
    #expect(told.count { $0.hasPrefix("opened") } == told.count { $0.contains(" closed ") })
    #expect(told.count { $0.contains(" down ") } > 50)
    #expect(stage.loop.nextDeadline == nil)
  }
}
