// A kernel device whose touches are passed on: when it is taken from others, and how it is given back.

import Configuration
import Glibc
import Linux
import ResponderKit
import Testing

@testable import Devices

@Suite struct TouchPasserTests {
  /// Counts what is written, and can break.
  private final class List: VirtualDevice {
    let node = "/dev/input/event9"
    var frames: [String] = []
    var isBroken = false

    func write(_ events: borrowing ContiguousArray<WrittenEvent>) throws(SystemError) {
      if isBroken { throw SystemError(call: "write", number: ENODEV) }
      var words: [String] = []
      for index in 0..<events.count {
        let event = events[index]
        switch (Int(event.type), Int(event.code)) {
        case (InputType.synchronization, _):
          if !words.isEmpty { frames.append(words.joined(separator: " ")) }
          words = []
        case (InputType.absolute, AxisCode.trackingID):
          words.append(event.value < 0 ? "up" : "down")
        case (InputType.absolute, AxisCode.positionX): words.append("\(event.value)")
        case (InputType.absolute, AxisCode.toolType) where event.value == 2: words.append("palm")
        default: break
        }
      }
    }

    func seen() -> [String] {
      defer { frames = [] }
      return frames
    }
  }

  /// A device, an engine with one view that passes on, and the list of what others see.
  private final class Stage {
    let time = VirtualTime(now: 1_000_000)
    let loop: EventLoop
    let pipe: PipeDevice
    let device: EvdevDevice
    let application = Application()
    let list = List()
    private(set) var notes: [String] = []

    init(_ change: (inout DeviceRule) -> Void = { _ in }) throws {
      loop = try EventLoop(clock: MonotonicClock(time))
      pipe = try PipeDevice(.panel)
      pipe.isGrabbed = false
      var rule = DeviceRule()
      change(&rule)
      let box = Box()
      let who = Device(name: "panel", kind: .touchscreen, screen: nil)
      let mapping = SurfaceMapping(region: panelRegion)
      let passer = TouchPasser(
        list, EventDescription.panel.virtual(), scale: AxisScale(.panel, mapping: mapping),
        cancel: .palm, failed: { box.note?("\($0)") })
      let outlet = DeviceOutlet(who, .of(rule.noise), loop: loop) {
        box.send?($0)
      }
      device = EvdevDevice(
        handle: pipe, device: who, mapping: mapping, rule: rule, outlet: outlet, clock: loop.clock,
        passer: passer, report: { box.note?($0.text) })
      let window = Window(id: "window", frame: panelRegion)
      window.passesOn = true
      application.show(window)
      box.note = { [unowned self] in notes.append($0) }
      box.send = { [unowned self] in
        application.feed($0)
        for report in application.outbox.reports {
          guard case .touches(let phase, let responder, let range) = report.kind else { continue }
          for index in range where application.outbox.touches[index].isPassedOn(by: responder) {
            passer.receive(phase, application.outbox.touches[index], turn: report.frame)
          }
        }
        application.outbox.removeAll()
        passer.flush()
      }
      device.onEscape = { [unowned self] in
        device.releaseGrab()
        return true
      }
    }

    private final class Box {
      var send: ((borrowing Frame) -> Void)?
      var note: ((String) -> Void)?
    }

    func start() throws {
      try device.start(on: loop) { [unowned self] in notes.append("lost: \($0)") }
    }

    func write(_ text: String, at milliseconds: Int64) throws {
      time.now = max(time.now, milliseconds * 1000)
      pipe.write(text, at: milliseconds)
      try loop.play(until: max(time.now, milliseconds * 1000))
    }
  }

  @Test func `a device at rest is taken at once, and its fingers are passed on`() throws {
    let stage = try Stage()
    try stage.start()
    #expect(stage.pipe.isGrabbed)
    #expect(stage.device.isGrabbed)
    try stage.write("id 5 x 100 y 200 | x 110 | id -1 |", at: 1100)
    #expect(stage.list.seen() == ["down 100", "110", "up"])
  }

  @Test func `on a full panel a finger lands as another lifts, and the others stay`() throws {
    let stage = try Stage()
    try stage.start()
    try stage.write(
      "slot 0 id 1 x 1 y 1 slot 1 id 2 x 2 y 1 slot 2 id 3 x 3 y 1 slot 3 id 4 x 4 y 1 slot 4 id 5 x 5 y 1 |",
      at: 1100)
    _ = stage.list.seen()
    try stage.write("slot 3 id -1 id 6 x 6 |", at: 1200)
    #expect(stage.list.seen() == ["up", "down 6"])
    // Without a release the device's finger is cancelled.
    try stage.write("slot 2 x 30 slot 3 id 7 x 7 |", at: 1300)
    #expect(stage.list.seen() == ["30 palm", "up", "down 7"])
    try stage.write("slot 0 id -1 slot 1 id -1 slot 2 id -1 slot 3 id -1 slot 4 id -1 |", at: 1400)
    #expect(stage.list.seen() == ["up up up up up"])
  }

  @Test func `a calibration that only the real device has is made up for, one of both is not`()
    throws
  {
    let stage = try Stage()
    try stage.start()
    let matrix = try CalibrationMatrix([0.5, 0, 0.25, 0, 1, 0])
    stage.device.passer?.calibrate(real: matrix, virtual: nil)
    try stage.write("id 5 x 400 y 200 | id -1 |", at: 1100)
    #expect(stage.list.seen() == ["down 400", "up"])
    try stage.write("id 6 x 0 y 200 | id -1 |", at: 1200)
    #expect(stage.list.seen() == ["down 200", "up"])
    stage.device.passer?.calibrate(real: nil, virtual: matrix)
    try stage.write("id 7 x 300 y 200 | id -1 |", at: 1300)
    #expect(stage.list.seen() == ["down 200", "up"])
    stage.device.passer?.calibrate(real: matrix, virtual: matrix)
    try stage.write("id 8 x 0 y 200 | id -1 |", at: 1400)
    #expect(stage.list.seen() == ["down 0", "up"])
  }

  @Test func `a finger that others saw coming stays theirs until it lifts`() throws {
    let stage = try Stage()
    stage.pipe.set([(2, 77, 30, 40)])
    try stage.start()
    #expect(!stage.pipe.isGrabbed)
    try stage.write("slot 2 x 31 | slot 0 id 78 x 50 y 60 |", at: 1100)
    try stage.write("slot 2 id -1 |", at: 1200)
    #expect(!stage.pipe.isGrabbed)
    stage.pipe.set([])
    try stage.write("slot 0 id -1 |", at: 1300)
    #expect(stage.pipe.isGrabbed)
    #expect(stage.list.seen() == [])
    try stage.write("id 79 x 70 y 80 |", at: 1400)
    #expect(stage.list.seen() == ["down 70"])
  }

  @Test func `a finger that is ignored keeps it from being taken as well`() throws {
    let stage = try Stage { $0.presentContacts = .ignore }
    stage.pipe.set([(0, 77, 30, 40)])
    try stage.start()
    #expect(!stage.pipe.isGrabbed)
    stage.pipe.set([])
    try stage.write("id -1 |", at: 1200)
    #expect(stage.pipe.isGrabbed)
  }

  @Test func `a finger that comes just before the device is taken is given back`() throws {
    let stage = try Stage()
    stage.pipe.set([(0, 5, 1, 1)])
    try stage.start()
    try stage.write("id -1 |", at: 1100)
    // The kernel knows of one that has not been read yet.
    #expect(!stage.pipe.isGrabbed)
    stage.pipe.set([])
    try stage.write("id 6 x 2 y 2 | id -1 |", at: 1200)
    #expect(stage.pipe.isGrabbed)
    #expect(stage.list.seen() == [])
  }

  @Test func `the way out of the grab takes fingers away, and passes nothing on until it is over`()
    throws
  {
    let stage = try Stage { $0.grabEscape.fingers = 2 }
    try stage.start()
    try stage.write("slot 0 id 1 x 1 y 1 slot 1 id 2 x 2 y 2 |", at: 1100)
    try stage.loop.play(until: 7_000_000)
    #expect(!stage.pipe.isGrabbed)
    #expect(stage.list.seen() == ["down 1 down 2", "palm palm", "up up"])
    try stage.write("slot 0 id -1 slot 1 id -1 |", at: 7100)
    try stage.write("slot 0 id 3 x 3 y 3 | id -1 |", at: 7200)
    #expect(stage.list.seen() == [])
    #expect(!stage.pipe.isGrabbed)
    #expect(stage.device.isReleased)
    try stage.loop.play(until: 70_000_000)
    #expect(stage.pipe.isGrabbed)
    #expect(!stage.device.isReleased)
    try stage.write("slot 0 id 4 x 4 y 4 | id -1 |", at: 70_100)
    #expect(stage.list.seen() == ["down 4", "up"])
  }

  @Test func `a device that goes, or is closed, leaves no finger down`() throws {
    let stage = try Stage()
    try stage.start()
    try stage.write("id 5 x 1 y 1 |", at: 1100)
    stage.pipe.unplug()
    try stage.loop.play(until: 2_000_000)
    #expect(stage.list.seen() == ["down 1", "palm", "up"])
    #expect(stage.device.passer?.node == nil)
  }

  @Test func `a virtual device stays until others have read that its fingers lift, and no longer`()
    throws
  {
    let stage = try Stage()
    try stage.start()
    try stage.write("id 5 x 1 y 1 |", at: 1100)
    stage.device.close()
    #expect(stage.list.seen() == ["down 1", "palm", "up"])
    #expect(stage.loop.nextDeadline == 1_100_000 + TouchPasser.patience)
    try stage.loop.play(until: 2_000_000)
    #expect(stage.loop.nextDeadline == nil)
    let idle = try Stage()
    try idle.start()
    idle.device.close()
    #expect(idle.loop.nextDeadline == nil)
  }

  @Test func `a device that another program has grabbed is not passed on`() throws {
    let stage = try Stage()
    stage.pipe.refusal = EBUSY
    try stage.start()
    try stage.write("id 5 x 1 y 1 | id -1 |", at: 1100)
    #expect(stage.list.seen() == [])
    #expect(stage.notes.count == 1)
    #expect(stage.notes.first?.hasPrefix("panel: nothing is passed on: EVIOCGRAB:") == true)
    #expect(!stage.device.isGrabbed)
  }

  @Test func `a virtual device that fails is reported once, and the engine continues`() throws {
    let stage = try Stage()
    try stage.start()
    stage.list.isBroken = true
    try stage.write("id 5 x 1 y 1 | x 2 | id -1 |", at: 1100)
    try stage.write("id 6 x 1 y 1 |", at: 1200)
    #expect(stage.notes.count == 1)
    #expect(stage.application.liveTouches.count == 1)
  }
}
