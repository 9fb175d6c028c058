// What random operations found, each as the shortest story that shows it.

import ResponderKit
import Testing

@Suite struct FoundByChanceTests {
  private let application = Application()
  private let window = Window(id: "window", frame: Rect(x: 0, y: 0, width: 400, height: 400))
  private let view = View(id: "view", frame: Rect(x: 0, y: 0, width: 400, height: 400))
  private let panel: Device
  private let keys = Device(name: "keys", kind: .keys, screen: nil)

  init() {
    let screen = Screen(id: "screen", size: Size(width: 400, height: 400))
    panel = Device(name: "panel", kind: .touchscreen, screen: screen)
    view.handles = [.touches, .presses]
    window.addSubview(view)
    application.show(window)
    application.outbox.wants = [.explain, .callbacks, .actions]
  }

  private func finger(_ change: Contact.Change, at seconds: Double, _ x: Double = 100) {
    var frame = Frame(time: Instant(seconds: seconds), device: panel)
    frame.contacts.append(Contact(id: 1, change: change, position: Point(x: x, y: 100)))
    application.feed(frame)
  }

  private func changes(of recognizer: GestureRecognizer) -> [String] {
    application.outbox.reports.compactMap { report in
      guard case .transition(let one, let from, let to, _) = report.kind, one === recognizer
      else { return nil }
      return "\(report.time.microseconds) \(from.word)>\(to.word)"
    }
  }

  @Test func `a recognizer that is removed takes its timers with it (TM4, X4)`() {
    let press = LongPressGestureRecognizer(id: "press")
    view.addGestureRecognizer(press)
    finger(.down, at: 0)
    application.perform(at: Instant(seconds: 0.1)) { view.removeGestureRecognizer(press) }
    #expect(application.deadline == nil)
    application.advance(to: Instant(seconds: 1))
    finger(.up, at: 1)
    view.addGestureRecognizer(press)
    finger(.down, at: 2)
    finger(.up, at: 2.1)
    #expect(changes(of: press) == ["100000 Possible>Failed", "2100000 Possible>Failed"])
  }

  @Test(arguments: [GestureRecognizer.State.failed, .ended])
  func `a state set while no touch is followed does not spoil the next attempt`(
    state: GestureRecognizer.State
  ) {
    let custom = GestureRecognizer(id: "custom")
    view.addGestureRecognizer(custom)
    application.perform(at: Instant(seconds: 0.5)) { custom.state = state }
    #expect(custom.state == .possible)
    finger(.down, at: 1)
    #expect(custom.touches.count == 1)
    application.perform(at: Instant(seconds: 1.5)) { custom.state = .began }
    #expect(
      changes(of: custom) == ["500000 Possible>\(state.word)", "1500000 Possible>Began"])
  }

  @Test func `a focused view that lies in no window is given no presses (E4)`() {
    let tap = TapGestureRecognizer(id: "tap")
    view.addGestureRecognizer(tap)
    application.focused = view
    view.removeFromSuperview()
    application.focused = view
    window.handles = .presses
    var frame = Frame(time: Instant(seconds: 1), device: keys)
    frame.presses.append(PressChange(type: .select, change: .began))
    application.feed(frame)
    let takers = application.outbox.reports.compactMap { report in
      if case .press(_, let responder, _) = report.kind { responder.id } else { nil }
    }
    #expect(takers == ["window"])
    #expect(tap.presses.isEmpty)
    #expect(application.checkInvariants().isEmpty)
  }

  @Test func `in a view scaled to nothing, places and measures are still numbers`() throws {
    let pan = PanGestureRecognizer(id: "pan")
    view.addGestureRecognizer(pan)
    finger(.down, at: 0)
    application.perform(at: Instant(seconds: 0.05)) {
      view.transform = AffineTransform(scaleX: 0, y: 0)
    }
    finger(.move, at: 0.1, 150)
    finger(.move, at: 0.2, 180)
    #expect(pan.state == .changed)
    #expect(application.outbox.touches.allSatisfy { $0.location.x.isFinite })
    #expect(pan.translation(in: view) == .zero)
    #expect(pan.translation(in: nil) == Point(x: 30, y: 0))
  }

  @Test func `a finger that is refused late leaves the gesture that it joined (C4, PI2)`() {
    let pinch = PinchGestureRecognizer(id: "pinch")
    pinch.remoteQuestions = .shouldReceiveTouch
    view.addGestureRecognizer(pinch)
    func fingers(_ change: Contact.Change, at seconds: Double, _ places: [Int: Double]) {
      var frame = Frame(time: Instant(seconds: seconds), device: panel)
      for (id, x) in places.sorted(by: { $0.key < $1.key }) {
        frame.contacts.append(Contact(id: id, change: change, position: Point(x: x, y: 100)))
      }
      application.feed(frame)
    }
    fingers(.down, at: 0, [1: 100, 2: 200])
    application.answer(question: 1, true, at: Instant(seconds: 0.001))
    application.answer(question: 2, true, at: Instant(seconds: 0.002))
    fingers(.move, at: 0.1, [2: 260])
    fingers(.up, at: 0.2, [2: 260])
    fingers(.down, at: 0.3, [3: 200])
    application.answer(question: 3, false, at: Instant(seconds: 0.31))
    fingers(.move, at: 0.32, [3: 300])
    fingers(.up, at: 0.4, [1: 100])
    #expect(changes(of: pinch) == ["100000 Possible>Began", "400000 Began>Ended"])
    fingers(.up, at: 0.5, [3: 300])
    #expect(application.checkInvariants().isEmpty)
  }

  @Test func `a hover that was failed waits until the pointer enters again (HO1, X2)`() {
    let hover = HoverGestureRecognizer(id: "hover")
    view.addGestureRecognizer(hover)
    let mouse = Device(name: "mouse", kind: .mouse, screen: panel.screen)
    func pointer(at seconds: Double, _ change: PointerChange) {
      var frame = Frame(time: Instant(seconds: seconds), device: mouse)
      frame.pointer = change
      application.feed(frame)
    }
    pointer(at: 0, .at(Point(x: 100, y: 100)))
    application.perform(at: Instant(seconds: 0.1)) { hover.isEnabled = false }
    application.perform(at: Instant(seconds: 0.2)) { hover.isEnabled = true }
    pointer(at: 0.3, .at(Point(x: 120, y: 100)))
    pointer(at: 0.4, .gone)
    pointer(at: 0.5, .at(Point(x: 100, y: 100)))
    #expect(
      changes(of: hover) == [
        "0 Possible>Began", "100000 Began>Cancelled", "500000 Possible>Began",
      ])
  }
}
