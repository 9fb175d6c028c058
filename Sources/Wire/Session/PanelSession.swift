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
  /// A private window: its box among the public windows, and the session of what is in it.
  private final class Room {
    let session: Session
    let box: Window
    var frame: Frame

    init(_ session: Session, _ box: Window, _ frame: Frame) {
      self.session = session
      self.box = box
      self.frame = frame
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
    let room: Room
  }

  /// The session of the public windows.
  package let shared: Session
  /// Whether the input of a device reaches a private window; what a program makes up only reaches
  /// windows that it reads.
  package var mayReach: (Device, Window) -> Bool = { _, _ in true }
  private var rooms: ContiguousArray<Room> = []
  private var stays: ContiguousArray<Stay> = []
  // The part of a frame that is for the public windows.
  private var rest: Frame
  // Devices count their contacts. Of those of a device so many were for private windows: the numbers
  // that others read have no gaps.
  private var hidden: [(device: Device, count: Int)] = []
  // The contacts of the public windows that began after some of them.
  private var renumbered: [(device: Device, id: Int, number: Int)] = []

  /// The panel of a session without private windows.
  package init(_ shared: Session) {
    self.shared = shared
    rest = Frame(time: .zero, device: Device(name: "", kind: .keys, screen: nil))
  }

  // MARK: Private windows

  /// Adds the session of what is in a private window.
  package func open(_ session: Session, in box: Window) {
    session.followDeadline = shared.followDeadline
    rooms.append(Room(session, box, rest))
  }

  /// Removes the session of a private window; the rest of what began there reaches nothing.
  package func close(_ session: Session) { rooms.removeAll { $0.session === session } }

  /// All sessions, that of the public windows first.
  private func eachSession(_ body: (Session) -> Void) {
    body(shared)
    for room in rooms { body(room.session) }
  }

  /// Whether a private window is shown.
  package var showsPrivateWindow: Bool { rooms.contains { $0.box.isOpen } }

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
      return shared.feed(frame, recordingFirst: record)
    }
    split(frame)
    record(frame)
    if rest.isEmpty { shared.encode() } else { shared.feed(rest) }
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
    var first = shared.application.deadline
    for room in rooms {
      guard let deadline = room.session.application.deadline else { continue }
      if first.map({ deadline < $0 }) ?? true { first = deadline }
    }
    return first
  }

  // MARK: Splitting

  private func split(_ frame: borrowing Frame) {
    begin(&rest, frame)
    // One whose window is gone takes the rest of what began there, too.
    for stay in stays { begin(&stay.room.frame, frame) }
    for room in rooms { begin(&room.frame, frame) }
    for contact in frame.contacts { give(contact, of: frame.device) }
    for press in frame.presses { give(press, of: frame.device) }
    for phase in frame.motion { give(phase, of: frame.device) }
    for command in frame.remoteControl {
      if let room = keyRoom(for: frame.device) {
        room.frame.remoteControl.append(command)
      } else {
        rest.remoteControl.append(command)
      }
    }
    if let pointer = frame.pointer { give(pointer, of: frame.device) }
  }

  private func begin(_ part: inout Frame, _ frame: borrowing Frame) {
    part.removeAll()
    part.time = frame.time
    part.device = frame.device
    part.buttonMask = frame.buttonMask
  }

  private func give(_ contact: Contact, of device: Device) {
    if contact.change == .down {
      // A new finger with the number of one that is still down ends that one.
      if let room = leave(.contact(contact.id), of: device) {
        var end = contact
        end.change = .cancel
        room.frame.contacts.append(end)
      }
      if let room = room(at: contact.position, for: device) {
        stays.append(Stay(thing: .contact(contact.id), device: device, room: room))
        hide(of: device)
      }
    }
    let ends = contact.change == .up || contact.change == .cancel
    let thing = Stay.Thing.contact(contact.id)
    guard let room = ends ? leave(thing, of: device) : stay(thing, of: device) else {
      return rest.contacts.append(hidden.isEmpty ? contact : numbered(contact, of: device))
    }
    room.frame.contacts.append(contact)
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

  private func give(_ press: PressChange, of device: Device) {
    let room = room(
      for: .press(press.type), of: device, begins: press.change == .began,
      ends: press.change == .ended || press.change == .cancelled)
    if let room { room.frame.presses.append(press) } else { rest.presses.append(press) }
  }

  private func give(_ phase: MotionPhase, of device: Device) {
    let room = room(for: .motion, of: device, begins: phase == .began, ends: phase != .began)
    if let room { room.frame.motion.append(phase) } else { rest.motion.append(phase) }
  }

  // The private window that was key when something without a place began, up to its end.
  private func room(
    for thing: Stay.Thing, of device: Device, begins: Bool, ends: Bool
  ) -> Room? {
    if begins, let room = keyRoom(for: device) {
      stays.append(Stay(thing: thing, device: device, room: room))
    }
    return ends ? leave(thing, of: device) : stay(thing, of: device)
  }

  private func give(_ pointer: PointerChange, of device: Device) {
    var target: Room?
    if case .at(let point) = pointer { target = room(at: point, for: device) }
    let former = stay(.pointer, of: device)
    if let former, former !== target {
      _ = leave(.pointer, of: device)
      former.frame.pointer = .gone
    }
    guard let target else {
      rest.pointer = pointer
      return
    }
    if former !== target {
      rest.pointer = .gone
      stays.append(Stay(thing: .pointer, device: device, room: target))
    }
    target.frame.pointer = pointer
  }

  private func room(at point: Point, for device: Device) -> Room? {
    guard let box = shared.application.privateWindow(at: point, on: device.screen),
      mayReach(device, box)
    else { return nil }
    return rooms.first { $0.box === box }
  }

  private func keyRoom(for device: Device) -> Room? {
    guard let key = shared.application.keyWindow, key.isPrivate, mayReach(device, key) else {
      return nil
    }
    return rooms.first { $0.box === key }
  }

  private func stay(_ thing: Stay.Thing, of device: Device) -> Room? {
    stays.first { $0.thing == thing && $0.device === device }?.room
  }

  private func leave(_ thing: Stay.Thing, of device: Device) -> Room? {
    guard let index = stays.firstIndex(where: { $0.thing == thing && $0.device === device })
    else { return nil }
    return stays.remove(at: index).room
  }
}
