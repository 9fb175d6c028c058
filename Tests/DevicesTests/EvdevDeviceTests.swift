// A kernel device's life, with a pipe in its place: opening, losses, ends.

import Configuration
import Linux
import ResponderKit
import Testing

@testable import Devices

@Suite struct EvdevDeviceTests {
  private final class Stage {
    let time = VirtualTime(now: 1_000_000)
    let loop: EventLoop
    let pipe: PipeDevice
    let device: EvdevDevice
    var lines: [String] = []
    /// Whether the grab was released, and applied again.
    var grabs: [Bool] = []

    init(_ description: EventDescription = .panel, _ change: (inout DeviceRule) -> Void = { _ in })
      throws
    {
      loop = try EventLoop(clock: MonotonicClock(time))
      pipe = try PipeDevice(description)
      var rule = DeviceRule()
      change(&rule)
      let kind: Device.Kind = description.isMouse ? .mouse : .touchscreen
      let who = Device(name: "panel", kind: kind, screen: nil)
      let box = Box()
      let outlet = DeviceOutlet(who, .of(rule.noise), loop: loop) {
        box.send?($0)
      }
      device = EvdevDevice(
        handle: pipe, device: who, mapping: SurfaceMapping(region: panelRegion), rule: rule,
        outlet: outlet, clock: loop.clock)
      box.send = { [unowned self] in lines.append("\($0.time.microseconds / 1000) \(words($0))") }
    }

    private final class Box {
      var send: ((borrowing Frame) -> Void)?
    }

    func start() throws {
      try device.start(on: loop) { [unowned self] in lines.append("lost: \($0)") }
    }

    func write(_ text: String, at milliseconds: Int64) throws {
      time.now = max(time.now, milliseconds * 1000)
      pipe.write(text, at: milliseconds)
      try loop.play(until: max(time.now, milliseconds * 1000))
    }
  }

  @Test func `fingers come, move and go`() throws {
    let stage = try Stage()
    try stage.start()
    try stage.write("id 5 x 100 y 200 | x 110 |", at: 1100)
    try stage.write("id -1 |", at: 1200)
    #expect(stage.lines == ["1100 down 1 100,200", "1100 move 1 110,200", "1200 up 1 110,200"])
  }

  @Test func `frames of one time are one event, in which each finger changes once (T12)`() throws {
    let stage = try Stage()
    try stage.start()
    try stage.write("slot 0 id 5 x 100 y 200 | slot 1 id 6 x 300 y 200 |", at: 1100)
    try stage.write("slot 0 x 110 | slot 1 x 310 | slot 0 x 120 | x 130 | slot 1 x 320 |", at: 1200)
    try stage.write("slot 0 id -1 | id 7 x 9 | slot 1 id -1 |", at: 1300)
    #expect(
      stage.lines == [
        "1100 down 1 100,200; down 2 300,200", "1200 move 1 110,200; move 2 310,200",
        "1200 move 1 120,200", "1200 move 1 130,200; move 2 320,200", "1300 up 1 130,200",
        "1300 down 3 9,200; up 2 320,200",
      ])
  }

  @Test func `a frame whose next one is not there yet does not wait for it`() throws {
    let stage = try Stage()
    try stage.start()
    try stage.write("slot 0 id 5 x 100 y 200 | slot 1 id 6 x 300", at: 1100)
    #expect(stage.lines == ["1100 down 1 100,200"])
    try stage.write("y 200 |", at: 1100)
    #expect(stage.lines == ["1100 down 1 100,200", "1100 down 2 300,200"])
  }

  @Test func `a contact that is down at the opening begins at its place`() throws {
    let stage = try Stage()
    stage.pipe.set([(2, 77, 30, 40)])
    try stage.start()
    try stage.write("slot 2 x 31 | id -1 |", at: 1100)
    #expect(stage.lines == ["1000 down 1 30,40", "1100 move 1 31,40", "1100 up 1 31,40"])
  }

  @Test func `a contact that is down at the opening is ignored when asked for`() throws {
    let stage = try Stage { $0.presentContacts = .ignore }
    stage.pipe.set([(2, 77, 30, 40)])
    try stage.start()
    try stage.write("slot 2 x 31 | id -1 | id 78 x 50 y 60 |", at: 1100)
    #expect(stage.lines == ["1100 down 1 50,60"])
  }

  @Test func `what vanished or was replaced in a loss is cancelled, what came begins`() throws {
    let stage = try Stage()
    try stage.start()
    try stage.write("slot 0 id 5 x 1 y 1 slot 1 id 6 x 2 y 2 slot 2 id 7 x 3 y 3 |", at: 1100)
    stage.pipe.set([(1, 9, 20, 20), (2, 7, 33, 33), (3, 10, 40, 40)])
    try stage.write("slot 0 x 9 drop | id 99 x 500 |", at: 1200)
    try stage.write("slot 2 x 34 |", at: 1300)
    #expect(
      stage.lines == [
        "1100 down 1 1,1; down 2 2,2; down 3 3,3",
        "1200 cancel 1 1,1; cancel 2 2,2; down 4 20,20; move 3 33,33; down 5 40,40",
        "1300 move 3 34,33",
      ])
    #expect(stage.device.counters.drops == 1)
    #expect(stage.device.counters.resynchronized == 4)
  }

  @Test func `a device that goes with fingers down cancels them at once, and says so once`() throws
  {
    let stage = try Stage()
    try stage.start()
    try stage.write("id 5 x 1 y 1 slot 1 id 6 x 2 y 2 |", at: 1100)
    stage.time.now = 1_150_000
    stage.pipe.unplug()
    try stage.loop.play(until: 2_000_000)
    #expect(
      stage.lines == [
        "1100 down 1 1,1; down 2 2,2", "1150 cancel 1 1,1; cancel 2 2,2",
        "lost: it was unplugged, or access to it was revoked",
      ])
  }

  @Test func `closing cancels what is down, and nothing follows`() throws {
    let stage = try Stage()
    try stage.start()
    try stage.write("id 5 x 1 y 1 |", at: 1100)
    stage.device.close()
    stage.pipe.write("x 7 |", at: 1200)
    try stage.loop.play(until: 2_000_000)
    stage.device.close()
    #expect(stage.lines == ["1100 down 1 1,1", "1100 cancel 1 1,1"])
  }

  @Test func `a filter's own deadline brings a contact out without an event`() throws {
    let stage = try Stage { $0.noise.minimumDuration = 0.03 }
    try stage.start()
    try stage.write("id 5 x 1 y 1 |", at: 1100)
    #expect(stage.lines == [])
    try stage.loop.play(until: 1_500_000)
    try stage.write("id -1 |", at: 1600)
    #expect(stage.lines == ["1130 down 1 1,1", "1600 up 1 1,1"])
  }

  @Test func `contacts without identity begin again after a loss`() throws {
    var description = EventDescription()
    description.properties = [InputProperty.direct]
    description.insert(axis: Axis.x, AxisRange(minimum: 0, maximum: 799))
    description.insert(axis: Axis.y, AxisRange(minimum: 0, maximum: 479))
    let stage = try Stage(description)
    try stage.start()
    try stage.write("x 5 y 6 mt x 300 y 300 mt |", at: 1100)
    try stage.write("x 6 y 6 mt x 301 y 300 mt |", at: 1200)
    try stage.write("x 9 drop |", at: 1300)
    try stage.write("x 7 y 6 mt |", at: 1400)
    try stage.write("mt |", at: 1500)
    #expect(
      stage.lines == [
        "1100 down 1 5,6; down 2 300,300", "1200 move 1 6,6; move 2 301,300",
        "1300 cancel 1 6,6; cancel 2 301,300", "1400 down 3 7,6", "1500 up 3 7,6",
      ])
    #expect(stage.device.counters.drops == 1)
  }

  @Test func `a mouse that is unplugged takes its touch and its pointer away`() throws {
    let stage = try Stage(MouseTests.mouse)
    try stage.start()
    try stage.write("rel 0 5 rel 1 -5 | key 272 1 |", at: 1100)
    try stage.write("rel 0 5 drop |", at: 1200)
    stage.pipe.kernelState.keys = [272]
    try stage.write("key 272 1 rel 0 1 |", at: 1300)
    stage.pipe.unplug()
    try stage.loop.play(until: 2_000_000)
    #expect(
      stage.lines.dropLast() == [
        "1100 pointer 405,235", "1100 down 1 405,235", "1200 cancel 1 410,235; pointer 410,235",
        "1300 down 2 411,235; pointer 411,235", "1300 cancel 2 411,235; pointer gone",
      ])
    #expect(stage.lines.last?.hasPrefix("lost:") == true)
  }

  // MARK: The way out of a grab

  /// A grabbed panel of 400 by 240 mm that a sign releases, or grabs again.
  private func grabbed(_ change: (inout GrabEscape) -> Void = { _ in }) throws -> Stage {
    let stage = try Stage {
      $0.grab = true
      $0.physicalSize = PhysicalSize(width: 400, height: 240)
      change(&$0.grabEscape)
    }
    stage.device.onEscape = { [unowned device = stage.device] in
      if device.isReleased { device.endRelease() } else { device.releaseGrab() }
      return true
    }
    stage.device.onGrab = { [unowned stage] in stage.grabs.append($0) }
    try stage.start()
    return stage
  }

  /// Fingers in the first slots, at these places in units of 0.5 mm.
  private func fingers(_ places: [(Int, Int)], from id: Int = 1) -> String {
    places.enumerated().map { "slot \($0) id \(id + $0) x \($1.0) y \($1.1)" }.joined(
      separator: " ") + " |"
  }

  private func lift(_ count: Int) -> String {
    (0..<count).map { "slot \($0) id -1" }.joined(separator: " ") + " |"
  }

  private static let hand = [(100, 200), (160, 120), (220, 100), (280, 120), (340, 160)]

  @Test
  func `five fingers of a hand that rest release a grab for a minute, and others are ours again`()
    throws
  {
    let stage = try grabbed()
    try stage.write(fingers(Self.hand), at: 1100)
    // Two of them tremble by 9 mm.
    try stage.write("slot 0 x 118 | slot 1 y 138 |", at: 3000)
    try stage.loop.play(until: 6_099_000)
    #expect(stage.pipe.isGrabbed)
    try stage.loop.play(until: 6_100_000)
    #expect(!stage.pipe.isGrabbed)
    // The same fingers do not end it.
    try stage.loop.play(until: 30_000_000)
    try stage.write(lift(5), at: 30_000)
    #expect(!stage.pipe.isGrabbed)
    try stage.loop.play(until: 66_099_000)
    #expect(!stage.pipe.isGrabbed)
    try stage.loop.play(until: 66_100_000)
    #expect(stage.pipe.isGrabbed)
    #expect(stage.grabs == [false, true])
    #expect(stage.loop.nextDeadline == nil)
  }

  @Test func `the same sign ends it, when the fingers have lifted`() throws {
    let stage = try grabbed()
    try stage.write(fingers(Self.hand), at: 1100)
    try stage.loop.play(until: 7_000_000)
    try stage.write(lift(5), at: 7000)
    try stage.write(fingers(Self.hand, from: 11), at: 8000)
    try stage.loop.play(until: 14_000_000)
    #expect(!stage.pipe.isGrabbed)
    try stage.write(lift(5), at: 14_000)
    #expect(stage.pipe.isGrabbed)
    #expect(stage.grabs == [false, true])
  }

  static let others: [(places: [(Int, Int)], later: [String])] = [
    // Four, and those of two hands.
    (Array(hand[..<4]), ["|"]),
    ([(10, 10), (60, 20), (110, 30), (700, 440), (760, 460)], ["|"]),
    // Of five that draw, one moves by 11 mm, and another one later.
    (hand, ["slot 0 x 122 |", "slot 3 y 142 |", "slot 0 x 144 |"]),
    // One gives way to another.
    (hand, ["slot 4 id -1 id 9 x 340 y 160 |", "slot 4 id -1 id 10 |", "slot 4 id -1 id 11 |"]),
  ]

  @Test(arguments: others)
  func `other fingers release no grab`(places: [(Int, Int)], later: [String]) throws {
    let stage = try grabbed()
    try stage.write(fingers(places), at: 1100)
    var time: Int64 = 1100
    for text in later {
      time += 4000
      try stage.loop.play(until: time * 1000)
      try stage.write(text, at: time)
    }
    try stage.loop.play(until: (time + 1000) * 1000)
    if later.count == 1 { try stage.loop.play(until: 60_000_000) }
    #expect(stage.pipe.isGrabbed)
    #expect(stage.grabs == [])
  }

  @Test func `fingers in the corners are the sign where that is set, and those of a hand are none`()
    throws
  {
    let stage = try grabbed {
      $0.place = .corners
      $0.fingers = 4
      $0.duration = 1
      $0.release = 2
    }
    try stage.write(fingers(Array(Self.hand[..<4])), at: 1100)
    try stage.loop.play(until: 5_000_000)
    #expect(stage.pipe.isGrabbed)
    try stage.write(lift(4), at: 5000)
    try stage.write(fingers([(10, 10), (790, 70), (20, 470), (720, 400)], from: 11), at: 6000)
    try stage.loop.play(until: 7_000_000)
    #expect(!stage.pipe.isGrabbed)
    // It applies again when its time is over and the fingers have lifted.
    try stage.loop.play(until: 20_000_000)
    #expect(!stage.pipe.isGrabbed)
    try stage.write(lift(4), at: 20_000)
    #expect(stage.pipe.isGrabbed)
  }

  @Test func `a sign that is refused counts after the fingers have rested as long again`() throws {
    let stage = try grabbed()
    var mayEscape = false
    stage.device.onEscape = { [unowned device = stage.device] in
      if mayEscape { device.releaseGrab() }
      return mayEscape
    }
    try stage.write(fingers(Self.hand), at: 1100)
    try stage.loop.play(until: 7_000_000)
    #expect(stage.pipe.isGrabbed)
    mayEscape = true
    try stage.loop.play(until: 11_200_000)
    #expect(!stage.pipe.isGrabbed)
  }

  @Test func `slots that are free at the opening are no oddity`() throws {
    let stage = try Stage()
    stage.pipe.set([])
    try stage.start()
    #expect(stage.device.counters == ContactCounters())
    #expect(stage.lines == [])
  }
}
