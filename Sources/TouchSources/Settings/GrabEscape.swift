// How a person gets a grabbed device back: a panel that hangs must not be a brick.

package import ResponderKit

/// How a person gets a grabbed device back without a command.
package struct GrabEscape: Hashable, Sendable {
  /// So many fingers, held on a grabbed surface, release every grab; nil for never.
  package var fingers: Int? = 5
  /// The seconds for which they must be held.
  package var duration: TimeInterval = 5
  /// The keys that, down together on one device, release every grab: Ctrl, Alt, Escape.
  package var keys: Set<Int> = [29, 56, 1]

  /// Five fingers for five seconds, or Ctrl, Alt and Escape.
  package init() {}
}
