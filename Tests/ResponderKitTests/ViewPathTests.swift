// Where views lie, as reports carry it.

import Testing

@testable import ResponderKit

@Suite struct ViewPathTests {
  private let application = Application()
  private let window = Window(id: "main", frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let left = View(id: "left", frame: Rect(x: 0, y: 0, width: 50, height: 100))
  private let right = View(id: "right", frame: Rect(x: 50, y: 0, width: 50, height: 100))
  private let box = View(id: "box", frame: Rect(x: 0, y: 0, width: 50, height: 50))

  init() {
    window.addSubview(left)
    window.addSubview(right)
    left.addSubview(box)
    application.show(window)
  }

  private func ids(_ path: ViewPath) -> [String] {
    sequence(first: path, next: \.above).map(\.id)
  }

  @Test func `a view has one path as long as nothing above it changes`() {
    let path = box.currentPath
    #expect(ids(path) == ["box", "left", "main"])
    #expect(path.above === left.currentPath)
    // What changes beside it, or within it, is nothing to it.
    right.addSubview(View(id: "other", frame: box.frame))
    box.addSubview(View(id: "inner", frame: .zero))
    right.actor = "somebody"
    #expect(box.currentPath === path)
    #expect(path.part(endingAt: "left") === left.currentPath)
    #expect(path.part(endingAt: "right") == nil)
  }

  @Test func `a view that moves has another path, and what lies in it as well`() {
    let inner = View(id: "inner", frame: .zero)
    box.addSubview(inner)
    let path = inner.currentPath
    right.addSubview(box)
    #expect(ids(inner.currentPath) == ["inner", "box", "right", "main"])
    // What has the old one still knows where it was.
    #expect(ids(path) == ["inner", "box", "left", "main"])
    box.removeFromSuperview()
    #expect(ids(inner.currentPath) == ["inner", "box"])
    left.addSubview(box)
    #expect(ids(inner.currentPath) == ["inner", "box", "left", "main"])
  }

  @Test func `the nearest actor above counts`() {
    let before = box.currentPath
    #expect(before.actor == nil)
    window.actor = "shell"
    #expect(box.currentPath.actor == "shell")
    left.actor = "map"
    #expect(box.currentPath.actor == "map")
    #expect(before.actor == nil)
  }

  @Test func `a window that another application shows has paths of its own`() {
    let other = Application()
    let path = box.currentPath
    application.remove(window)
    other.show(window)
    #expect(box.currentPath !== path)
    #expect(ids(box.currentPath) == ids(path))
  }

  @Test func `a path of very many views is made and released`() {
    let top = View(id: "top", frame: .zero)
    var view = top
    var below: ContiguousArray<View> = []
    for number in 0..<100_000 {
      let next = View(id: "\(number)", frame: .zero)
      view.addSubview(next)
      below.append(next)
      view = next
    }
    var path: ViewPath? = view.currentPath
    #expect(path?.id == "99999")
    weak let first = path?.part(endingAt: "top")
    #expect(first != nil)
    path = nil
    while let last = below.popLast() { last.removeFromSuperview() }
    #expect(top.currentPath.id == "top")
  }

  @Test func `what began in a view is reported as of its place, wherever the view goes`() throws {
    left.actor = "map"
    box.handles = .touches
    box.addGestureRecognizer(PanGestureRecognizer(id: "pan"))
    box.gestureRecognizers[0].cancelsTouchesInView = false
    let device = Device(name: "d", kind: .touchscreen, screen: nil)
    func feed(_ milliseconds: Int64, _ change: Contact.Change, _ x: Double) -> [Report] {
      var frame = Frame(time: Instant(microseconds: milliseconds * 1000), device: device)
      frame.contacts = [Contact(id: 0, change: change, position: Point(x: x, y: 10))]
      application.outbox.removeAll()
      application.feed(frame)
      return Array(application.outbox.reports)
    }
    #expect(feed(0, .down, 10).compactMap(\.path).map(ids) == [["box", "left", "main"]])
    #expect(feed(20, .move, 40).count == 2)
    right.addSubview(box)
    let moved = feed(40, .move, 44) + feed(60, .up, 44)
    #expect(moved.count == 4)
    for report in moved {
      #expect(report.path.map(ids) == ["box", "left", "main"])
      #expect(report.actor == "map")
    }
    // What begins afterwards has the path of the new place.
    let began = try #require(feed(1_000, .down, 60).first)
    #expect(began.path.map(ids) == ["box", "right", "main"])
    #expect(began.actor == nil)
  }
}
