// Fingers that read, for people who do not see: what is under a finger has the focus, and two quick
// taps anywhere press `select` there.
//
//     idle ──down──► deciding ─┬─ stays 0.3 s ──► reading ──up──► idle
//                              ├─ up where it landed ──► tapped
//                              ├─ up elsewhere: the focus or a value goes one step ──► idle
//                              └─ another down ──► scrolling ── all are up ──► idle
//     tapped ─┬─ down ──► pressing ── up · moves away ──► reading, or idle without another finger
//             └─ no other tap in time: what was under it has the focus ──► idle
//     reading ── another down ──► pressing

/// The fingers of one device that explore.
final class Exploration {
  private enum State {
    case idle, deciding, reading, pressing
    /// Where one finger has tapped.
    case tapped(HeldContact)
    /// The contacts that scroll: they are touches of a scroll view.
    case scrolling(ContiguousArray<Int>)
  }

  /// How long a finger stays at least that is not about to tap or to flick.
  private static let decision: TimeInterval = 0.3

  private unowned let application: Application
  let device: Device
  private var state = State.idle
  // The zone of the window in which the latest finger landed.
  private lazy var zone = application.zones.shared
  /// The fingers that are down and no touches; the last one presses, the first one reads.
  private var fingers: ContiguousArray<HeldContact> = []
  /// What the reading finger was over.
  private weak var latest: View?
  private lazy var timer = EngineTimer(.minimum) { [unowned self] in timeIsOver(at: $0) }

  init(of device: Device, in application: Application) {
    self.application = application
    self.device = device
  }

  // MARK: Fingers

  /// A finger has landed.
  func begin(_ finger: HeldContact) {
    zone = application.zones.zone(of: finger.view)
    if case .scrolling(let contacts) = state, fingers.isEmpty, !isDown(contacts) { state = .idle }
    switch state {
    case .idle:
      state = .deciding
      wait(Self.decision, from: finger.since)
    case .deciding:
      stopWaiting()
      let first = fingers.removeLast()
      state = .scrolling([])
      scroll(first, from: finger.since)
      return scroll(finger, from: finger.since)
    case .scrolling: return scroll(finger, from: finger.since)
    case .tapped, .reading:
      stopWaiting()
      state = .pressing
      press(.began, at: finger.since)
    case .pressing: return fingers.insert(finger, at: fingers.endIndex - 1)
    }
    fingers.append(finger)
  }

  /// Follows a finger that is down; false if it is none of these.
  func follow(_ contact: Contact, at time: Instant) -> Bool {
    guard let index = fingers.firstIndex(where: { $0.contact.id == contact.id }) else {
      return false
    }
    switch contact.change {
    case .move:
      fingers[index].contact = contact
      move(index, at: time)
      return true
    case .up:
      fingers[index].contact = contact
      lift(index, at: time)
      return true
    // A new finger with its number: the end of this one was lost.
    case .down, .cancel:
      cancel(index, at: time)
      return contact.change == .cancel
    }
  }

  /// Forgets all fingers; presses are cancelled elsewhere.
  func forget() {
    stopWaiting()
    fingers.removeAll()
    state = .idle
  }

  private func move(_ index: Int, at time: Instant) {
    switch state {
    case .reading: if index == 0 { read(fingers[0], at: time) }
    case .pressing:
      if index == fingers.endIndex - 1, fingers[index].way > application.constants.tapCountDistance
      {
        press(.cancelled, at: time)
        state = .reading
      }
    case .idle, .deciding, .tapped, .scrolling: break
    }
  }

  private func lift(_ index: Int, at time: Instant) {
    let isLast = index == fingers.endIndex - 1
    let finger = fingers.remove(at: index)
    application.drop(finger, because: .explored)
    switch state {
    case .deciding:
      stopWaiting()
      if finger.way > application.constants.tapCountDistance {
        state = .idle
        step(finger, at: time)
      } else {
        state = .tapped(finger)
        wait(application.constants.tapCountInterval, from: time)
      }
    case .reading:
      if fingers.isEmpty { state = .idle }
      guard index == 0, finger.accommodation.settings.exploration == .lift else { break }
      // It lifts from what it has read.
      if latest != nil, latest === zone.focused {
        press(.began, at: time)
        press(.ended, at: time)
      }
    case .pressing:
      guard isLast else { break }
      press(.ended, at: time)
      state = fingers.isEmpty ? .idle : .reading
    case .idle, .tapped, .scrolling: break
    }
  }

  private func cancel(_ index: Int, at time: Instant) {
    let isLast = index == fingers.endIndex - 1
    fingers.remove(at: index)
    switch state {
    case .deciding:
      stopWaiting()
      state = .idle
    case .pressing where isLast:
      press(.cancelled, at: time)
      state = fingers.isEmpty ? .idle : .reading
    case .reading: if fingers.isEmpty { state = .idle }
    case .idle, .pressing, .tapped, .scrolling: break
    }
  }

  // MARK: What they do

  private func timeIsOver(at time: Instant) {
    switch state {
    case .deciding:
      state = .reading
      latest = nil
      read(fingers[0], at: time)
    case .tapped(let finger):
      state = .idle
      latest = nil
      read(finger, at: time)
    case .idle, .reading, .pressing, .scrolling: break
    }
  }

  private func read(_ finger: HeldContact, at time: Instant) {
    let position = finger.contact.position
    application.afterTurn { [self] in
      application.perform(at: time) {
        let hit = application.hitTest(position, on: device.screen, with: application.event)
        let view = hit.flatMap { $0.inhibitingView == nil ? $0.accessibilityElement : nil }
        guard view !== latest else { return }
        latest = view
        view?.becomeExplored(in: application)
      }
    }
  }

  /// A flick: to the sides the focus moves in the order of the tree, up and down a value changes.
  private func step(_ finger: HeldContact, at time: Instant) {
    let way = finger.contact.position - finger.landed
    application.afterTurn { [self] in
      application.perform(at: time) {
        let view = zone.focused?.ownView
        if abs(way.x) > abs(way.y) {
          _ = (view ?? zone.keyWindow)?.moveFocus(by: way.x > 0 ? 1 : -1, exploring: true)
        } else {
          (view as? Control)?.adjust(way.y < 0 ? 1 : -1)
        }
      }
    }
  }

  private func press(_ change: PressChange.Change, at time: Instant) {
    application.afterTurn { [self] in
      if change == .began && zone.focused == nil { return }
      application.feedPress(
        PressChange(type: .select, change: change, force: change == .began ? 1 : 0),
        of: device, in: zone, at: time)
    }
  }

  /// A finger becomes a touch of the scroll view around; without one it does nothing.
  private func scroll(_ finger: HeldContact, from time: Instant) {
    guard case .scrolling(let contacts) = state,
      finger.view is ScrollView || finger.view.enclosingScrollView != nil
    else { return fingers.append(finger) }
    state = .scrolling(contacts + [finger.contact.id])
    application.afterTurn { [self] in
      application.feed(.down, finger.contact, of: finger, at: time, scrolls: true)
    }
  }

  private func isDown(_ contacts: ContiguousArray<Int>) -> Bool {
    application.liveTouches.contains {
      $0.device === device && contacts.contains($0.contact) && $0.isDown
    }
  }

  // MARK: Time

  private func wait(_ interval: TimeInterval, from time: Instant) {
    application.timers.start(timer, at: time + interval * application.timeScale)
  }

  private func stopWaiting() { application.timers.stop(timer) }
}

extension HeldContact {
  /// How far the finger is from where it landed.
  fileprivate var way: Double { landed.distance(to: contact.position) }
}

extension View {
  /// Whether it can be read: it can have the focus, or a text says what it is.
  final var isAccessibilityElement: Bool { canBecomeFocused || hasAccessibilityLabel }

  /// The nearest view that can be read: this one, or one around it.
  final var accessibilityElement: View? {
    sequence(first: self) { $0.superview }.first { $0.isAccessibilityElement }
  }
}

extension Control {
  /// Changes the value by one step.
  final func adjust(_ direction: Double) {
    guard actsOnKeys, step(direction), !reportsSteps else { return }
    sendActions(for: .valueChanged)
  }
}
