// What begins also ends, once: controls with several fingers, chains that change, removed gestures.

import Testing

@testable import ResponderKit

@Suite struct EndingsTests {
  private let table = Table(wants: [.callbacks, .control, .actions])

  private func lines() -> [String] {
    defer { table.application.outbox.removeAll() }
    let outbox = table.application.outbox
    return outbox.reports.compactMap { report in
      switch report.kind {
      case .touches(let phase, let responder, let range):
        "\(responder.id) \(phase.word) \(outbox.touches[range].map(\.contact))"
      case .control(let control, let event, _, _, _): "\(control.id) \(event.name)"
      case .action(let recognizer, let state, _):
        "\(recognizer.id) \(state.word.lowercased()) in \(report.path?.id ?? "nothing")"
      default: nil
      }
    }
  }

  private func button() -> Button {
    let button = Button(id: "ok", frame: Rect(x: 0, y: 0, width: 100, height: 100))
    button.isMultipleTouchEnabled = true
    table.window.addSubview(button)
    return button
  }

  @Test func `a control that is removed loses each of its fingers`() {
    let button = button()
    table.at(0, .down(1, 10, 10))
    table.at(0.1, .down(2, 20, 20))
    _ = lines()
    table.application.perform(at: Instant(seconds: 0.2)) { button.removeFromSuperview() }
    #expect(lines() == ["ok touchCancel", "ok cancelled [2]"])
    table.at(0.3, .up(1), .up(2))
    #expect(lines() == [])
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `a control that moves to another window loses its fingers`() {
    let other = Window(id: "other", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    table.application.show(other)
    other.level = -1
    let button = button()
    table.at(0, .down(1, 10, 10))
    _ = lines()
    table.application.perform(at: Instant(seconds: 0.1)) { other.addSubview(button) }
    #expect(lines() == ["ok touchCancel"])
    table.at(0.2, .up(1))
    #expect(lines() == [])
  }

  @Test func `who handled the beginning handles the end, or a cancel, when handling changes`() {
    let view = table.view("a", Rect(x: 0, y: 0, width: 100, height: 100))
    table.window.handles = .touches
    view.forwards = .last
    table.at(0, .down(1, 10, 10))
    #expect(lines() == ["a began [1]", "window began [1]"])
    table.application.perform(at: Instant(seconds: 0.1)) { view.forwards = .none }
    table.at(0.2, .up(1))
    #expect(lines() == ["a ended [1]", "window cancelled [1]"])
    table.at(1, .down(2, 10, 10))
    table.application.perform(at: Instant(seconds: 1.1)) { view.handles = [] }
    table.at(1.2, .up(2))
    #expect(lines() == ["a began [2]", "window ended [2]", "a cancelled [2]"])
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `a responder that handles the beginning alone gets no cancel`() {
    let view = table.view("a", Rect(x: 0, y: 0, width: 100, height: 100))
    view.handles = .touchesBegan
    table.window.handles = .touches
    table.at(0, .down(1, 10, 10))
    table.at(0.1, .up(1))
    #expect(lines() == ["a began [1]", "window ended [1]"])
  }

  @Test func `a gesture that is removed is cancelled in its view`() {
    let view = table.view("a", Rect(x: 0, y: 0, width: 100, height: 100))
    let pan = PanGestureRecognizer(id: "pan")
    pan.cancelsTouchesInView = false
    view.addGestureRecognizer(pan)
    table.at(0, .down(1, 10, 10))
    table.at(0.1, .move(1, 40, 10))
    _ = lines()
    table.application.perform(at: Instant(seconds: 0.2)) { view.removeGestureRecognizer(pan) }
    #expect(lines() == ["pan cancelled in a"])
    #expect(pan.view == nil)
    #expect(pan.state == .possible)
    table.at(0.3, .up(1))
    #expect(lines() == ["a ended [1]"])
    #expect(table.application.checkInvariants() == [])
  }
}
