// The buttons of touchpads and pens, from the kernel's events to frames.

import ResponderKit
import Testing

@testable import TouchSources

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
