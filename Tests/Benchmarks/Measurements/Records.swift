// One record, from the engine's report to the bytes of its line.

import Protocol
import Records
import ResponderKit

/// Encodes the record of one finger that moved, each time that it is called.
func recordOfMove() -> () -> Void {
  let application = Application()
  let size = Size(width: 800, height: 480)
  let screen = Screen(id: "panel", size: size)
  let window = Window(id: "main", frame: Rect(origin: Point(x: 0, y: 0), size: size))
  window.screen = screen
  let view = View(
    id: "red", frame: Rect(origin: Point(x: 20, y: 20), size: Size(width: 200, height: 120)))
  view.handles = .touches
  window.addSubview(view)
  application.show(window)
  var frame = Frame(
    time: Instant(microseconds: 5_123_000_000),
    device: Device(name: "goodix", kind: .touchscreen, screen: screen))
  frame.contacts.append(Contact(id: 0, change: .down, position: Point(x: 30, y: 50)))
  let session = Session(application)
  let encoder = session.encoder
  session.feed(frame)
  frame.time = Instant(microseconds: 5_123_004_512)
  frame.contacts[0].change = .move
  frame.contacts[0].position = Point(x: 32.5, y: 60)
  application.feed(frame)
  encoder.removeAll()
  encoder.encode(application.outbox)
  precondition(encoder.records.count == 1, "expected one record, found: \(encoder.lines.text)")
  return {
    encoder.removeAll()
    encoder.encode(application.outbox)
  }
}

/// Encodes the record of one finger that moved; Jansson dumps the same object.
func measureRecord() {
  let encode = recordOfMove()
  let cost = measure(times: 100_000) { times in
    for _ in 0..<times { encode() }
  }
  row("record", cost.nanoseconds)
  row("record.mallocs", Double(cost.allocations))
}

/// Keeps the contacts of ten fingers that move.
func measureKept() {
  let recent = RecentContacts()
  var frame = Frame(
    time: Instant(microseconds: 0), device: Device(name: "pad", kind: .touchscreen, screen: nil))
  for finger in 0..<10 {
    frame.contacts.append(
      Contact(id: finger, change: .move, position: Point(x: Double(finger), y: 0)))
  }
  let cost = measure(times: 20_000) { times in
    for _ in 0..<times { recent.append(frame) }
  }
  row("kept", cost.nanoseconds)
  row("kept.mallocs", Double(cost.allocations))
}
