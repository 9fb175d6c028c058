// A pointer that rests taps, for people who point with the head or the eyes.
//
//     moving ──rests──► resting ──dwellTime──► tapped
//       ▲                  │ moves away           │ moves away
//       └──────────────────┴──────────────────────┘

/// The resting pointer of one device.
final class Dwelling {
  // How far a pointer strays that is meant to rest, in points.
  private static let reach = 20.0
  // Contacts of devices and scripts have lower numbers.
  private static let contact = 1_000_000_000

  private unowned let application: Application
  let device: Device
  /// Where the rest began, and where the pointer is.
  private var anchor: Point
  private var position: Point
  private lazy var timer = EngineTimer(.minimum) { [unowned self] in tap(at: $0) }

  init(of device: Device, at position: Point, _ time: Instant, in application: Application) {
    self.application = application
    self.device = device
    anchor = position
    self.position = position
    rest(from: time)
  }

  func move(to position: Point, at time: Instant) {
    self.position = position
    guard position.distance(to: anchor) > Self.reach else { return }
    anchor = position
    rest(from: time)
  }

  func stop() { application.timers.stop(timer) }

  private func rest(from time: Instant) {
    stop()
    let hit = application.hitTest(position, on: device.screen, with: nil)
    let dwell = hit.flatMap { application.accommodation(of: $0, device) }?.settings.dwellTime ?? 0
    if dwell > 0 { application.timers.start(timer, at: time + dwell) }
  }

  private func tap(at time: Instant) {
    application.afterTurn { [self] in
      var frame = Frame(time: time, device: device)
      frame.buttonMask = .primary
      for change in [Contact.Change.down, .up] {
        frame.contacts = [Contact(id: Self.contact, change: change, position: position)]
        application.feedAsItIs(frame)
      }
    }
  }
}

extension Application {
  /// A pointer moves, or is gone.
  final func followDwelling(_ change: PointerChange, of device: Device, at time: Instant) {
    let known = dwellings.firstIndex { $0.device === device }
    switch (change, known) {
    case (.at(let position), let known?): dwellings[known].move(to: position, at: time)
    case (.at(let position), nil):
      dwellings.append(Dwelling(of: device, at: position, time, in: self))
    case (.gone, let known?): dwellings.remove(at: known).stop()
    case (.gone, nil): break
    }
  }
}
