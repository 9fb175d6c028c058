// Buttons that are pressed as a pen, a touchpad's finger or a pointer touches.

import ResponderKit
import Testing

@Suite struct ButtonMaskTests {
  private let application = Application()
  private let screen = Screen(id: "screen", size: Size(width: 400, height: 400))
  private let tap = TapGestureRecognizer(id: "tap")
  private let menu = TapGestureRecognizer(id: "menu")
  private let pan = PanGestureRecognizer(id: "pan")

  init() {
    let window = Window(
      id: "window", frame: Rect(x: 0, y: 0, width: 400, height: 400), screen: screen)
    menu.buttonMaskRequired = .secondary
    for recognizer in [pan, menu, tap] { window.addGestureRecognizer(recognizer) }
    application.show(window)
    application.outbox.wants = [.explain, .actions]
  }

  /// A tap with these buttons pressed throughout, and what recognized it.
  private func tap(
    _ kind: Device.Kind, _ tool: Contact.Tool = .finger, _ buttons: ButtonMask = []
  ) -> [String] {
    let device = Device(name: "device", kind: kind, screen: screen)
    application.outbox.removeAll()
    for (time, change) in [(0.0, Contact.Change.down), (0.1, .up)] {
      var frame = Frame(time: Instant(seconds: time), device: device)
      frame.buttonMask = buttons
      var contact = Contact(id: 1, change: change, position: Point(x: 100, y: 100))
      contact.tool = tool
      frame.contacts = [contact]
      application.feed(frame)
    }
    return application.outbox.reports.compactMap { report in
      if case .action(let recognizer, _, _) = report.kind { recognizer.id } else { nil }
    }
  }

  /// A button pressed while the surface is touched decides which tap it is.
  @Test(arguments: [
    (Device.Kind.touchpad, Contact.Tool.finger), (.pointer, .pen), (.pointer, .finger),
    (.mouse, .finger),
  ])
  func `touching alone is the primary button, and another takes its place (TAP7)`(
    kind: Device.Kind, tool: Contact.Tool
  ) {
    #expect(tap(kind, tool) == ["tap"])
    #expect(tap(kind, tool, .primary) == ["tap"])
    #expect(tap(kind, tool, .secondary) == ["menu"])
    #expect(tap(kind, tool, .button(3)) == [])
  }

  @Test func `without its modifier keys a recognizer refuses the touch (T15)`() {
    let keyboard = Device(name: "keyboard", kind: .keys, screen: nil)
    tap.modifierFlagsRequired = [.shift, .control]
    func hold(_ key: PressType, at seconds: Double) {
      var frame = Frame(time: Instant(seconds: seconds), device: keyboard)
      frame.presses = [PressChange(type: key, change: .began)]
      application.feed(frame)
    }
    func refusals() -> [String] {
      application.outbox.reports.compactMap { report in
        guard case .refused(_, by: .recognizer(let one), let reason) = report.kind, one === tap
        else { return nil }
        return "\(reason) \(reason.rule ?? "")"
      }
    }
    #expect(tap(.mouse) == [])
    #expect(refusals() == ["without the key shift, control T15"])
    hold("KEY_RIGHTSHIFT", at: 1)
    #expect(tap(.mouse) == [])
    #expect(refusals() == ["without the key control T15"])
    hold("KEY_LEFTCTRL", at: 2)
    #expect(tap(.mouse) == ["tap"])
    #expect(refusals() == [])
  }

  @Test func `with both buttons pressed, one tap excludes the other as ever (P2)`() {
    #expect(tap(.touchpad, .finger, [.primary, .secondary]) == ["tap"])
  }

  @Test func `fingers on a touchscreen have no buttons, and none is asked of them`() {
    tap.isEnabled = false
    #expect(tap(.touchscreen, .finger, .button(3)) == ["menu"])
    #expect(application.outbox.touches.allSatisfy { $0.buttonMask.isEmpty })
  }

  @Test func `a refused touch says which button was missing, and only taps refuse it`() throws {
    #expect(tap(.pointer, .pen, .button(4)) == [])
    let refusals = application.outbox.reports.compactMap { report -> String? in
      guard case .refused(_, .recognizer(let recognizer), let reason) = report.kind else {
        return nil
      }
      return "\(recognizer.id): \(reason) (\(reason.rule ?? ""))"
    }
    #expect(
      refusals == [
        "tap: without the button primary (TAP7)", "menu: without the button secondary (TAP7)",
      ])
    #expect(tap(.mouse, .finger, .button(4)) == [])
    #expect(application.outbox.touches.allSatisfy { $0.type == .indirectPointer })
  }

  @Test func `buttons have UIKit's names`() {
    #expect((ButtonMask.primary.union(.secondary)).names == ["primary", "secondary"])
    #expect(ButtonMask.button(5).names == ["button5"])
    #expect(ButtonMask.button(99) == .button(8))
  }
}
