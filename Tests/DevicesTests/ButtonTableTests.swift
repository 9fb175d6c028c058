// The buttons of touchpads and pens, from the kernel's events to frames.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct ButtonTableTests {
  private let translator: EventTranslator

  init() {
    let device = Device(name: "pad", kind: .touchpad, screen: nil)
    var pad = EventDescription.panel
    pad.properties = []
    translator = EventTranslator(
      pad, device: device, mapping: SurfaceMapping(region: panelRegion))
  }

  /// The mask of the frame that these events make, or nil where they make none.
  private func mask(_ events: (Int, Int, Int)...) -> ButtonMask? {
    var mask: ButtonMask?
    for (type, code, value) in events + [(0, 0, 0)] {
      let event = InputEvent(
        time: Instant(microseconds: 1), type: type, code: code, value: value)
      if translator.handle(event) { mask = translator.frame.buttonMask }
    }
    return mask
  }

  private func key(_ code: Int, _ value: Int) -> (Int, Int, Int) { (InputType.key, code, value) }
  private let land = (InputType.absolute, Axis.id, 5)
  private func move(_ x: Int) -> (Int, Int, Int) { (InputType.absolute, Axis.x, x) }

  @Test func `left, right, middle and the buttons of pens last until they are released`() {
    #expect(mask(key(0x111, 1)) == nil)
    #expect(mask(land, move(10)) == .secondary)
    #expect(mask(move(11), key(0x110, 1)) == [.primary, .secondary])
    #expect(mask(move(12), key(0x111, 0)) == .primary)
    #expect(mask(move(13), key(0x110, 0), key(0x112, 1)) == .button(3))
    #expect(mask(move(14), key(0x112, 0), key(ButtonCode.stylus, 1)) == .secondary)
    #expect(mask(move(15), key(ButtonCode.secondStylus, 1)) == [.secondary, .button(3)])
    #expect(mask(move(16), key(ButtonCode.stylus, 0), key(ButtonCode.secondStylus, 0)) == [])
  }

  @Test
  func
    `a button that is pressed while a finger rests is a frame of its own, and the eraser is one`()
  {
    #expect(mask(land, move(10)) == [])
    #expect(mask(key(ButtonCode.stylus, 1)) == .secondary)
    #expect(mask(key(ButtonCode.stylus, 1)) == nil)
    #expect(mask(key(ButtonCode.stylus, 0), key(ButtonCode.toolRubber, 1)) == .eraser)
    #expect(mask(key(ButtonCode.toolRubber, 0)) == [])
    #expect(ButtonMask.eraser.names == ["eraser"])
  }

  /// The contact that lands at a point of a device after some events.
  private func contact(
    of description: EventDescription, rotate: Rotation = .none, _ events: [(Int, Int, Int)]
  ) throws -> Contact {
    let translator = EventTranslator(
      description, device: Device(name: "pen", kind: .pointer, screen: nil),
      mapping: SurfaceMapping(region: panelRegion, rotate: rotate))
    let landing = [
      key(ButtonCode.touch, 1), (InputType.absolute, AxisCode.x, 100),
      (InputType.absolute, AxisCode.y, 100), (0, 0, 0),
    ]
    for (type, code, value) in events + landing {
      translator.handle(
        InputEvent(time: Instant(microseconds: 1), type: type, code: code, value: value))
    }
    return try #require(translator.frame.contacts.first)
  }

  /// How a pen leans, in its own units, and the angles that follow.
  struct Lean: Sendable {
    var right = 0
    var down = 0
    var resolution = 0
    var rotate = Rotation.none
    var altitude: Double
    var azimuth: Double
  }

  static let leans: [Lean] = [
    Lean(altitude: Double.pi / 2, azimuth: 0),
    // In degrees, and with a resolution.
    Lean(right: 45, altitude: Double.pi / 4, azimuth: 0),
    Lean(down: 45, altitude: Double.pi / 4, azimuth: Double.pi / 2),
    Lean(right: 785, resolution: 1000, altitude: Double.pi / 4, azimuth: 0),
    // On a panel that is mounted turned, it leans in another direction of the screen.
    Lean(right: 45, rotate: .quarter, altitude: Double.pi / 4, azimuth: Double.pi / 2),
  ]

  @Test(arguments: leans)
  func `a pen has its tilt as two angles`(lean: Lean) throws {
    var pen = EventDescription.singlePanel
    pen.insert(type: InputType.key, code: ButtonCode.toolPen)
    for axis in [AxisCode.tiltX, AxisCode.tiltY] {
      pen.insert(axis: axis, AxisRange(minimum: -60, maximum: 60, resolution: lean.resolution))
    }
    let contact = try contact(
      of: pen, rotate: lean.rotate,
      [
        key(ButtonCode.toolPen, 1), (InputType.absolute, AxisCode.tiltX, lean.right),
        (InputType.absolute, AxisCode.tiltY, lean.down),
      ])
    #expect(contact.tool == .pen)
    let altitude = try #require(contact.detail.altitudeAngle)
    let azimuth = try #require(contact.detail.azimuthAngle)
    #expect(abs(altitude - lean.altitude) < 0.001, "\(altitude)")
    #expect(abs(azimuth - lean.azimuth) < 0.001, "\(azimuth)")
  }

  /// The range of a pen's roll, a value, and its angle.
  static let rolls: [(AxisRange, Int, Double)] = [
    (AxisRange(minimum: -900, maximum: 899), 450, .pi / 2),
    (AxisRange(minimum: -900, maximum: 899), -450, -.pi / 2),
    (AxisRange(minimum: 0, maximum: 35_999), 27_000, -.pi / 2),
  ]

  @Test(arguments: rolls)
  func `a pen has its roll as an angle; the third axis of what is no pen says nothing`(
    range: AxisRange, value: Int, angle: Double
  ) throws {
    for isPen in [true, false] {
      var description = EventDescription.singlePanel
      if isPen { description.insert(type: InputType.key, code: ButtonCode.toolPen) }
      description.insert(axis: AxisCode.z, range)
      let roll = try contact(of: description, [(InputType.absolute, AxisCode.z, value)]).detail
        .rollAngle
      if isPen {
        #expect(abs(try #require(roll) - angle) < 0.001)
      } else {
        #expect(roll == nil)
      }
    }
  }

  @Test func `keys that are no buttons say nothing`() {
    #expect(mask(land, key(ButtonCode.touch, 1), key(30, 1)) == [])
  }

  @Test func `what the kernel says at the opening and after a loss counts`() {
    var state = KernelState()
    state.keys = [0x111]
    _ = translator.begin(at: Instant(microseconds: 0), state, ignoringContacts: false)
    #expect(mask(land, move(10)) == .secondary)
    state.keys = [ButtonCode.thirdStylus]
    state.axes = [KernelState.AxisValue(slot: 0, axis: Axis.id, value: 5)]
    _ = translator.resynchronize(at: Instant(microseconds: 1), state)
    #expect(mask(move(20)) == .button(4))
  }
}
