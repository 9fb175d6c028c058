// Sees the sign by which a person asks for grabbed devices back.

import Devices
import ResponderKit

/// Sees the sign by which a person asks for grabbed devices back.
struct GrabWatch {
  private let escape: GrabEscape
  private let keys: Set<Int>
  private var keysDown: Set<Int> = []
  private var heldSince: Instant?

  init(_ escape: GrabEscape) {
    self.escape = escape
    // A combination that lacks a key would release too easily: then it is the usual one.
    let known = escape.keys.compactMap { KeyNames.key($0) }
    keys = Set(
      known.count == escape.keys.count
        ? known : GrabEscape.usualKeys.compactMap { KeyNames.key($0) })
  }

  /// When fingers that are held now have been held long enough.
  var deadline: Instant? { heldSince.map { $0 + escape.duration } }

  /// Handles one event; true when the keys of the escape are down together.
  mutating func handles(_ event: InputEvent) -> Bool {
    guard event.type == InputType.key, keys.contains(event.code) else { return false }
    if event.value == 0 {
      keysDown.remove(event.code)
      return false
    }
    return keysDown.insert(event.code).inserted && keysDown == keys
  }

  /// Updates the number of fingers that are down.
  mutating func update(fingers: Int, at time: Instant) {
    guard escape.fingers > 0, fingers >= escape.fingers else {
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
