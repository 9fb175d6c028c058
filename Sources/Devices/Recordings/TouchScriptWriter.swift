// Writes frames as a touch script.

package import ResponderKit

/// Writes frames as the lines of a touch script into a buffer that the caller empties.
package struct TouchScriptWriter {
  /// The lines written so far, as UTF-8.
  package var output: [UInt8] = []
  private let start: Instant
  private var isFirstAction = true

  /// A writer whose zero is this moment.
  package init(start: Instant) { self.start = start }

  /// Adds a comment line.
  package mutating func write(comment: String) {
    output.append(contentsOf: "# ".utf8)
    output.append(contentsOf: comment.utf8)
    output.append(Byte.newline)
  }

  /// Adds a moment at which nothing happens, so that a player waits for it.
  package mutating func write(waitUntil time: Instant) {
    begin(time)
    word("wait")
    output.append(Byte.newline)
  }

  /// Adds a frame; an empty one adds nothing.
  package mutating func write(_ frame: borrowing Frame) {
    guard !frame.isEmpty else { return }
    begin(frame.time)
    for index in frame.contacts.indices { write(frame.contacts[index]) }
    if let pointer = frame.pointer {
      word("pointer")
      switch pointer {
      case .at(let point): write(point)
      case .gone: text(" gone")
      }
    }
    if let scroll = frame.scroll {
      word("scroll")
      write(scroll.position)
      text(" by")
      write(scroll.movement)
    }
    if let zoom = frame.zoom {
      word("zoom")
      write(zoom.position)
      attribute(" by ", zoom.factor)
    }
    for index in frame.presses.indices { write(frame.presses[index]) }
    for index in frame.remoteControl.indices {
      word("remote")
      text(" ")
      text(frame.remoteControl[index].rawValue)
    }
    for index in frame.motion.indices {
      word("motion")
      text(" ")
      text(frame.motion[index].rawValue)
      text(" shake")
    }
    output.append(Byte.newline)
  }

  private mutating func write(_ contact: Contact) {
    switch contact.change {
    case .down: word("down")
    case .move: word("move")
    case .up: word("up")
    case .cancel: word("cancel")
    }
    text(" ")
    append(contact.id)
    guard contact.change == .down || contact.change == .move else { return }
    write(contact.position)
    if contact.tool != .finger {
      text(" tool=")
      text(String(describing: contact.tool))
    }
    attribute(" force=", contact.detail.force)
    attribute(" major=", contact.detail.majorRadius)
    attribute(" minor=", contact.detail.minorRadius)
    attribute(" orientation=", contact.detail.orientation)
    attribute(" distance=", contact.detail.distance)
    attribute(" altitude=", contact.detail.altitudeAngle)
    attribute(" azimuth=", contact.detail.azimuthAngle)
    attribute(" roll=", contact.detail.rollAngle)
    if let marker = contact.detail.marker {
      text(" marker=")
      append(marker)
    }
  }

  private mutating func write(_ press: PressChange) {
    word("press")
    text(" ")
    text(String(describing: press.change))
    text(" ")
    text(press.type.name)
    let ends = press.change == .ended || press.change == .cancelled
    if press.force != (ends ? 0 : 1) { attribute(" force=", press.force) }
  }

  private mutating func begin(_ time: Instant) {
    let elapsed = max(0, time.microseconds - start.microseconds)
    append(Int(elapsed / 1_000_000))
    output.append(Byte.point)
    append(fraction: Int(elapsed % 1_000_000), places: elapsed % 1_000 == 0 ? 3 : 6)
    isFirstAction = true
  }

  private mutating func word(_ word: StaticString) {
    text(isFirstAction ? " " : "; ")
    isFirstAction = false
    text(word)
  }

  private mutating func attribute(_ name: StaticString, _ value: Double?) {
    guard let value else { return }
    text(name)
    append(value)
  }

  private mutating func write(_ point: Point) {
    text(" ")
    append(point.x)
    text(",")
    append(point.y)
  }

  private mutating func text(_ text: StaticString) {
    text.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
  }

  private mutating func text(_ text: String) { output.append(contentsOf: text.utf8) }

  private mutating func append(_ number: Int) { text(String(number)) }

  /// A number with up to three decimal places and no needless zero.
  private mutating func append(_ value: Double) {
    guard value.isFinite, abs(value) < 1e12 else { return text("0") }
    let thousandths = Int((value * 1000).rounded())
    if thousandths < 0 { output.append(Byte.minus) }
    append(abs(thousandths) / 1000)
    let fraction = abs(thousandths) % 1000
    guard fraction != 0 else { return }
    output.append(Byte.point)
    append(fraction: fraction, places: 3)
    while output.last == UInt8(ascii: "0") { output.removeLast() }
  }

  private mutating func append(fraction: Int, places: Int) {
    var divisor = places == 3 ? 100 : 100_000
    var rest = places == 3 && fraction >= 1000 ? fraction / 1000 : fraction
    while divisor > 0 {
      output.append(UInt8(ascii: "0") + UInt8(rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }
}
