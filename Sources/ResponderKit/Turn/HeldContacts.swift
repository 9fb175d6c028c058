// Fingers that are down and no touches yet, because hands need accommodations.
//
//     down ──soon after a touch──► dropped
//      └──► held ──delay over──► touch, which begins where the finger is then
//            ├── up before the hold is over ──► dropped
//            ├── up within tapAssistanceTime ──► touch, which begins and ends at one place
//            └── cancelled ──► (nothing)

/// A finger that is down and no touch yet.
struct HeldContact {
  /// The contact as it was last, and where it landed.
  var contact: Contact
  let landed: Point
  let device: Device
  let buttons: ButtonMask
  /// The view that it hit.
  let view: View
  let since: Instant
  let accommodation: Accommodation
  var due: Instant { since + accommodation.settings.delay }

  /// Whether it becomes a touch of what it hits, or of the scroll view around.
  enum Release { case asItIs, toScrollView }
}

extension Application {
  /// The accommodations of the nearest view around that has some, or else of the application, or else
  /// of the device.
  final func accommodation(of view: View, _ device: Device) -> Accommodation? {
    var current: View? = view
    while let each = current {
      if let found = each.accommodation { return found }
      current = each.superview
    }
    return accommodation ?? device.accommodation
  }

  /// Whether a finger that lands on a view is no touch, or none yet; `applied` becomes what applies.
  final func holds(
    _ contact: Contact, of device: Device, on view: View, at time: Instant,
    by applied: inout Accommodation?
  ) -> Bool {
    applied = accommodation(of: view, device)
    guard let applied, releasingHeld == nil, !isBeginningAgain else { return false }
    let held = HeldContact(
      contact: contact, landed: contact.position, device: device, buttons: event.buttonMask,
      view: view, since: time, accommodation: applied)
    if applied.settings.exploration != .none, Touch.type(of: contact.tool, on: device) == .direct {
      exploration(of: device).begin(held)
      return true
    }
    if let end = applied.quietUntil, time < end {
      let limit = applied.settings.ignoreRepeat
      device.repeatedContacts += 1
      drop(held, because: .landedAgain(after: limit - (end - time), limit: limit))
      return true
    }
    guard applied.settings.delay > 0 else { return false }
    heldContacts.append(held)
    scheduleHeld()
    return true
  }

  /// Follows a finger that is held; false if it is not.
  final func followHeld(_ contact: Contact, of device: Device, at time: Instant) -> Bool {
    if explorations.contains(where: { $0.device === device && $0.follow(contact, at: time) }) {
      return true
    }
    let known = heldContacts.firstIndex { $0.contact.id == contact.id && $0.device === device }
    guard let known else { return false }
    switch contact.change {
    case .move: heldContacts[known].contact = contact
    case .up: lift(removeHeld(at: known), contact, at: time)
    // A new finger with its number: the end of this one was lost.
    case .down, .cancel:
      _ = removeHeld(at: known)
      return contact.change == .cancel
    }
    return true
  }

  private final func lift(_ held: HeldContact, _ contact: Contact, at time: Instant) {
    let settings = held.accommodation.settings
    let (age, needed) = (time - held.since, settings.holdDuration)
    guard age >= needed else {
      held.device.briefContacts += 1
      return drop(held, because: .tooBrief(age, needed: needed))
    }
    var tap = contact
    if settings.tapAssistance == .initial { tap.position = held.landed }
    afterTurn { [unowned self] in
      feed(.down, tap, of: held, at: time)
      feed(.up, tap, of: held, at: time)
    }
  }

  private final func exploration(of device: Device) -> Exploration {
    if let known = explorations.first(where: { $0.device === device }) { return known }
    let new = Exploration(of: device, in: self)
    explorations.append(new)
    return new
  }

  /// Removes the fingers and the resting pointer of a device, or all, silently.
  final func forgetHeld(of device: Device? = nil) {
    for each in explorations where device == nil || each.device === device { each.forget() }
    explorations.removeAll { device == nil || $0.device === device }
    for each in dwellings where device == nil || each.device === device { each.stop() }
    dwellings.removeAll { device == nil || $0.device === device }
    guard !heldContacts.isEmpty else { return }
    heldContacts.removeAll { device == nil || $0.device === device }
    scheduleHeld()
  }

  private final func removeHeld(at index: Int) -> HeldContact {
    defer { scheduleHeld() }
    return heldContacts.remove(at: index)
  }

  private final func scheduleHeld() {
    timers.stop(heldTimer)
    if let due = heldContacts.lazy.map(\.due).min() { timers.start(heldTimer, at: due) }
  }

  final func releaseHeld(at time: Instant) {
    while let index = heldContacts.firstIndex(where: { $0.due <= time }) {
      let held = removeHeld(at: index)
      afterTurn { [unowned self] in feed(.down, held.contact, of: held, at: time) }
    }
  }

  final func feed(
    _ change: Contact.Change, _ contact: Contact, of held: HeldContact, at time: Instant,
    scrolls: Bool = false
  ) {
    var frame = Frame(time: time, device: held.device)
    frame.buttonMask = held.buttons
    frame.contacts = [contact]
    frame.contacts[0].change = change
    feedAsItIs(frame, to: scrolls ? .toScrollView : .asItIs)
  }

  /// Feeds contacts to which no accommodations apply any more.
  final func feedAsItIs(_ frame: borrowing Frame, to release: HeldContact.Release = .asItIs) {
    releasingHeld = release
    feedContacts(frame)
    releasingHeld = nil
  }

  final func drop(_ held: HeldContact, because reason: Reason) {
    drop(held.contact, of: held.device, on: held.view, because: reason)
  }

  final func drop(_ contact: Contact, of device: Device, on view: View, because reason: Reason) {
    guard outbox.wants.contains(.explain), view.window != nil else { return }
    outbox.append(.dropped(device, contact: contact.id, at: contact.position, on: view, reason))
  }
}
