// How a person gets a grabbed device back: a panel that hangs must not be unusable.

package import ResponderKit

/// How a person gets a grabbed device back without a command.
package struct GrabEscape: Hashable, Sendable {
  /// Where the fingers rest on the surface.
  package enum Place: String, Sendable, CaseIterable {
    /// Near one another, as those of a hand.
    case hand
    /// Each in a corner.
    case corners
  }

  /// So many fingers that rest on a grabbed surface release every grab; 0 for never.
  package var fingers = 5
  /// The seconds for which they must rest.
  package var duration: TimeInterval = 5
  /// Where they must rest.
  package var place = Place.hand
  /// The kernel's names of the keys that, down together on one device, release every grab.
  package var keys = GrabEscape.usualKeys
  /// The seconds after which the device is grabbed again.
  package var release: TimeInterval = 60

  /// Ctrl, Alt and Escape.
  package static let usualKeys: Set = ["KEY_LEFTCTRL", "KEY_LEFTALT", "KEY_ESC"]

  /// Five fingers of a hand for five seconds, or Ctrl, Alt and Escape.
  package init() {}
}
