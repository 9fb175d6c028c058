// A touchscreen for tests: fingers that are put down, moved and lifted at given times.

import ResponderKit

/// An application with one window of 400 × 400 points, and fingers to touch it with.
final class Table {
  let application: Application
  let screen = Screen(id: "panel", size: Size(width: 400, height: 400))
  let device: Device
  let window: Window
  private var places: [Int: Point] = [:]

  init(wants: Outbox.Categories = .all) {
    application = Application(outbox: Outbox(wants: wants))
    device = Device(name: "finger", kind: .touchscreen, screen: screen)
    window = Window(
      id: "window", frame: Rect(x: 0, y: 0, width: 400, height: 400), screen: screen)
    application.show(window)
  }

  /// A view in the window that takes touches.
  func view(_ id: String, _ frame: Rect, in parent: View? = nil) -> View {
    let view = View(id: id, frame: frame)
    view.handles = .touches
    (parent ?? window).addSubview(view)
    return view
  }

  enum Act: Sendable {
    case down(Int, Double, Double)
    case move(Int, Double, Double)
    case up(Int)
    case cancel(Int)
  }

  /// One frame of these acts.
  func at(_ seconds: Double, _ acts: Act...) { at(seconds, acts) }

  /// One frame of these acts.
  func at(_ seconds: Double, _ acts: [Act]) {
    var frame = Frame(time: Instant(seconds: seconds), device: device)
    for act in acts {
      switch act {
      case .down(let id, let x, let y):
        places[id] = Point(x: x, y: y)
        frame.contacts.append(Contact(id: id, change: .down, position: Point(x: x, y: y)))
      case .move(let id, let x, let y):
        places[id] = Point(x: x, y: y)
        frame.contacts.append(Contact(id: id, change: .move, position: Point(x: x, y: y)))
      case .up(let id):
        frame.contacts.append(Contact(id: id, change: .up, position: places[id] ?? .zero))
      case .cancel(let id):
        frame.contacts.append(Contact(id: id, change: .cancel, position: places[id] ?? .zero))
      }
    }
    application.feed(frame)
  }

  /// The measures that a recognizer reported with its actions, in order; the outbox is emptied.
  func measures(of recognizer: GestureRecognizer) -> [GestureMeasure] {
    var list: [GestureMeasure] = []
    for report in application.outbox.reports {
      if case .action(let sender, _, let index) = report.kind, sender === recognizer {
        list.append(application.outbox.gestures[index].measure)
      }
    }
    application.outbox.removeAll()
    return list
  }

  /// The states that a recognizer reported with its actions, in order.
  func actions(of recognizer: GestureRecognizer) -> [GestureRecognizer.State] {
    application.outbox.reports.compactMap { report in
      guard case .action(let sender, let state, _) = report.kind, sender === recognizer
      else { return nil }
      return state
    }
  }
}
