// Drags that a scroll view at its end hands over to one around it.

import Testing

@testable import ResponderKit

@Suite struct ChainedScrollTests {
  private let table = Table(wants: .standard)
  private let page = ScrollView(id: "page", frame: Rect(x: 0, y: 0, width: 400, height: 400))
  private let list = ScrollView(id: "list", frame: Rect(x: 0, y: 0, width: 400, height: 300))

  init() {
    page.contentSize = Size(width: 400, height: 2000)
    list.contentSize = Size(width: 400, height: 400)
    list.contentOffset = Point(x: 0, y: 50)
    list.nested = .chain
    table.window.addSubview(page)
    page.addSubview(list)
  }

  /// The phases of a scroll view, each once in a row.
  private func phases(of view: ScrollView) -> [ScrollPhase] {
    var list: [ScrollPhase] = []
    for report in table.application.outbox.reports {
      guard case .scrolled(let moved, let phase, _, _, _) = report.kind, moved === view else {
        continue
      }
      if list.last != phase { list.append(phase) }
    }
    return list
  }

  /// Moves a finger up by a way in even steps.
  private func drag(by way: Double, steps: Int) {
    table.at(0, .down(1, 200, 290))
    for step in 1...steps {
      let done = Double(step) / Double(steps)
      table.at(done / 5, .move(1, 200, 290 - way * done))
    }
  }

  private func wasTouched(_ view: View) -> Bool {
    table.application.outbox.reports.contains { report in
      if case .touches(_, let responder, _) = report.kind { responder === view } else { false }
    }
  }

  private func letRest() {
    while let deadline = table.application.deadline { table.application.advance(to: deadline) }
    #expect(table.application.checkInvariants() == [])
  }

  @Test(arguments: [1, 3, 4, 7, 50])
  func `the list goes to its end and the page goes the rest of the way, at any rate`(steps: Int) {
    drag(by: 200, steps: steps)
    // From the threshold of 10 points the finger has 190 points; the list takes 50 of them.
    #expect(list.contentOffset == Point(x: 0, y: 100))
    #expect(abs(page.contentOffset.y - 140) < 1e-9)
    #expect(phases(of: list).filter { $0 != .changed } == [.began, .ended])
    #expect(phases(of: page) == [.began, .changed])
    #expect(table.application.checkInvariants() == [])
    table.at(1, .up(1))
    letRest()
    #expect(list.contentOffset == Point(x: 0, y: 100))
    #expect(abs(page.contentOffset.y - 140) < 1e-9)
    #expect(phases(of: page) == [.began, .changed, .ended])
  }

  @Test func `without chain the drag stays with the list, which pulls against its end`() {
    list.nested = .once
    drag(by: 200, steps: 10)
    #expect(page.contentOffset == .zero)
    #expect(list.contentOffset.y > 100 && list.contentOffset.y < 240)
  }

  @Test func `where nothing around has room the list pulls against its end`() {
    page.contentOffset = Point(x: 0, y: 1600)
    list.frame.origin.y = 1600
    drag(by: 200, steps: 10)
    #expect(page.contentOffset.y == 1600)
    #expect(list.contentOffset.y > 100 && list.contentOffset.y < 240)
    table.at(1, .up(1))
    letRest()
    #expect(list.contentOffset.y == 100)
  }

  @Test func `a finger that turns back moves what it moved last`() {
    drag(by: 200, steps: 10)
    table.at(0.3, .move(1, 200, 120))
    #expect(abs(page.contentOffset.y - 110) < 1e-9)
    #expect(list.contentOffset.y == 100)
    table.at(1, .up(1))
    letRest()
  }

  @Test func `the fling belongs to the page, and the list rests`() {
    drag(by: 200, steps: 10)
    table.at(0.21, .up(1))
    #expect(page.isDecelerating && !list.isDecelerating)
    letRest()
    #expect(page.contentOffset.y > 500)
    #expect(list.contentOffset.y == 100)
  }

  @Test func `a pager that takes over turns one page`() {
    page.isPagingEnabled = true
    drag(by: 200, steps: 10)
    table.at(0.21, .up(1))
    letRest()
    #expect(page.contentOffset.y == 400)
  }

  @Test func `several views hand a drag on, one after another`() {
    let inner = ScrollView(id: "inner", frame: Rect(x: 0, y: 50, width: 400, height: 300))
    inner.contentSize = Size(width: 400, height: 320)
    inner.nested = .chain
    list.addSubview(inner)
    drag(by: 200, steps: 2)
    #expect(inner.contentOffset.y == 20)
    #expect(list.contentOffset.y == 100)
    #expect(abs(page.contentOffset.y - 120) < 1e-9)
    #expect(phases(of: inner) == [.began, .changed, .ended])
    table.at(1, .up(1))
    letRest()
  }

  @Test func `a second finger on the list joins the drag of the page`() {
    let row = table.view("row", Rect(x: 0, y: 0, width: 400, height: 400), in: list)
    list.isMultipleTouchEnabled = true
    drag(by: 200, steps: 10)
    table.application.outbox.removeAll()
    table.at(0.3, .down(2, 100, 150))
    table.at(0.31, .move(2, 100, 130))
    // Two fingers, of which one moves 20 points.
    #expect(abs(page.contentOffset.y - 150) < 1e-9)
    #expect(!wasTouched(row))
    table.at(0.32, .up(1))
    table.at(0.33, .move(2, 100, 110))
    #expect(abs(page.contentOffset.y - 170) < 1e-9)
    table.at(1, .up(2))
    letRest()
  }

  @Test func `a finger beside the list does not reach the content of the page`() {
    let row = table.view("row", Rect(x: 0, y: 300, width: 400, height: 400), in: page)
    drag(by: 200, steps: 10)
    table.at(0.3, .down(2, 100, 350))
    #expect(!wasTouched(row))
    table.at(0.4, .move(2, 100, 330), .move(1, 200, 90))
    table.at(1, .up(1), .up(2))
    letRest()
  }

  @Test(arguments: ["scrolling", "list", "page", "cancel"])
  func `what ends the drag ends that of the page`(what: String) {
    drag(by: 200, steps: 10)
    switch what {
    case "scrolling": page.isScrollEnabled = false
    case "list": table.application.perform(at: Instant(seconds: 0.3)) { list.removeFromSuperview() }
    case "page": table.application.perform(at: Instant(seconds: 0.3)) { page.removeFromSuperview() }
    default: table.at(0.3, .cancel(1))
    }
    #expect(!page.isDragging && !list.isDragging)
    #expect(phases(of: page).last == .ended)
    if what != "cancel" {
      table.at(0.4, .move(1, 200, 50))
      table.at(0.5, .up(1))
    }
    letRest()
    #expect(abs(page.contentOffset.y - 140) < 1e-9)
  }
}
