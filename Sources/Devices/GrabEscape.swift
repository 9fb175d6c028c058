// How a person gets a grabbed device back: a panel that hangs must not be unusable.

package import ResponderKit

/// How a person gets a grabbed device back without a command.
package struct GrabEscape: Hashable, Sendable {
  /// So many fingers, held on a grabbed surface, release every grab; 0 for never.
  package var fingers = 5
  /// The seconds for which they must be held.
  package var duration: TimeInterval = 5
  /// The kernel's names of the keys that, down together on one device, release every grab.
  package var keys = GrabEscape.usualKeys

  /// Ctrl, Alt and Escape.
  package static let usualKeys: Set = ["KEY_LEFTCTRL", "KEY_LEFTALT", "KEY_ESC"]

  /// Five fingers for five seconds, or Ctrl, Alt and Escape.
  package init() {}
}
