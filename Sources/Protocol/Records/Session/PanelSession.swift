// The input of a panel, given to the applications of its windows.
//
//     contact, pointer, wheel ──► the private window that it meets ──► its session
//     key, shake, command ──► the private window that is key ─►   "
//                          └► all else ──► the session of the public windows
//
// What begins in a window stays there until it ends.

package import ResponderKit

/// The session of the public windows, and those of the private ones.
package final class PanelSession {
  /// What of a frame is for the public windows, or for a private one with its box among these.
  private final class Share {
    let session: Session
    let box: Window?
    var frame = Frame(time: .zero, device: Device(name: "", kind: .keys, screen: nil))

    init(_ session: Session, _ box: Window? = nil) {
      self.session = session
      self.box = box
    }

    func begin(_ whole: borrowing Frame) {
      frame.removeAll()
      frame.time = whole.time
      frame.device = whole.device
      frame.buttonMask = whole.buttonMask
    }
  }

  // What has begun in a window, up to its end; a private window may be gone by then.
  private struct Stay {
    enum Thing: Equatable {
      case contact(Int)
      case press(PressType)
      case pointer, motion
    }

    let thing: Thing
    let device: Device
    let share: Share
    /// The number that its readers see of a contact.
    var number = 0
  }

  /// Whether the input of a device reaches a private window; what a program makes up only reaches
  /// windows that it reads.
  package var mayReach: (Device, Window) -> Bool = { _, _ in true }
  // That of the public windows, then those of the private ones.
  private var shares: ContiguousArray<Share>
  private var shared: Share { shares[0] }
  // What has begun while there are private windows, and is not over.
  private var stays: ContiguousArray<Stay> = []
  // Devices count their contacts. Of those of a device so many were for private windows: the numbers
  // that others read have no gaps.
  private var hidden: [ObjectIdentifier: Int] = [:]

  /// The panel of a session without private windows.
  package init(_ session: Session) { shares = [Share(session)] }

  // MARK: Private windows

  /// Adds the session of what is in a private window.
  package func open(_ session: Session, in box: Window) {
    session.followDeadline = shared.session.followDeadline
    shares.append(Share(session, box))
  }

  /// Removes the session of a private window; the rest of what began there reaches nothing.
  package func close(_ session: Session) { shares.removeAll { $0.session === session } }

  /// Whether a private window is shown.
  package var showsPrivateWindow: Bool { shares.contains { $0.box?.isOpen ?? false } }

  /// Whether a finger of a device is part of a gesture that has begun.
  package func hasGesture(on device: Device) -> Bool {
    shares.contains { $0.session.hasGesture(on: device) }
  }

  // MARK: Turns

  /// Gives a frame to the windows that it is for; a closure may write records that come first.
  package func feed(
    _ frame: borrowing Frame, recordingFirst record: (borrowing Frame) -> Void = { _ in }
  ) {
    guard shares.count > 1 || !stays.isEmpty || !hidden.isEmpty else {
      return shared.session.feed(frame, recordingFirst: record)
    }
    split(frame)
    record(frame)
    if shared.frame.isEmpty { shared.session.encode() } else { shared.session.feed(shared.frame) }
    for room in shares.dropFirst() where !room.frame.isEmpty { room.session.feed(room.frame) }
  }

  /// Sets the time of all engines.
  package func advance(to time: Instant) {
    for share in shares { share.session.advance(to: time) }
  }

  /// Cancels every touch and press.
  package func cancelAll(at time: Instant, because reason: CancelReason) {
    for share in shares { share.session.cancelAll(at: time, because: reason) }
  }

  /// Cancels the touches and presses of a device that was removed.
  package func cancelAll(of device: Device, at time: Instant) {
    stays.removeAll { $0.device === device }
    hidden[ObjectIdentifier(device)] = nil
    for share in shares { share.session.cancelAll(of: device, at: time) }
  }

  /// Encodes reports that were made outside of the turns above.
  package func encode() { for share in shares { share.session.encode() } }

  /// The time at which an engine must be called again; nil means never.
  package var deadline: Instant? {
    shares.lazy.compactMap { $0.session.application.deadline }.min()
  }

  // MARK: Splitting

  private func split(_ frame: borrowing Frame) {
    for share in shares { share.begin(frame) }
    // One whose window is gone takes the rest of what began there, too.
    for stay in stays { stay.share.begin(frame) }
    let device = frame.device
    for contact in frame.contacts { give(contact, of: device) }
    for press in frame.presses {
      let ends = press.change == .ended || press.change == .cancelled
      share(of: .press(press.type), of: device, begins: press.change == .began, ends: ends)
        .frame.presses.append(press)
    }
    for phase in frame.motion {
      share(of: .motion, of: device, begins: phase == .began, ends: phase != .began)
        .frame.motion.append(phase)
    }
    for command in frame.remoteControl {
      keyShare(for: device).frame.remoteControl.append(command)
    }
    if let pointer = frame.pointer { give(pointer, of: device) }
    if let scroll = frame.scroll { share(at: scroll.position, for: device).frame.scroll = scroll }
    if let zoom = frame.zoom { share(at: zoom.position, for: device).frame.zoom = zoom }
  }

  private func give(_ contact: Contact, of device: Device) {
    var contact = contact
    let thing = Stay.Thing.contact(contact.id)
    if contact.change == .down {
      // A new finger with the number of one that is still down ends that one; in the same window the
      // engine does.
      let former = stay(thing, of: device)
      let new = land(contact, of: device)
      if let former, former.share !== new.share || former.number != new.number {
        var end = contact
        (end.id, end.change) = (former.number, .cancel)
        former.share.frame.contacts.append(end)
      }
    }
    let ends = contact.change == .up || contact.change == .cancel
    let stay = stay(thing, of: device, ends: ends)
    if let stay { contact.id = stay.number }
    (stay?.share ?? shared).frame.contacts.append(contact)
  }

  private func land(_ contact: Contact, of device: Device) -> Stay {
    let share = share(at: contact.position, for: device)
    var number = contact.id
    if share === shared {
      number -= hidden[ObjectIdentifier(device), default: 0]
    } else if device.kind != .recording {
      // A script numbers its contacts itself.
      hidden[ObjectIdentifier(device), default: 0] += 1
    }
    return begin(.contact(contact.id), of: device, in: share, number: number)
  }

  private func give(_ pointer: PointerChange, of device: Device) {
    var target = shared
    if case .at(let point) = pointer { target = share(at: point, for: device) }
    let former = stay(.pointer, of: device)?.share ?? shared
    if former !== target {
      former.frame.pointer = .gone
      begin(.pointer, of: device, in: target)
    }
    target.frame.pointer = pointer
  }

  // Of something without a place: that of the window that was key when it began, up to its end.
  private func share(
    of thing: Stay.Thing, of device: Device, begins: Bool, ends: Bool
  ) -> Share {
    if begins { begin(thing, of: device, in: keyShare(for: device)) }
    return stay(thing, of: device, ends: ends)?.share ?? shared
  }

  private func share(at point: Point, for device: Device) -> Share {
    share(of: shared.session.application.privateWindow(at: point, on: device.screen), for: device)
  }

  private func keyShare(for device: Device) -> Share {
    share(of: shared.session.application.keyWindow(for: device), for: device)
  }

  private func share(of box: Window?, for device: Device) -> Share {
    guard let box, let room = shares.first(where: { $0.box === box }), mayReach(device, box)
    else { return shared }
    return room
  }

  @discardableResult
  private func begin(
    _ thing: Stay.Thing, of device: Device, in share: Share, number: Int = 0
  ) -> Stay {
    stay(thing, of: device, ends: true)
    let stay = Stay(thing: thing, device: device, share: share, number: number)
    stays.append(stay)
    return stay
  }

  @discardableResult
  private func stay(_ thing: Stay.Thing, of device: Device, ends: Bool = false) -> Stay? {
    let index = stays.firstIndex { $0.thing == thing && $0.device === device }
    return index.map { ends ? stays.remove(at: $0) : stays[$0] }
  }
}
