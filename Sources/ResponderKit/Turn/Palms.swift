// Hands that rest on a panel while they write.
//
//     finger around a pen that comes ──► its touch is cancelled
//     finger that lands around a pen ──► no touch until it lifts

/// A pen that hovers.
struct HoveringPen {
  let device: Device
  var position: Point
}

extension Application {
  /// How far the heel of a hand is from the tip of its pen at most, in millimetres.
  private static let reachOfHand = 150.0

  /// A pen hovers, touches, or does neither any more.
  final func followPen(_ change: PointerChange, of device: Device, at time: Instant) {
    let known = hoveringPens.firstIndex { $0.device === device }
    switch (change, known) {
    case (.at(let position), let known?): hoveringPens[known].position = position
    case (.at(let position), nil):
      hoveringPens.append(HoveringPen(device: device, position: position))
      cancelPalms(around: position, of: device, at: time)
    case (.gone, let known?): hoveringPens.remove(at: known)
    case (.gone, nil): break
    }
  }

  /// Cancels the touches of fingers around a pen.
  final func cancelPalms(around position: Point, of pen: Device, at time: Instant) {
    cancel(
      { $0.type == .direct && isNear(pen, at: position, $0.position, of: $0.device) },
      because: .contact, at: time)
  }

  /// Whether a finger at a place is beside a pen.
  final func isPalm(_ contact: Contact, of device: Device) -> Bool {
    guard Touch.type(of: contact.tool, on: device) == .direct else { return false }
    return hoveringPens.contains {
      isNear($0.device, at: $0.position, contact.position, of: device)
    }
      || liveTouches.contains {
        $0.type == .pencil && isNear($0.device, at: $0.position, contact.position, of: device)
      }
  }

  private final func isNear(
    _ pen: Device, at tip: Point, _ finger: Point, of device: Device
  ) -> Bool {
    guard pen !== device, let screen = device.screen, pen.screen === screen else { return false }
    guard let scale = screen.pointsPerMillimeter else { return true }
    return tip.distance(to: finger) <= Self.reachOfHand * scale
  }
}
