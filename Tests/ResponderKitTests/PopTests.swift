// Pages that a finger draws away from the edge.

import Testing

@testable import ResponderKit

@Suite struct PopTests {
  private let table = Table(wants: .standard)
  private let navigation = NavigationController(id: "pages")
  private let back = ScreenEdgePanGestureRecognizer(id: "back")
  private let list = ScrollView(id: "list", frame: Rect(x: 0, y: 0, width: 400, height: 400))

  init() {
    let root = View(id: "pages.view", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    navigation.view = root
    table.window.rootViewController = navigation
    back.edges = .left
    back.pops = true
    root.addGestureRecognizer(back)
    for id in ["first", "second"] {
      let page = ViewController(id: id)
      page.view = View(id: "\(id).view", frame: root.bounds)
      navigation.push(page)
    }
    list.contentSize = Size(width: 400, height: 2000)
    navigation.topViewController?.view?.addSubview(list)
  }

  private var shown: String? { navigation.topViewController?.id }

  /// Drags a finger from the left edge by ways to the right, a hundredth of a second apart.
  private func drag(_ ways: [Double], slope: Double = 0, rest: Double = 0) {
    table.at(0, .down(1, 2, 100))
    for (index, way) in ways.enumerated() {
      table.at(Double(index + 1) / 100, .move(1, 2 + way, 100 + way * slope))
    }
    table.at(Double(ways.count) / 100 + rest, .up(1))
    #expect(table.application.checkInvariants() == [])
  }

  private func steps(to way: Double, by step: Double) -> [Double] {
    Array(stride(from: step, through: way, by: step))
  }

  private var progress: [Double] {
    table.measures(of: back).compactMap {
      if case .vectorsAndNumber(_, _, let progress) = $0 { progress } else { nil }
    }
  }

  @Test func `a page that is drawn half away is popped after the gesture has ended`() {
    drag(steps(to: 220, by: 4), rest: 0.5)
    #expect(shown == "first")
    let reports = table.application.outbox.reports
    let ended = reports.firstIndex {
      if case .action(let sender, .ended, _) = $0.kind { sender === back } else { false }
    }
    let removed = reports.firstIndex { if case .removed = $0.kind { true } else { false } }
    #expect(ended.flatMap { ended in removed.map { ended < $0 } } == true)
    let progress = progress
    #expect(progress.first == 0 && progress == progress.sorted())
    #expect(progress.last.map { $0 > 0.5 && $0 < 0.55 } == true)
  }

  @Test func `a page that is drawn less stays`() {
    drag(steps(to: 180, by: 4), rest: 0.5)
    #expect(shown == "second")
    #expect(table.actions(of: back).last == .ended)
  }

  @Test func `a short flick pops it`() {
    drag(steps(to: 60, by: 6))
    #expect(shown == "first")
  }

  @Test func `a finger that turns back keeps it`() {
    drag(steps(to: 300, by: 10) + steps(to: 60, by: 10).map { 300 - $0 })
    #expect(shown == "second")
  }

  @Test func `the first page is not drawn, and its content has the touch`() {
    navigation.pop()
    let first = navigation.topViewController?.view
    first?.handles = .touches
    drag(steps(to: 300, by: 10))
    #expect(shown == "first")
    #expect(table.actions(of: back) == [])
    let ended = table.application.outbox.reports.contains {
      if case .touches(.ended, let view, _) = $0.kind { view === first } else { false }
    }
    #expect(ended)
  }

  @Test(arguments: [0.0, 0.3, 0.6, 0.9])
  func `a slanted stroke from the edge pops over a list, and elsewhere scrolls`(slope: Double) {
    drag(steps(to: 100, by: 5), slope: slope)
    #expect(shown == "first")
    #expect(list.contentOffset == .zero)
  }

  @Test func `a stroke along the edge scrolls the list`() {
    drag(steps(to: 50, by: 5), slope: -3)
    #expect(shown == "second")
    #expect(list.contentOffset.y > 0)
  }

  @Test func `a second finger changes nothing, and a removed page is not popped again`() {
    table.at(0, .down(1, 2, 100))
    for step in 1...30 { table.at(Double(step) / 100, .move(1, 2 + Double(step) * 10, 100)) }
    table.at(0.31, .down(2, 300, 300))
    table.at(0.32, .move(2, 300, 250), .move(1, 310, 100))
    let third = ViewController(id: "third")
    third.view = View(id: "third.view", frame: Rect(x: 0, y: 0, width: 400, height: 400))
    table.application.perform(at: Instant(seconds: 0.33)) { navigation.push(third) }
    table.at(0.34, .move(1, 330, 100))
    table.at(0.35, .up(1))
    table.at(0.36, .up(2))
    // What is in front at the lift is popped.
    #expect(shown == "second")
    #expect(table.application.checkInvariants() == [])
  }

  @Test func `without pops it draws nothing`() {
    back.pops = false
    drag(steps(to: 300, by: 10))
    #expect(shown == "second")
    #expect(progress == [])
  }
}
