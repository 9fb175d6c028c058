// Each finger comes once and goes once, and says nothing in between that it cannot.

import ResponderKit

/// Follows the fingers of one device through its frames.
struct FingerLedger {
  private var down: Set<Int> = []
  private var last = Instant.distantPast

  /// Whether no finger is down.
  var isEmpty: Bool { down.isEmpty }

  /// Reads a frame; a broken promise ends the program, which is what a fuzzer looks for.
  mutating func read(_ frame: borrowing Frame) {
    expect(frame.time >= last, "a frame before the one before it")
    last = frame.time
    for index in frame.contacts.indices { follow(frame.contacts[index]) }
  }

  private mutating func follow(_ contact: Contact) {
    expect(Bounds.range.contains(contact.position.x), "a position out of range")
    switch contact.change {
    case .down: expect(down.insert(contact.id).inserted, "a finger that came twice")
    case .move: expect(down.contains(contact.id), "a finger that moved but never came")
    case .up, .cancel:
      expect(down.remove(contact.id) != nil, "a finger that went but never came")
    }
  }
}
