// The input of a panel, given to the applications of its windows.
//
//     contact, pointer ──► the private window that it meets ──► its session
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

  // What began in a private window and is not over; its window may be gone.
  private struct Stay {
    enum Thing: Equatable {
      case contact(Int)
      case press(PressType)
      case pointer
      case motion
    }

    let thing: Thing
    let device: Device
    let share: Share
  }

  private let shared: Share
  /// Whether the input of a device reaches a private window; what a program makes up only reaches
  /// windows that it reads.
  package var mayReach: (Device, Window) -> Bool = { _, _ in true }
  // The private windows.
  private var rooms: ContiguousArray<Share> = []
  private var stays: ContiguousArray<Stay> = []
  // Devices count their contacts. Of those of a device so many were for private windows: the numbers
  // that others read have no gaps.
  private var hidden: [(device: Device, count: Int)] = []
  // The contacts of the public windows that began after some of them.
  private var renumbered: [(device: Device, id: Int, number: Int)] = []

  /// The panel of a session without private windows.
  package init(_ session: Session) { shared = Share(session) }

  // MARK: Private windows

  /// Adds the session of what is in a private window.
  package func open(_ session: Session, in box: Window) {
    session.followDeadline = shared.session.followDeadline
    rooms.append(Share(session, box))
  }

  /// Removes the session of a private window; the rest of what began there reaches nothing.
  package func close(_ session: Session) { rooms.removeAll { $0.session === session } }

  /// All sessions, that of the public windows first.
  private func eachSession(_ body: (Session) -> Void) {
    body(shared.session)
    for room in rooms { body(room.session) }
  }

  /// Whether a private window is shown.
  package var showsPrivateWindow: Bool { rooms.contains { $0.box?.isOpen ?? false } }

  /// Whether a finger of a device is part of a gesture that has begun.
  package func hasGesture(on device: Device) -> Bool {
    var hasGesture = false
    eachSession { session in
      for touch in session.application.liveTouches where touch.device === device {
        for recognizer in touch.gestureRecognizers {
          switch recognizer.state {
          case .began, .changed: hasGesture = true
          case .possible, .ended, .cancelled, .failed: break
          }
        }
      }
    }
    return hasGesture
  }

  // MARK: Turns

  /// Gives a frame to the windows that it is for; a closure may write records that come first.
  package func feed(
    _ frame: borrowing Frame, recordingFirst record: (borrowing Frame) -> Void = { _ in }
  ) {
    guard !rooms.isEmpty || !stays.isEmpty || !hidden.isEmpty else {
      return shared.session.feed(frame, recordingFirst: record)
    }
    split(frame)
    record(frame)
    if shared.frame.isEmpty { shared.session.encode() } else { shared.session.feed(shared.frame) }
    for room in rooms where !room.frame.isEmpty { room.session.feed(room.frame) }
  }

  /// Sets the time of all engines.
  package func advance(to time: Instant) { eachSession { $0.advance(to: time) } }

  /// Cancels every touch and press.
  package func cancelAll(at time: Instant, because reason: CancelReason) {
    eachSession { $0.cancelAll(at: time, because: reason) }
  }

  /// Cancels the touches and presses of a device that was removed.
  package func cancelAll(of device: Device, at time: Instant) {
    stays.removeAll { $0.device === device }
    hidden.removeAll { $0.device === device }
    renumbered.removeAll { $0.device === device }
    eachSession { $0.cancelAll(of: device, at: time) }
  }

  /// Encodes reports that were made outside of the turns above.
  package func encode() { eachSession { $0.encode() } }

  /// The time at which an engine must be called again; nil means never.
  package var deadline: Instant? {
    var first = shared.session.application.deadline
    for room in rooms {
      guard let deadline = room.session.application.deadline else { continue }
      if first.map({ deadline < $0 }) ?? true { first = deadline }
    }
    return first
  }

  // MARK: Splitting

  private func split(_ frame: borrowing Frame) {
    shared.begin(frame)
    // One whose window is gone takes the rest of what began there, too.
    for stay in stays { stay.share.begin(frame) }
    for room in rooms { room.begin(frame) }
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
  }

  private func give(_ contact: Contact, of device: Device) {
    let thing = Stay.Thing.contact(contact.id)
    if contact.change == .down {
      // A new finger with the number of one that is still down ends that one.
      if let share = leave(thing, of: device) {
        var end = contact
        end.change = .cancel
        share.frame.contacts.append(end)
      }
      if stay(thing, of: device, in: share(at: contact.position, for: device)) { hide(of: device) }
    }
    let ends = contact.change == .up || contact.change == .cancel
    if let share = ends ? leave(thing, of: device) : stay(thing, of: device) {
      share.frame.contacts.append(contact)
    } else {
      shared.frame.contacts.append(hidden.isEmpty ? contact : numbered(contact, of: device))
    }
  }

  // A script numbers its contacts itself.
  private func hide(of device: Device) {
    guard device.kind != .recording else { return }
    if let index = hidden.firstIndex(where: { $0.device === device }) {
      hidden[index].count += 1
    } else {
      hidden.append((device, 1))
    }
  }

  private func numbered(_ contact: Contact, of device: Device) -> Contact {
    var contact = contact
    let id = contact.id
    let known = renumbered.firstIndex { $0.device === device && $0.id == id }
    switch contact.change {
    case .down:
      guard let count = hidden.first(where: { $0.device === device })?.count else { break }
      contact.id = id - count
      renumbered.append((device, id, contact.id))
    case .move: if let known { contact.id = renumbered[known].number }
    case .up, .cancel: if let known { contact.id = renumbered.remove(at: known).number }
    }
    return contact
  }

  private func give(_ pointer: PointerChange, of device: Device) {
    var target = shared
    if case .at(let point) = pointer { target = share(at: point, for: device) }
    let former = stay(.pointer, of: device)
    if let former, former !== target {
      _ = leave(.pointer, of: device)
      former.frame.pointer = .gone
    }
    if former !== target, stay(.pointer, of: device, in: target) { shared.frame.pointer = .gone }
    target.frame.pointer = pointer
  }

  // Of something without a place: that of the window that was key when it began, up to its end.
  private func share(
    of thing: Stay.Thing, of device: Device, begins: Bool, ends: Bool
  ) -> Share {
    if begins { _ = stay(thing, of: device, in: keyShare(for: device)) }
    return (ends ? leave(thing, of: device) : stay(thing, of: device)) ?? shared
  }

  private func share(at point: Point, for device: Device) -> Share {
    share(of: shared.session.application.privateWindow(at: point, on: device.screen), for: device)
  }

  private func keyShare(for device: Device) -> Share {
    let key = shared.session.application.keyWindow
    return share(of: key.flatMap { $0.isPrivate ? $0 : nil }, for: device)
  }

  private func share(of box: Window?, for device: Device) -> Share {
    guard let box, mayReach(device, box) else { return shared }
    return rooms.first { $0.box === box } ?? shared
  }

  // What begins in a private window stays there; returns whether it is one.
  private func stay(_ thing: Stay.Thing, of device: Device, in share: Share) -> Bool {
    guard share !== shared else { return false }
    stays.append(Stay(thing: thing, device: device, share: share))
    return true
  }

  private func stay(_ thing: Stay.Thing, of device: Device) -> Share? {
    stays.first { $0.thing == thing && $0.device === device }?.share
  }

  private func leave(_ thing: Stay.Thing, of device: Device) -> Share? {
    guard let index = stays.firstIndex(where: { $0.thing == thing && $0.device === device })
    else { return nil }
    return stays.remove(at: index).share
  }
}
