// The keys and contacts that a device holds down, so that they can be released when it is
// unplugged.

package import ResponderKit

/// The contacts, presses, seeking, shake and pointer that a device holds down.
package struct LiveState {
  private var contacts: ContiguousArray<Contact> = []
  private var presses: ContiguousArray<PressType> = []
  /// The commands that end the seeking that has begun.
  private var seeking: ContiguousArray<RemoteControlSubtype> = []
  private var isShaking = false
  private var isHovering = false

  /// A state with nothing down.
  package init() {}

  /// Whether nothing is down.
  package var isEmpty: Bool {
    contacts.isEmpty && presses.isEmpty && seeking.isEmpty && !isShaking && !isHovering
  }

  /// The number of contacts that are down.
  package var contactCount: Int { contacts.count }

  /// Applies the changes of a frame.
  package mutating func apply(_ frame: borrowing Frame) {
    for contact in frame.contacts { apply(contact) }
    for index in frame.presses.indices {
      let press = frame.presses[index]
      switch press.change {
      case .began: presses.append(press.type)
      case .changed: break
      case .ended, .cancelled: presses.removeAll { $0 == press.type }
      }
    }
    for index in frame.remoteControl.indices { apply(frame.remoteControl[index]) }
    for index in frame.motion.indices { isShaking = frame.motion[index] == .began }
    if let pointer = frame.pointer { isHovering = pointer != .gone }
  }

  private mutating func apply(_ command: RemoteControlSubtype) {
    switch command {
    case .beginSeekingBackward: seeking.append(.endSeekingBackward)
    case .beginSeekingForward: seeking.append(.endSeekingForward)
    case .endSeekingBackward, .endSeekingForward: seeking.removeAll { $0 == command }
    case .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack: break
    }
  }

  private mutating func apply(_ contact: Contact) {
    let index = contacts.firstIndex { $0.id == contact.id }
    switch contact.change {
    case .down: contacts.append(contact)
    case .move: if let index { contacts[index] = contact }
    case .up, .cancel: if let index { contacts.remove(at: index) }
    }
  }

  /// Lets everything go as cancelled, into a frame that is emptied first.
  package mutating func cancel(into frame: inout Frame) {
    frame.removeAll()
    for var contact in contacts {
      contact.change = .cancel
      frame.contacts.append(contact)
    }
    for type in presses {
      frame.presses.append(PressChange(type: type, change: .cancelled, force: 0))
    }
    frame.remoteControl.append(contentsOf: seeking)
    if isShaking { frame.motion.append(.cancelled) }
    if isHovering { frame.pointer = .gone }
    contacts.removeAll(keepingCapacity: true)
    presses.removeAll(keepingCapacity: true)
    seeking.removeAll(keepingCapacity: true)
    isShaking = false
    isHovering = false
  }
}
