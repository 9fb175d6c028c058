// A touch that is passed on, from the engine's report to the bytes for the kernel.

import Configuration
import Devices
import Linux
import ResponderKit

/// A virtual device without readers.
private final class Nowhere: VirtualDevice {
  let node = ""
  private(set) var count = 0

  func write(_ events: borrowing ContiguousArray<WrittenEvent>) throws(SystemError) {
    count += events.count
  }
}

/// Passes on one finger that moved, each time that it is called, and counts the events.
func passingOfMove() -> (pass: () -> Void, count: () -> Int) {
  let size = Size(width: 800, height: 480)
  let screen = Screen(id: "panel", size: size)
  let region = Rect(origin: .zero, size: size)
  var surface = EventDescription()
  surface.properties = [InputProperty.direct]
  surface.insert(type: InputType.key, code: ButtonCode.touch)
  surface.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: 9))
  for axis in [AxisCode.positionX, AxisCode.positionY, AxisCode.x, AxisCode.y] {
    surface.insert(axis: axis, AxisRange(minimum: 0, maximum: 4095))
  }
  let nowhere = Nowhere()
  let announced = surface.virtual()
  let passer = TouchPasser(
    nowhere, announced, scale: AxisScale(surface, mapping: SurfaceMapping(region: region)),
    cancel: .palm, failed: { _ in })
  passer.begin(after: 0)
  let application = Application()
  let window = Window(id: "desktop", frame: region, screen: screen)
  window.passesOn = true
  application.show(window)
  var frame = Frame(
    time: Instant(microseconds: 5_123_000_000),
    device: Device(name: "goodix", kind: .touchscreen, screen: screen))
  func pass() {
    for report in application.outbox.reports {
      guard case .touches(let phase, let responder, let range) = report.kind else { continue }
      for index in range where application.outbox.touches[index].isPassedOn(by: responder) {
        passer.receive(phase, application.outbox.touches[index], turn: report.frame)
      }
    }
    passer.flush()
  }
  frame.contacts.append(Contact(id: 1, change: .down, position: Point(x: 30, y: 50)))
  application.feed(frame)
  pass()
  application.outbox.removeAll()
  frame.time = Instant(microseconds: 5_123_004_512)
  frame.contacts[0].change = .move
  frame.contacts[0].position = Point(x: 32.5, y: 60)
  application.feed(frame)
  return (pass, { nowhere.count })
}

/// Passes on one finger that moved, as it is beside the record of such a finger.
func measurePassing() {
  let (pass, count) = passingOfMove()
  let before = count()
  let cost = measure(times: 100_000) { times in
    for _ in 0..<times { pass() }
  }
  // Two places twice, for the slot and for one finger, the button, and the end of the frame.
  precondition(count() - before == 800_000 * 6, "\(count() - before) events")
  row("passing", cost.nanoseconds)
  row("passing.mallocs", Double(cost.allocations))
}
