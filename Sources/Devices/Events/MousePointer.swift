// The pointer of a mouse: its place on the screen, the touch of its buttons, its wheels.
//
//     released ──first button──► pressed ──another button, or moves──► pressed     down · move
//         ▲                        │
//         └──last button is up─────┘         up; cancel where the kernel lost events meanwhile
//
// The pointer hovers and its wheels turn in both phases.

import ResponderKit

/// The pointer of a mouse, which both sources move.
struct MousePointer {
  /// The points of one notch of a wheel, as in GTK and in Chromium on X11.
  private static let notch = 53.0

  private enum Phase {
    case released
    /// The buttons are a touch, with these pressed in the latest report.
    case pressed(Int, ButtonMask)
  }
  private var phase = Phase.released
  private var buttons = ButtonTable()
  private(set) var position: Point
  /// Where the latest frame had the pointer; it does not hover before it has moved.
  private var reported: Point
  private var latestID = 0
  private var turned = Point.zero
  private var zoomed = 1.0
  /// The scale of the pinch that is under way, since its begin.
  private var pinched = 1.0
  private let mapping: SurfaceMapping
  /// The turn of a movement as the device is mounted, without its size.
  private let turn: AffineTransform

  /// A pointer in the middle of what its device covers.
  init(_ mapping: SurfaceMapping) {
    self.mapping = mapping
    position = mapping.region.center
    reported = position
    let size = mapping.region.size
    turn = mapping.transform.concatenating(
      AffineTransform(scaleX: 1 / max(size.width, 1), y: 1 / max(size.height, 1)))
  }

  /// Moves it by a number of points, at most to the edge of what the device covers.
  mutating func move(by way: Point) { move(to: position + turn.apply(toVector: way)) }

  /// Moves it to a position on the screen.
  mutating func move(to place: Point) {
    // As of a pixel: a place beyond the last one is beside the screen.
    func inside(_ value: Double, _ minimum: Double, _ maximum: Double) -> Double {
      max(min(value, maximum - 1), minimum)
    }
    let region = mapping.region
    position = Point(
      x: inside(place.x, region.minX, region.maxX), y: inside(place.y, region.minY, region.maxY))
  }

  /// Moves it to a position on the surface, from 0 to 1.
  mutating func move(toPart x: Double, _ y: Double) { move(to: mapping.point(x, y)) }

  /// Turns a wheel by 120ths of a notch: to the right, and towards the user.
  mutating func turnWheel(by parts: Point) { scroll(by: parts * (Self.notch / 120)) }

  /// Scrolls by a number of points.
  mutating func scroll(by way: Point) { turned = turned + way }

  /// Begins a pinch of fingers.
  mutating func beginPinch() { pinched = 1 }

  /// Continues a pinch, to a scale since its begin.
  mutating func pinch(to scale: Double) {
    guard scale > 0, scale.isFinite else { return }
    zoomed *= scale / pinched
    pinched = scale
  }

  /// Handles a button, by the kernel's code.
  mutating func handle(button code: Int, isDown: Bool) { _ = buttons.handle(code, isDown: isDown) }

  /// Sets the buttons to the kernel's values.
  mutating func preset(isDown: (Int) -> Bool) { buttons.preset(isDown: isDown) }

  /// Puts what has changed since the latest frame into a frame.
  mutating func report(into frame: inout Frame, afterLoss: Bool = false) {
    let hasMoved = position != reported
    let mask = buttons.mask
    switch phase {
    case .released:
      guard !mask.isEmpty else { break }
      latestID += 1
      press(.down, latestID, mask, into: &frame)
      phase = .pressed(latestID, mask)
    case .pressed(let id, let former):
      if mask.isEmpty {
        press(afterLoss ? .cancel : .up, id, former, into: &frame)
        phase = .released
      } else if hasMoved || mask != former {
        press(.move, id, mask, into: &frame)
        phase = .pressed(id, mask)
      }
    }
    if hasMoved {
      frame.pointer = .at(position)
      reported = position
    }
    if turned != .zero {
      frame.scroll = ScrollChange(position: position, movement: turned)
      turned = .zero
    }
    if zoomed != 1 {
      frame.zoom = ZoomChange(position: position, factor: zoomed)
      zoomed = 1
    }
  }

  private func press(
    _ change: Contact.Change, _ id: Int, _ mask: ButtonMask, into frame: inout Frame
  ) {
    frame.contacts.append(Contact(id: id, change: change, position: position))
    frame.buttonMask = mask
  }
}
