// Sees the sign by which a person asks for grabbed devices back.

import ResponderKit

/// Sees the sign by which a person asks for grabbed devices back.
struct GrabWatch {
  private let escape: GrabEscape
  private var keysDown: Set<Int> = []
  private var heldSince: Instant?

  init(_ escape: GrabEscape) { self.escape = escape }

  /// When fingers that are held now have been held long enough.
  var deadline: Instant? { heldSince.map { $0 + escape.duration } }

  /// Takes one event; true when the keys of the sign are down together.
  mutating func takesKey(_ event: InputEvent) -> Bool {
    guard event.type == InputType.key, escape.keys.contains(event.code) else { return false }
    if event.value == 0 {
      keysDown.remove(event.code)
      return false
    }
    return keysDown.insert(event.code).inserted && keysDown == escape.keys
  }

  /// Takes the number of fingers that are down.
  mutating func note(fingers: Int, at time: Instant) {
    guard let wanted = escape.fingers, wanted > 0, fingers >= wanted else {
      heldSince = nil
      return
    }
    if heldSince == nil { heldSince = time }
  }

  /// Whether fingers have been held long enough; they must lift before they count again.
  mutating func isDue(at time: Instant) -> Bool {
    guard let deadline, deadline <= time else { return false }
    heldSince = nil
    return true
  }
}
