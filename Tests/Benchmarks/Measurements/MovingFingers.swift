// Frames of moving fingers, through recognizers that never decide.

import ResponderKit

/// The frame of the budget: 10 fingers, 200 views, 40 recognizers.
func measureFrame() {
  let budget = Panels(fingers: 10, viewsEach: 19, recognizersEach: 4).measured(times: 20_000)
  row("frame", budget.nanoseconds)
  row("frame.mallocs", Double(budget.allocations))
}

/// How a frame grows with everything that can grow.
func measureGrowth() {
  for fingers in [4, 16] {
    let cost = Panels(fingers: fingers, viewsEach: 19, recognizersEach: 4).measured(times: 10_000)
    row("frame.fingers.\(fingers)", cost.nanoseconds)
  }
  for recognizers in [16, 64] {
    let cost = Panels(fingers: 1, viewsEach: 1, recognizersEach: recognizers)
      .measured(times: 20_000)
    row("frame.recognizers.\(recognizers)", cost.nanoseconds)
  }
  for views in [100, 4_000] {
    let cost = Panels(fingers: 1, viewsEach: views, recognizersEach: 4).measured(times: 20_000)
    row("frame.views.\(views)", cost.nanoseconds)
  }
}

/// So many frames in which fingers move, each on a panel of its own.
func moveFingers(_ fingers: Int, viewsEach: Int, recognizersEach: Int, times: Int) {
  let panels = Panels(fingers: fingers, viewsEach: viewsEach, recognizersEach: recognizersEach)
  panels.move(times: times)
}

// One panel for each finger; each panel holds views side by side, and its own recognizers.
private final class Panels {
  private let application = Application()
  private let device: Device
  private var frame: Frame
  private var microseconds: Int64 = 0
  private var step = 0
  private let everything = Everything()

  init(fingers: Int, viewsEach: Int, recognizersEach: Int) {
    let width = Double(max(viewsEach, 10) * 20)
    let size = Size(width: width, height: Double(fingers * 100))
    let screen = Screen(id: "screen", size: size)
    device = Device(name: "fingers", kind: .recording, screen: screen)
    frame = Frame(time: Instant(microseconds: 0), device: device)
    let window = Window(id: "window", frame: Rect(origin: Point(x: 0, y: 0), size: size))
    window.screen = screen
    for finger in 0..<fingers {
      let place = Rect(
        origin: Point(x: 0, y: Double(finger * 100)), size: Size(width: width, height: 100))
      window.addSubview(
        panel("panel\(finger)", frame: place, views: viewsEach, recognizers: recognizersEach))
    }
    application.show(window)
    // As in the daemon, which keeps reasons.
    application.outbox.wants.formUnion([.explain, .questions])
    touchDown(fingers)
  }

  private func panel(_ id: String, frame: Rect, views: Int, recognizers: Int) -> View {
    let panel = View(id: id, frame: frame)
    panel.isMultipleTouchEnabled = true
    for index in 0..<views {
      let place = Rect(
        origin: Point(x: Double(index * 20), y: 0), size: Size(width: 20, height: 100))
      let view = View(id: "\(id).\(index)", frame: place)
      view.handles = .touches
      panel.addSubview(view)
    }
    for index in 0..<recognizers {
      let recognizer = recognizer("\(id).recognizer\(index)", kind: index % 4)
      recognizer.cancelsTouchesInView = false
      recognizer.delegate = everything
      panel.addGestureRecognizer(recognizer)
    }
    return panel
  }

  // Kinds that stay active for as long as one moving finger is down.
  private func recognizer(_ id: String, kind: Int) -> GestureRecognizer {
    switch kind {
    case 0: return PanGestureRecognizer(id: id)
    case 1: return PinchGestureRecognizer(id: id)
    case 2: return RotationGestureRecognizer(id: id)
    default:
      let pan = PanGestureRecognizer(id: id)
      pan.minimumNumberOfTouches = 2
      return pan
    }
  }

  private func touchDown(_ fingers: Int) {
    for finger in 0..<fingers {
      frame.contacts.append(
        Contact(id: finger, change: .down, position: Point(x: 10, y: Double(finger * 100 + 50))))
    }
    application.feed(frame)
    application.outbox.removeAll()
    // Far enough for every pan to begin.
    move(times: 40)
  }

  /// So many frames. The frame is a variable of this method: fed from a property, it would be copied.
  func move(times: Int) {
    var frame = self.frame
    self.frame.contacts = []
    for _ in 0..<times { move(&frame) }
    self.frame = frame
  }

  private func move(_ frame: inout Frame) {
    microseconds += 8_333
    step += 1
    frame.time = Instant(microseconds: microseconds)
    let shift = Double(step % 60)
    for index in 0..<frame.contacts.count {
      frame.contacts[index].change = .move
      frame.contacts[index].position.x = 10 + shift
    }
    application.feed(frame)
    application.outbox.removeAll()
  }

  func measured(times: Int) -> Cost {
    measure(times: times) { move(times: $0) }
  }
}

// Lets all recognizers recognize at the same time.
private final class Everything: GestureRecognizerDelegate {
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }
}
