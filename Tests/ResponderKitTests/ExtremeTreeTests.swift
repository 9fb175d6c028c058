// Extreme trees: areas turned inside out, sizes that are no numbers, very deep, very wide.

import Testing

@testable import ResponderKit

@Suite struct ExtremeTreeTests {
  private let table = Table(wants: [])

  private func hit(_ x: Double, _ y: Double) -> String? {
    table.application.hitTest(Point(x: x, y: y), on: nil, with: nil)?.id
  }

  private func strips(_ count: Int) -> [View] {
    (0..<count).map {
      table.view("v\($0)", Rect(x: 0, y: Double($0) * 10, width: 300, height: 10))
    }
  }

  @Test func `an inset larger than the view leaves nothing to hit`() {
    let views = strips(12)
    for view in views { view.hitInsets = EdgeInsets(top: 20, left: 20, bottom: 20, right: 20) }
    #expect(hit(50, 15) == "window")
    views[1].hitInsets = .zero
    #expect(hit(50, 15) == "v1")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `a number that is none reaches nothing and stops nothing`(number: Double) {
    let views = strips(12)
    views[3].bounds = Rect(x: 0, y: 0, width: number, height: 10)
    views[4].center = Point(x: number, y: 45)
    views[5].bounds = Rect(x: number, y: 0, width: 10, height: number)
    views[6].transform = AffineTransform(a: number, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    // Insets below zero make the area larger, up to the bound of lengths.
    let inset = abs(number)
    views[7].hitInsets = EdgeInsets(top: inset, left: 0, bottom: 0, right: inset)
    #expect(hit(50, 15) == "v1")
    #expect(hit(50, 115) == "v11")
    _ = hit(number, number)
    for view in views { view.removeFromSuperview() }
    #expect(hit(50, 15) == "window")
  }

  @Test func `a limit of alpha that changes applies at once among many siblings`() {
    let views = strips(12)
    views[1].alpha = 0.4
    #expect(hit(50, 15) == "v1")
    table.application.constants.hitTestAlphaLimit = 0.5
    #expect(hit(50, 15) == "window")
    table.application.constants.hitTestAlphaLimit = 0.1
    #expect(hit(50, 15) == "v1")
  }

  @Test(arguments: [true, false])
  func `orders that come to their end are assigned again`(toFront: Bool) {
    let first = table.view("first", Rect(x: 0, y: 0, width: 100, height: 100))
    first.order = toFront ? .max / 2 - (1 << 34) : .min / 2 + (1 << 34)
    for number in 0..<24 {
      let view = View(id: "v\(number)", frame: Rect(x: 0, y: 0, width: 100, height: 100))
      table.window.insertSubview(view, at: toFront ? .max : 0)
      let orders = table.window.subviews.map(\.order)
      #expect(orders == orders.sorted())
      #expect(hit(50, 50) == (toFront ? view.id : "first"))
    }
    let orders = table.window.subviews.map(\.order)
    #expect(orders.allSatisfy { abs($0) < .max / 4 })
  }

  @Test func `a tree of a hundred thousand levels is built and goes away`() {
    var inner = View(id: "0", frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let first = inner
    for level in 1...100_000 {
      let view = View(id: "\(level)", frame: Rect(x: 0, y: 0, width: 10, height: 10))
      inner.addSubview(view)
      inner = view
    }
    #expect(inner.depth == 100_000)
    first.subviews[0].removeFromSuperview()
    #expect(first.subviews.isEmpty)
  }

  @Test func `thousands of recognizers on one touch are served and settled`() {
    let view = table.view("v", Rect(x: 0, y: 0, width: 100, height: 100))
    let taps = (0..<5_000).map { TapGestureRecognizer(id: "t\($0)") }
    for tap in taps { view.addGestureRecognizer(tap) }
    table.application.outbox.wants = [.actions]
    table.at(0, .down(1, 10, 10))
    table.at(0.1, .up(1))
    // The last added wins and excludes all others.
    #expect(table.actions(of: taps[4_999]) == [.ended])
    #expect(table.application.outbox.reports.count == 1)
    #expect(taps.allSatisfy { $0.state == .possible })
    #expect(table.application.arbitration.active.isEmpty)
  }
}
