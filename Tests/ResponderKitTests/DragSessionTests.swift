// Drag sessions: lifting, what the lifted view is over, dropping, and content that scrolls meanwhile.

import Testing

@testable import ResponderKit

@Suite struct DragSessionTests {
  private let table = Table(wants: .standard)
  private let list = ScrollView(id: "list", frame: Rect(x: 0, y: 0, width: 200, height: 400))
  private let basket = View(id: "basket", frame: Rect(x: 250, y: 100, width: 100, height: 100))
  private let recognizers = (0..<20).map { LongPressGestureRecognizer(id: "drag.\($0)") }

  init() {
    list.contentSize = Size(width: 200, height: 2000)
    for (number, recognizer) in recognizers.enumerated() {
      let row = View(
        id: "row.\(number)", frame: Rect(x: 0, y: Double(number) * 100, width: 200, height: 100))
      recognizer.drags = true
      row.addGestureRecognizer(recognizer)
      list.addSubview(row)
    }
    table.window.addSubview(list)
    table.window.addSubview(basket)
  }

  /// Lets time pass without an event.
  private func wait(to seconds: Double) {
    let application = table.application
    while let deadline = application.deadline, deadline.seconds <= seconds {
      application.advance(to: deadline)
    }
  }

  /// What a row's records say: the state, and what the row was over; the same twice in a row is left
  /// out.
  private func story(of row: Int) -> [String] {
    let outbox = table.application.outbox
    var lines: [String] = []
    for report in outbox.reports {
      guard case .action(let sender, let state, let index) = report.kind,
        sender === recognizers[row]
      else { continue }
      var line = "\(state)"
      if case .view(let view) = outbox.gestures[index].measure { line += " \(outbox.views[view])" }
      if line != lines.last { lines.append(line) }
    }
    return lines
  }

  private func isDone() {
    #expect(list.subviews.allSatisfy { !$0.isLifted })
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `a view is lifted, enters, leaves and is dropped`() {
    table.at(0, .down(1, 100, 150))
    table.at(0.6, .move(1, 110, 160))
    #expect(list.subviews[1].isLifted)
    table.at(0.7, .move(1, 300, 150))
    table.at(0.8, .move(1, 300, 300))
    table.at(0.9, .move(1, 100, 250))
    table.at(1, .move(1, 300, 150))
    table.at(1.1, .up(1))
    #expect(
      story(of: 1) == [
        "began list", "changed list", "changed basket", "changed window", "changed row.2",
        "changed basket", "ended basket",
      ])
    #expect(list.contentOffset == .zero)
    isDone()
  }

  @Test func `without drags nothing is lifted, measured or scrolled`() {
    recognizers[1].drags = false
    table.at(0, .down(1, 100, 150))
    table.at(0.6, .move(1, 100, 399))
    #expect(!list.subviews[1].isLifted)
    wait(to: 1)
    table.at(1, .up(1))
    #expect(story(of: 1) == ["began", "changed", "ended"])
    #expect(list.contentOffset == .zero)
  }

  @Test func `content scrolls while the finger rests at its edge, to its end`() {
    table.at(0, .down(1, 100, 150))
    table.at(0.6, .move(1, 100, 388))
    wait(to: 1.6)
    // 36 of 48 pt deep: 750 pt/s.
    #expect(abs(list.contentOffset.y - 750) < 15)
    wait(to: 4)
    #expect(list.contentOffset.y == 1600)
    #expect(table.application.deadline == nil)
    // What moves under the resting finger is named.
    #expect(story(of: 1) == ["began list"] + (3...19).map { "changed row.\($0)" })
    table.at(5, .move(1, 100, 12))
    wait(to: 9)
    #expect(list.contentOffset.y == 0)
    table.at(9, .up(1))
    #expect(story(of: 1).last == "ended row.0")
    isDone()
  }

  @Test func `content rests where the finger leaves its edge, or lifts`() {
    table.at(0, .down(1, 100, 150))
    table.at(0.6, .move(1, 100, 388))
    table.at(1.2, .move(1, 100, 200))
    let place = list.contentOffset
    #expect(place.y > 300)
    wait(to: 2)
    #expect(list.contentOffset == place)
    table.at(2, .move(1, 100, 388))
    table.at(2.5, .up(1))
    let last = list.contentOffset
    #expect(last.y > place.y)
    wait(to: 3)
    #expect(list.contentOffset == last)
    let phases = table.application.outbox.reports.compactMap { report -> ScrollPhase? in
      if case .scrolled(_, let phase, _, _, _) = report.kind { phase } else { nil }
    }
    #expect(phases.filter { $0 == .settled }.count == 2)
    #expect(phases.last == .settled && phases.allSatisfy { $0 == .settled || $0 == .decelerating })
    isDone()
  }

  @Test func `a view that is lifted at an edge scrolls nothing until the finger moves`() {
    table.at(0, .down(1, 100, 390))
    wait(to: 2)
    #expect(list.subviews[3].isLifted)
    #expect(list.contentOffset == .zero)
    table.at(2, .move(1, 100, 379))
    wait(to: 2.2)
    #expect(list.contentOffset.y > 0)
    table.at(2.2, .up(1))
    isDone()
  }

  @Test func `two fingers carry two views, and neither is over the other`() {
    table.at(0, .down(1, 100, 150), .down(2, 100, 250))
    table.at(0.6, .move(1, 100, 270), .move(2, 100, 130))
    table.at(0.7, .move(1, 300, 150))
    table.at(0.8, .up(1))
    table.at(0.9, .move(2, 100, 140))
    table.at(1, .up(2))
    #expect(
      story(of: 1) == ["began list", "changed list", "changed basket", "ended basket"])
    #expect(
      story(of: 2) == ["began list", "changed list", "changed row.1", "ended row.1"])
    isDone()
  }

  @Test(arguments: [0.0, 20, 40, 60, 80])
  func `a stroke that does not rest lifts nothing, however it is slanted`(degrees: Double) {
    let steep = degrees / 45
    for step in 0...20 {
      let way = Double(step) * 8
      let place = Point(x: 100 + way / (1 + steep), y: 350 - way * steep / (1 + steep))
      let act: Table.Act = step == 0 ? .down(1, place.x, place.y) : .move(1, place.x, place.y)
      table.at(Double(step) * 0.04, act)
    }
    table.at(1, .up(1))
    #expect((0..<20).allSatisfy { story(of: $0).isEmpty })
    #expect((list.contentOffset.y > 0) == (degrees > 0))
    isDone()
  }

  @Test func `what ends the gesture ends the session, and the view can be hit again`() {
    table.at(0, .down(1, 100, 150))
    table.at(0.6, .move(1, 100, 388))
    table.at(1, .cancel(1))
    #expect(story(of: 1).last == "cancelled")
    isDone()
    let place = list.contentOffset
    let row = list.subviews[1]
    list.contentOffset = .zero
    table.at(2, .down(1, 100, 150))
    table.at(2.6, .move(1, 100, 388))
    table.application.perform(at: Instant(seconds: 2.8)) { row.removeFromSuperview() }
    wait(to: 4)
    #expect(!row.isLifted)
    #expect(list.contentOffset.y > 0 && list.contentOffset.y < place.y)
    table.at(4, .up(1))
    isDone()
  }

  @Test func `a program that removes the content, or scrolls it, meanwhile`() {
    table.at(0, .down(1, 100, 150))
    table.at(0.6, .move(1, 300, 150))
    table.at(0.7, .move(1, 100, 388))
    wait(to: 1)
    table.application.perform(at: Instant(seconds: 1)) { list.contentOffset.y = 1000 }
    wait(to: 1.1)
    #expect(list.contentOffset.y > 1050)
    table.application.perform(at: Instant(seconds: 1.1)) { list.isScrollEnabled = false }
    let place = list.contentOffset
    wait(to: 2)
    #expect(list.contentOffset.y < place.y + 20)
    table.application.perform(at: Instant(seconds: 2)) { list.removeFromSuperview() }
    wait(to: 3)
    table.at(3, .up(1))
    isDone()
  }

  @Test
  func `a finger that drags the content has it, and the list scrolls again when it has lifted`() {
    table.at(0, .down(1, 100, 150))
    table.at(0.6, .move(1, 100, 388))
    wait(to: 0.8)
    table.at(0.8, .down(2, 20, 300))
    for step in 1...10 { table.at(0.8 + Double(step) / 100, .move(2, 20, 300 - Double(step) * 5)) }
    let held = list.contentOffset
    #expect(list.isDragging)
    wait(to: 1.4)
    #expect(list.contentOffset == held)
    table.at(1.4, .up(2))
    table.at(1.5, .move(1, 100, 389))
    wait(to: 2)
    #expect(list.contentOffset.y > held.y + 200)
    table.at(2, .up(1))
    isDone()
  }

  @Test func `pages scroll at their edge, and rest on one`() {
    let pager = ScrollView(id: "pager", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    pager.contentSize = Size(width: 4000, height: 400)
    pager.isPagingEnabled = true
    list.removeFromSuperview()
    pager.addSubview(list)
    table.window.addSubview(pager)
    table.at(0, .down(1, 100, 150))
    table.at(0.6, .move(1, 390, 200))
    wait(to: 1.3)
    table.at(1.3, .move(1, 200, 200))
    #expect(pager.contentOffset.x > 400)
    wait(to: 3)
    #expect(pager.contentOffset.x == 400 || pager.contentOffset.x == 800)
    table.at(3, .up(1))
    #expect(story(of: 1).last == "ended pager")
    isDone()
  }

  @Test(arguments: [30.0, 60, 120, 240])
  func `the rate of a panel's reports decides nothing`(rate: Double) {
    table.at(0, .down(1, 100, 150))
    var time = 0.6
    while time < 1.6 {
      // Down to the edge in 0.2 s, then slowly sideways along it.
      let way = min((time - 0.6) / 0.2, 1)
      table.at(time, .move(1, 100 + 20 * (time - 0.6), 150 + 238 * way))
      time += 1 / rate
    }
    table.at(1.6, .up(1))
    #expect(abs(list.contentOffset.y - 605) < 30)
    isDone()
  }
}
