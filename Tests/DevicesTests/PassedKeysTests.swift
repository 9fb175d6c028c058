// Keys that are passed on: those without a meaning here, and unhandled ones.

import Configuration
import Linux
import ResponderKit
import Testing

@testable import Devices

@Suite struct PassedKeysTests {
  private static let enter = 28
  private static let ok = 0x160
  private static let letter = 30
  private static let shift = 42
  private static let next = 163
  private static let forward = 208

  private static var keyboard: EventDescription {
    var description = EventDescription()
    for code in 1...0x2ff { description.insert(type: InputType.key, code: code) }
    return description
  }

  /// The passer of a keyboard, and the keys that others see.
  private final class Stage: VirtualDevice {
    let node = "/dev/input/event9"
    private let meanings = KeyMeanings()
    private(set) var passer: TouchPasser?
    private var words: [String] = []

    init() {
      let mapping = SurfaceMapping(region: panelRegion)
      passer = TouchPasser(
        self, PassedKeysTests.keyboard.virtual(),
        scale: AxisScale(PassedKeysTests.keyboard, mapping: mapping), cancel: .palm,
        failed: { _ in })
      passer?.begin(after: 0)
    }

    func write(_ events: borrowing ContiguousArray<WrittenEvent>) throws(SystemError) {
      for index in 0..<events.count where Int(events[index].type) == InputType.key {
        words.append("\(events[index].value == 0 ? "-" : "+")\(events[index].code)")
      }
    }

    func key(_ code: Int, _ value: Int) {
      passer?.receive(key: code, isDown: value != 0, meaning: meanings.keys[code])
    }

    func finishTurn(_ status: PassedPressStatus) { passer?.finishTurn { _ in status } }

    func seen() -> [String] {
      defer { words = [] }
      return words
    }
  }

  @Test func `a modifier is passed on at once, also where its press is taken`() {
    let stage = Stage()
    stage.key(Self.shift, 1)
    #expect(stage.seen() == ["+42"])
    stage.finishTurn(.taken)
    stage.key(Self.shift, 0)
    stage.finishTurn(.left)
    #expect(stage.seen() == ["-42"])
  }

  @Test func `a key without a meaning is passed on at once, and its repetition is not`() {
    let stage = Stage()
    stage.key(Self.letter, 1)
    stage.key(Self.letter, 2)
    #expect(stage.seen() == ["+30"])
    stage.key(Self.letter, 0)
    stage.key(Self.letter, 0)
    #expect(stage.seen() == ["-30"])
  }

  @Test func `an unhandled press goes down when that is known, and comes up as it does`() {
    let stage = Stage()
    stage.key(Self.enter, 1)
    #expect(stage.seen() == [])
    stage.finishTurn(.undecided)
    #expect(stage.seen() == [])
    stage.finishTurn(.left)
    stage.finishTurn(.left)
    #expect(stage.seen() == ["+28"])
    stage.key(Self.enter, 0)
    stage.finishTurn(.left)
    #expect(stage.seen() == ["-28"])
  }

  @Test func `a handled press stays here until its key has come up`() {
    let stage = Stage()
    stage.key(Self.enter, 1)
    stage.passer?.keep(.select)
    stage.finishTurn(.left)
    stage.key(Self.enter, 0)
    stage.finishTurn(.left)
    #expect(stage.seen() == [])
    stage.key(Self.enter, 1)
    stage.finishTurn(.taken)
    stage.key(Self.enter, 0)
    stage.finishTurn(.left)
    #expect(stage.seen() == [])
    stage.key(Self.enter, 1)
    stage.finishTurn(.left)
    #expect(stage.seen() == ["+28"])
  }

  @Test func `a key that came up before it was known as unhandled is passed on completely`() {
    let stage = Stage()
    stage.key(Self.enter, 1)
    stage.finishTurn(.undecided)
    stage.key(Self.enter, 0)
    stage.finishTurn(.left)
    #expect(stage.seen() == ["+28", "-28"])
    stage.key(Self.enter, 1)
    stage.finishTurn(.undecided)
    stage.key(Self.enter, 0)
    stage.passer?.keep(.select)
    stage.finishTurn(.left)
    #expect(stage.seen() == [])
  }

  @Test func `the second of two keys for one press goes where the press went`() {
    let stage = Stage()
    stage.key(Self.enter, 1)
    stage.finishTurn(.left)
    stage.key(Self.ok, 1)
    stage.key(Self.enter, 0)
    stage.key(Self.ok, 0)
    #expect(stage.seen() == ["+28", "+352", "-28", "-352"])
    stage.key(Self.enter, 1)
    stage.finishTurn(.taken)
    stage.key(Self.ok, 1)
    stage.finishTurn(.left)
    stage.key(Self.ok, 0)
    stage.key(Self.enter, 0)
    #expect(stage.seen() == [])
  }

  @Test func `commands are taken or passed on in their own turn, and seeking as a whole`() {
    let stage = Stage()
    for (code, command) in [
      (Self.next, RemoteControlSubtype.nextTrack),
      (Self.forward, .beginSeekingForward),
    ] {
      stage.key(code, 1)
      stage.passer?.keep(command)
      stage.finishTurn(.left)
      stage.key(code, 0)
      stage.finishTurn(.left)
      #expect(stage.seen() == [])
      stage.key(code, 1)
      stage.passer?.keep(.pause)
      stage.finishTurn(.left)
      stage.key(code, 0)
      #expect(stage.seen() == ["+\(code)", "-\(code)"])
    }
  }

  @Test func `what came up while events were lost comes up for others, and nothing is left over`() {
    let stage = Stage()
    stage.key(Self.letter, 1)
    stage.key(Self.enter, 1)
    stage.finishTurn(.left)
    stage.key(Self.next, 1)
    stage.finishTurn(.left)
    _ = stage.seen()
    stage.passer?.resynchronize([Self.enter])
    #expect(stage.seen() == ["-30", "-163"])
    stage.passer?.close(on: nil)
    #expect(stage.seen() == ["-28"])
    stage.key(Self.letter, 1)
    #expect(stage.seen() == [])
  }

  @Test func `a virtual keyboard has the keys of the real one and no axis`() {
    var remote = Self.keyboard
    remote.name = "remote"
    remote.insert(axis: 0x20, AxisRange(minimum: 0, maximum: 255))
    let virtual = remote.virtual()
    #expect(virtual.name == "remote")
    #expect(virtual.axes.isEmpty)
    #expect(virtual.codes[InputType.key] == remote.codes[InputType.key])
  }

  @Test func `a keyboard is taken when no key is down that others have seen go down`() throws {
    let time = VirtualTime(now: 1_000_000)
    let loop = try EventLoop(clock: MonotonicClock(time))
    let pipe = try PipeDevice(Self.keyboard)
    pipe.isGrabbed = false
    pipe.kernelState.keys = [Self.letter]
    let stage = Stage()
    let who = Device(name: "keys", kind: .keys, screen: nil)
    let passer = TouchPasser(
      stage, Self.keyboard.virtual(),
      scale: AxisScale(Self.keyboard, mapping: SurfaceMapping(region: .zero)), cancel: .palm,
      failed: { _ in })
    let outlet = DeviceOutlet(who, nil, loop: loop) { _ in }
    let device = EvdevDevice(
      handle: pipe, device: who, mapping: SurfaceMapping(region: .zero), rule: DeviceRule(),
      outlet: outlet, clock: loop.clock, passer: passer)
    try device.start(on: loop) { _ in }
    #expect(!pipe.isGrabbed)
    pipe.write("key 30 0 |", at: 1001)
    pipe.kernelState.keys = []
    try loop.play(until: 1_002_000)
    #expect(pipe.isGrabbed)
    #expect(stage.seen() == [])
    pipe.write("key 30 1 |", at: 1003)
    try loop.play(until: 1_004_000)
    #expect(stage.seen() == ["+30"])
    device.close()
    #expect(stage.seen() == ["-30"])
  }
}
