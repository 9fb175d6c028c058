// Fingers around a pen that hovers or touches.

import Testing

@testable import ResponderKit

@Suite struct PalmTests {
  private let table = Table()
  private let pen: Device

  init() {
    pen = Device(name: "pen", kind: .pointer, screen: table.screen)
    let paper = table.view("paper", Rect(x: 0, y: 0, width: 400, height: 400))
    paper.isMultipleTouchEnabled = true
    paper.isExclusiveTouch = true
  }

  private func hover(_ seconds: Double, _ change: PointerChange) {
    var frame = Frame(time: Instant(seconds: seconds), device: pen)
    frame.pointer = change
    table.application.feed(frame)
  }

  private func touch(_ seconds: Double, _ change: Contact.Change, _ x: Double, _ y: Double) {
    var frame = Frame(time: Instant(seconds: seconds), device: pen)
    frame.contacts = [Contact(id: 1, change: change, position: Point(x: x, y: y))]
    frame.contacts[0].tool = .pen
    if change == .down { frame.pointer = .gone }
    table.application.feed(frame)
  }

  /// What happened, as the touches of the paper and the fingers that were none.
  private var story: [String] {
    let outbox = table.application.outbox
    return outbox.reports.compactMap { report in
      switch report.kind {
      case .touches(let phase, _, let range):
        "\(phase.word) \(outbox.touches[range].map(\.touch))"
      case .dropped(_, let contact, _, _, let reason): "finger \(contact) \(reason)"
      default: nil
      }
    }
  }

  private let palm = "is beside a pen: a palm"

  @Test
  func `a hand that rests before its pen comes is cancelled, and one that rests then is none`() {
    table.at(0, .down(1, 200, 300))
    hover(0.1, .at(Point(x: 100, y: 100)))
    table.at(0.2, .move(1, 210, 300))
    table.at(0.3, .down(2, 250, 320))
    touch(0.4, .down, 100, 100)
    table.at(0.5, .down(3, 220, 310))
    touch(0.6, .up, 100, 100)
    table.at(0.7, .up(1), .up(2), .up(3))
    #expect(
      story == [
        "began [1]", "cancelled [1]", "finger 2 \(palm)", "began [2]", "finger 3 \(palm)",
        "ended [2]",
      ])
    #expect(table.device.palms == 2)
    #expect(table.application.checkInvariants() == [])
  }

  @Test
  func `a pen that comes down at once takes the hand, and fingers are touches when it has gone`() {
    table.at(0, .down(1, 200, 300))
    touch(0.1, .down, 100, 100)
    touch(0.2, .up, 100, 100)
    table.at(0.3, .up(1))
    table.at(0.4, .down(2, 200, 300))
    table.at(0.5, .up(2))
    hover(0.6, .at(Point(x: 100, y: 100)))
    hover(0.7, .gone)
    table.at(0.8, .down(3, 200, 300))
    table.at(0.9, .up(3))
    #expect(
      story == [
        "began [1]", "cancelled [1]", "began [2]", "ended [2]", "began [3]", "ended [3]",
        "began [4]",
        "ended [4]",
      ])
  }

  @Test func `fingers far from the pen, or on another screen, are touches`() {
    table.screen.pointsPerMillimeter = 1
    table.at(0, .down(1, 200, 300))
    hover(0.1, .at(Point(x: 100, y: 100)))
    table.at(0.2, .down(2, 180, 180))
    hover(0.3, .at(Point(x: 390, y: 390)))
    table.at(0.4, .up(2), .down(3, 180, 180))
    pen.screen = Screen(id: "other", size: Size(width: 400, height: 400))
    hover(0.5, .at(Point(x: 200, y: 200)))
    table.at(0.6, .down(4, 200, 200))
    table.at(0.7, .up(1), .up(3), .up(4))
    #expect(
      story == [
        "began [1]", "finger 2 \(palm)", "began [2]", "began [3]", "ended [1, 2, 3]",
      ])
  }

  @Test func `a pen that is unplugged while it hovers keeps no fingers away`() {
    hover(0, .at(Point(x: 100, y: 100)))
    table.application.cancelAll(of: pen, at: Instant(seconds: 0.1))
    table.at(0.2, .down(1, 200, 300))
    #expect(story == ["began [1]"])
  }
}
