// A kernel device's life, with a pipe in its place: opening, losses, ends.

import Glibc
import LinuxKit
import ResponderKit
import Testing

@testable import TouchSources

/// A device whose events a test writes into a pipe.
private final class PipeDevice: KernelDevice {
  let description: EventDescription
  /// What the kernel would say is down.
  var kernelState = KernelState()
  let raw: Int32
  private var writer: Int32
  private var batch: [InputEvent] = []

  init(_ description: EventDescription) throws {
    self.description = description
    var ends: [Int32] = [0, 0]
    try systemCall("pipe") { unsafe pipe(&ends) }
    try systemCall("fcntl") { fcntl(ends[0], F_SETFL, O_NONBLOCK) }
    raw = ends[0]
    writer = ends[1]
  }

  deinit {
    Glibc.close(raw)
    unplug()
  }

  func unplug() {
    if writer >= 0 { Glibc.close(writer) }
    writer = -1
  }

  /// Events as a script: `x 5 y 6 id 7 |`; a bar is a report, `drop` a loss, `mt` the mark that
  /// ends a contact without identity.
  func write(_ text: String, at milliseconds: Int64) {
    let codes = ["x": Axis.x, "y": Axis.y, "id": Axis.id, "slot": Axis.slot]
    let marks = ["|": SyncCode.report, "drop": SyncCode.dropped, "mt": SyncCode.multitouchReport]
    var words = text.split(separator: " ").map(String.init)[...]
    var bytes: [Int64] = []
    while let word = words.popFirst() {
      bytes.append(milliseconds)
      if let mark = marks[word] {
        bytes.append(0)
        bytes.append(Int64(mark))
        bytes.append(0)
      } else {
        bytes.append(3)
        bytes.append(Int64(codes[word]!))
        bytes.append(Int64(words.removeFirst())!)
      }
    }
    let count: Int = unsafe bytes.withUnsafeBytes { (raw: UnsafeRawBufferPointer) -> Int in
      unsafe Glibc.write(writer, raw.baseAddress, raw.count)
    }
    #expect(count == bytes.count * 8)
  }

  func read() -> KernelReading {
    var numbers = [Int64](repeating: 0, count: 4 * 64)
    let count: Int = unsafe numbers.withUnsafeMutableBytes {
      (buffer: UnsafeMutableRawBufferPointer) -> Int in
      unsafe Glibc.read(raw, buffer.baseAddress, buffer.count)
    }
    if count == 0 { return .lost(SystemError(call: "read", number: ENODEV)) }
    guard count > 0 else { return .nothing }
    batch.removeAll()
    for place in stride(from: 0, to: count / 8, by: 4) {
      let time = Instant(microseconds: numbers[place] * 1000)
      let code = Int(numbers[place + 2])
      batch.append(
        InputEvent(
          time: time, type: Int(numbers[place + 1]), code: code, value: Int(numbers[place + 3])))
    }
    return .events(batch.count)
  }

  func event(_ index: Int) -> InputEvent { batch[index] }

  func state() -> KernelState { kernelState }

  /// The kernel's state with these contacts: slot, id, x, y.
  func set(_ contacts: [(Int, Int, Int, Int)]) {
    kernelState = KernelState()
    for slot in 0..<5 {
      let contact = contacts.first { $0.0 == slot } ?? (slot, -1, 0, 0)
      for (axis, value) in [(Axis.id, contact.1), (Axis.x, contact.2), (Axis.y, contact.3)] {
        kernelState.axes.append(KernelState.AxisValue(slot: slot, axis: axis, value: value))
      }
    }
    kernelState.currentSlot = 0
  }
}

@Suite struct EvdevDeviceTests {
  private final class Stage {
    let time = VirtualTime(now: 1_000_000)
    let loop: EventLoop
    let pipe: PipeDevice
    let device: EvdevDevice
    var lines: [String] = []

    init(_ description: EventDescription = .panel, _ change: (inout DeviceRule) -> Void = { _ in })
      throws
    {
      loop = try EventLoop(clock: MonotonicClock(time))
      pipe = try PipeDevice(description)
      var rule = DeviceRule()
      change(&rule)
      let who = Device(name: "panel", kind: .touchscreen, screen: nil)
      let box = Box()
      let outlet = DeviceOutlet(who, filters: rule.filters, loop: loop) { box.send?($0) }
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
        "lost: it is gone, or was taken away",
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
    let stage = try Stage { $0.filters.minimumDuration = 0.03 }
    try stage.start()
    try stage.write("id 5 x 1 y 1 |", at: 1100)
    #expect(stage.lines == [])
    try stage.loop.play(until: 1_500_000)
    try stage.write("id -1 |", at: 1600)
    #expect(stage.lines == ["1130 down 1 1,1", "1600 up 1 1,1"])
  }

  @Test func `contacts without identity begin anew after a loss`() throws {
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
}
