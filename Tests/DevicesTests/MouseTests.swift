// Mice, from the kernel's events to frames.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct MouseTests {
  /// A mouse with three buttons.
  static var mouse: EventDescription {
    var description = EventDescription()
    description.name = "mouse"
    for code in [RelativeCode.x, RelativeCode.y] {
      description.insert(type: InputType.relative, code: code)
    }
    for code in 0x110...0x112 { description.insert(type: InputType.key, code: code) }
    return description
  }

  /// The pointer of a virtual machine: two axes and buttons.
  static var tablet: EventDescription {
    var description = EventDescription()
    for axis in [AxisCode.x, AxisCode.y] {
      description.insert(axis: axis, AxisRange(minimum: 0, maximum: 32767))
    }
    description.insert(type: InputType.key, code: 0x110)
    return description
  }

  private final class Stage {
    let translator: EventTranslator
    private var time = Instant.zero

    init(
      _ description: EventDescription = MouseTests.mouse, region: Rect = panelRegion,
      rotate: Rotation = .none
    ) {
      translator = EventTranslator(
        description, device: Device(name: "mouse", kind: .mouse, screen: nil),
        mapping: SurfaceMapping(region: region, rotate: rotate))
    }

    /// The frame of these events, with its buttons; nil where they make none.
    func frame(_ events: (Int, Int, Int)...) -> String? {
      time = time + 0.01
      for (type, code, value) in events {
        translator.handle(InputEvent(time: time, type: type, code: code, value: value))
      }
      guard translator.handle(InputEvent(time: time, type: 0, code: 0, value: 0)) else {
        return nil
      }
      return ([words(translator.frame)] + translator.frame.buttonMask.names)
        .joined(separator: " ")
    }

    func lose(_ keys: Set<Int>) -> String? {
      var state = KernelState()
      state.keys = keys
      time = time + 0.01
      guard translator.resynchronize(at: time, state) else { return nil }
      return words(translator.frame)
    }
  }

  private func right(_ x: Int) -> (Int, Int, Int) { (InputType.relative, RelativeCode.x, x) }
  private func down(_ y: Int) -> (Int, Int, Int) { (InputType.relative, RelativeCode.y, y) }
  private func button(_ number: Int, _ value: Int) -> (Int, Int, Int) {
    (InputType.key, 0x10f + number, value)
  }

  @Test func `the pointer begins in the middle, hovers as it moves, and stays on the screen`() {
    let stage = Stage()
    #expect(stage.frame() == nil)
    #expect(stage.frame(right(10), down(-20)) == "pointer 410,220")
    #expect(stage.frame(right(5000)) == "pointer 799,220")
    #expect(stage.frame(right(1)) == nil)
    #expect(stage.frame(right(-5000), down(5000)) == "pointer 0,479")
    #expect(panelRegion.contains(Point(x: 799, y: 479)))
  }

  @Test func `buttons are one touch, from the first one down to the last one up`() {
    let stage = Stage()
    #expect(stage.frame(right(1)) == "pointer 401,240")
    #expect(stage.frame(button(2, 1)) == "down 1 401,240 secondary")
    #expect(stage.frame(right(1)) == "move 1 402,240; pointer 402,240 secondary")
    #expect(stage.frame(button(1, 1)) == "move 1 402,240 primary secondary")
    #expect(stage.frame(button(2, 0)) == "move 1 402,240 primary")
    #expect(stage.frame(button(1, 1)) == nil)
    // Its end has the buttons that it had until then.
    #expect(stage.frame(button(1, 0), right(1)) == "up 1 403,240; pointer 403,240 primary")
    #expect(stage.frame(button(3, 1)) == "down 2 403,240 button3")
  }

  @Test func `a button that is down as the device is opened is no touch, nor is its release`() {
    let stage = Stage()
    var state = KernelState()
    state.keys = [0x110]
    #expect(!stage.translator.begin(at: .zero, state, ignoringContacts: false))
    #expect(stage.frame(button(1, 0)) == nil)
    #expect(stage.frame(button(1, 1)) == "down 1 400,240 primary")
  }

  @Test func `after a loss the touch continues with the kernel's buttons, or is cancelled`() {
    let stage = Stage()
    #expect(stage.frame(button(1, 1)) == "down 1 400,240 primary")
    #expect(stage.lose([0x110]) == nil)
    #expect(stage.lose([0x111]) == "move 1 400,240")
    #expect(stage.lose([]) == "cancel 1 400,240")
    #expect(stage.lose([0x110]) == "down 2 400,240")
    #expect(stage.translator.cancelAll(at: .zero))
    #expect(words(stage.translator.frame) == "cancel 2 400,240")
  }

  @Test func `a notch of a wheel is 53 points, away from the user and to the left are negative`() {
    let stage = Stage()
    #expect(stage.frame((2, RelativeCode.wheel, -1)) == "scroll 400,240 by 0,53")
    #expect(stage.frame((2, RelativeCode.wheel, 2)) == "scroll 400,240 by 0,-106")
    #expect(
      stage.frame((2, RelativeCode.horizontalWheel, 1), right(1))
        == "pointer 401,240; scroll 401,240 by 53,0")
    #expect(stage.frame() == nil)
  }

  @Test func `a pinch zooms by what its scale has grown since the latest frame`() {
    var pointer = MousePointer(SurfaceMapping(region: panelRegion))
    var frame = Frame(time: .zero, device: Device(name: "pad", kind: .mouse, screen: nil))
    var found: [String] = []
    for scale in [1, 1.5, 1.5, 0.75, 0, .infinity] {
      frame.removeAll()
      pointer.pinch(to: scale)
      pointer.report(into: &frame)
      found.append(words(frame))
    }
    #expect(found == ["", "zoom 400,240 by 1.5", "", "zoom 400,240 by 0.5", "", ""])
    pointer.beginPinch()
    pointer.pinch(to: 1.25)
    pointer.report(into: &frame)
    #expect(words(frame) == "zoom 400,240 by 1.25")
  }

  @Test func `a wheel that reports parts of a notch turns by these, and not by the notch as well`()
  {
    var fine = Self.mouse
    for code in [RelativeCode.wheel, RelativeCode.fineWheel, RelativeCode.fineHorizontalWheel] {
      fine.insert(type: InputType.relative, code: code)
    }
    let stage = Stage(fine)
    #expect(stage.frame((2, RelativeCode.fineWheel, -60)) == "scroll 400,240 by 0,26.5")
    #expect(
      stage.frame((2, RelativeCode.fineWheel, -60), (2, RelativeCode.wheel, -1))
        == "scroll 400,240 by 0,26.5")
    #expect(
      stage.frame((2, RelativeCode.fineHorizontalWheel, 12), (2, RelativeCode.fineWheel, 12))
        == "scroll 400,240 by 5.3,-5.3")
  }

  @Test(arguments: [
    (Rotation.none, "pointer 430,240"), (.quarter, "pointer 400,270"), (.half, "pointer 370,240"),
    (.threeQuarters, "pointer 400,210"),
  ])
  func `a mouse that is mounted turned moves in the direction of the hand`(
    rotate: Rotation, place: String
  ) {
    #expect(Stage(rotate: rotate).frame(right(30)) == place)
  }

  @Test func `it stays in the part of the screen that its entry names`() {
    let stage = Stage(region: Rect(x: 100, y: 50, width: 200, height: 100))
    #expect(stage.frame(right(1)) == "pointer 201,100")
    #expect(stage.frame(right(-500), down(500)) == "pointer 100,149")
  }

  @Test func `the pointer of a virtual machine is where its axes say`() {
    let stage = Stage(Self.tablet)
    let place = { (x: Int, y: Int) in
      ((InputType.absolute, AxisCode.x, x), (InputType.absolute, AxisCode.y, y))
    }
    let (x, y) = place(8192, 16384)
    #expect(stage.frame(x, y) == "pointer 200,240")
    #expect(stage.frame(place(32767, 0).0) == "pointer 799,240")
    #expect(stage.frame(button(1, 1)) == "down 1 799,240 primary")
  }

  @Test func `a recording of a mouse is known by its axes and buttons`() {
    #expect(Self.mouse.kind == .mouse)
    #expect(Self.tablet.kind == .mouse)
    var encoder = EventDescription()
    encoder.insert(type: InputType.relative, code: RelativeCode.x)
    encoder.insert(type: InputType.key, code: 28)
    #expect(encoder.kind == .keys)
    #expect(EventDescription.panel.kind == .touchscreen)
    #expect(Self.mouse.isUseful(TranslationSettings()))
  }
}
