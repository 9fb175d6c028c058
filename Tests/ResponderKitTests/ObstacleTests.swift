// Why a finger would never reach a recognizer.

import Testing

@testable import ResponderKit

@Suite struct ObstacleTests {
  private let table = Table()
  private let panel: View
  private let view: View
  private let tap = TapGestureRecognizer(id: "tap")

  init() {
    panel = table.view("panel", Rect(x: 0, y: 0, width: 200, height: 200))
    view = table.view("view", Rect(x: 0, y: 0, width: 100, height: 100), in: panel)
    view.addGestureRecognizer(tap)
  }

  private func obstacles(_ x: Double = 50, _ y: Double = 50) -> [String] {
    table.application.obstacles(to: tap, at: Point(x: x, y: y), on: table.screen).map {
      "\($0.view?.id ?? "-") \($0) \($0.rule)"
    }
  }

  @Test func `where nothing is in the way, nothing is reported, and the tap works`() {
    #expect(obstacles() == [])
    table.at(0, .down(1, 50, 50))
    table.at(0.1, .up(1))
    #expect(table.actions(of: tap) == [.ended])
  }

  @Test func `each gate has its words and its rule`() {
    panel.isHidden = true
    #expect(obstacles() == ["panel is hidden H3"])
    panel.isHidden = false
    view.isUserInteractionEnabled = false
    #expect(obstacles() == ["view receives no touches: isUserInteractionEnabled is false H3"])
    view.isUserInteractionEnabled = true
    view.alpha = 0.01
    #expect(obstacles() == ["view is too transparent to be touched H3"])
    view.alpha = 1
    tap.isEnabled = false
    #expect(obstacles() == ["- is disabled G2"])
    tap.isEnabled = true
    tap.allowedTouchTypes = [.pencil]
    #expect(obstacles() == ["- does not allow direct touches T9"])
    tap.allowedTouchTypes = [.direct]
    #expect(obstacles(150, 50) == ["view does not reach this point H4"])
    view.removeFromSuperview()
    #expect(obstacles() == ["- is not on a view of a visible window G2"])
  }

  @Test func `a tap that a control or a view never lets begin is reported`() {
    let button = Button(id: "button", frame: Rect(x: 0, y: 0, width: 50, height: 50))
    view.addSubview(button)
    let protected = "button protects its default action, so the recognizer does not begin there P8"
    #expect(obstacles(10, 10) == [protected])
    table.at(0, .down(1, 10, 10))
    table.at(0.1, .up(1))
    #expect(table.actions(of: tap) == [])
    button.protectsDefaultAction = false
    #expect(obstacles(10, 10) == [])
    button.protectsDefaultAction = true
    tap.numberOfTapsRequired = 2
    #expect(obstacles(10, 10) == [])
    button.vetoes = { $0.id == "tap" }
    #expect(obstacles(10, 10) == ["button vetoes the recognizer, which does not begin there G7"])
    #expect(obstacles(60, 60) == [])
  }

  @Test func `what lies in front, and a child outside its parent, are reported`() {
    view.frame = Rect(x: 150, y: 0, width: 100, height: 100)
    #expect(obstacles(220, 50) == ["panel does not reach this point H4"])
    let cover = table.view("cover", Rect(x: 0, y: 0, width: 400, height: 400))
    #expect(obstacles(160, 50) == ["cover is hit instead D4"])
    cover.removeFromSuperview()
    panel.isInhibited = true
    #expect(obstacles(160, 50) == ["panel is inhibited H3"])
  }
}
