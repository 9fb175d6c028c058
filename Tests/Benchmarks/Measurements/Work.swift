// How much work the engine does as one thing doubles: the caller counts the instructions.

import ResponderKit

/// Something of which there may be very many.
enum GrowingThing: String, CaseIterable {
  /// Views of a tree in which each holds four.
  case views
  /// Views in each other.
  case depth
  /// Views side by side.
  case siblings
  /// Recognizers of one touch.
  case recognizers
  /// Recognizers of one touch that wait for another one.
  case waiting
}

/// Builds so many of a thing, touches them, and takes them away.
func work(on thing: GrowingThing, count: Int) {
  let panel = WorkPanel()
  switch thing {
  case .views: panel.tree(count)
  case .depth: panel.chain(count)
  case .siblings: panel.siblings(count)
  case .recognizers: panel.recognizers(count, waiting: false)
  case .waiting: panel.recognizers(count, waiting: true)
  }
}

private final class WorkPanel {
  private let application = Application()
  private let window: Window
  private let device: Device
  private var time = Instant(microseconds: 0)

  init() {
    let screen = Screen(id: "panel", size: Size(width: 4096, height: 4096))
    device = Device(name: "finger", kind: .touchscreen, screen: screen)
    window = Window(id: "w", frame: Rect(x: 0, y: 0, width: 4096, height: 4096), screen: screen)
    application.show(window)
  }

  private func view(_ frame: Rect) -> View {
    let view = View(id: "v", frame: frame)
    view.handles = .touches
    return view
  }

  private func tap(at point: Point) {
    for change in [Contact.Change.down, .move, .up] {
      time = time + 0.01
      var frame = Frame(time: time, device: device)
      frame.contacts.append(Contact(id: 1, change: change, position: point))
      application.feed(frame)
    }
    time = time + 1
    application.advance(to: time)
    application.outbox.removeAll()
  }

  func tree(_ count: Int) {
    var views = [view(Rect(x: 0, y: 0, width: 4096, height: 4096))]
    window.addSubview(views[0])
    for number in 1..<count {
      let parent = views[(number - 1) / 4]
      let half = parent.bounds.size.width / 2
      let corner = (number - 1) % 4
      let child = view(
        Rect(x: Double(corner % 2) * half, y: Double(corner / 2) * half, width: half, height: half))
      parent.addSubview(child)
      views.append(child)
    }
    var draw = Draw()
    for _ in 0..<count / 8 {
      tap(at: Point(x: Double(draw.next(below: 4096)), y: Double(draw.next(below: 4096))))
    }
    views[0].removeFromSuperview()
  }

  func chain(_ count: Int) {
    var inner: View = window
    for _ in 0..<count {
      let view = view(Rect(x: 0, y: 0, width: 4096, height: 4096))
      inner.addSubview(view)
      inner = view
    }
    window.addGestureRecognizer(TapGestureRecognizer(id: "tap"))
    inner.addGestureRecognizer(TapGestureRecognizer(id: "double"))
    for _ in 0..<10 { tap(at: Point(x: 10, y: 10)) }
    window.subviews[0].removeFromSuperview()
  }

  func siblings(_ count: Int) {
    let columns = 64
    for number in 0..<count {
      window.addSubview(
        view(
          Rect(
            x: Double(number % columns) * 64, y: Double(number / columns) * 16, width: 60,
            height: 14)))
    }
    var draw = Draw()
    for _ in 0..<count / 8 {
      let number = draw.next(below: count)
      let view = window.subviews[number]
      tap(at: view.center)
      view.center = view.center + Point(x: 3, y: 1)
    }
    while let last = window.subviews.last { last.removeFromSuperview() }
  }

  func recognizers(_ count: Int, waiting: Bool) {
    let view = view(Rect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(view)
    let double = TapGestureRecognizer(id: "double")
    double.numberOfTapsRequired = 2
    for number in 0..<count {
      let tap = TapGestureRecognizer(id: "\(number)")
      if waiting { tap.require(toFail: double) }
      view.addGestureRecognizer(tap)
    }
    view.addGestureRecognizer(double)
    for _ in 0..<4 { tap(at: Point(x: 10, y: 10)) }
    view.removeFromSuperview()
  }
}
