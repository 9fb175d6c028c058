// Whether another program has grabbed a device, found by trying to grab it.

import Glibc
import Linux

/// Finds out whether a node is grabbed.
package enum GrabProbe {
  /// Whether another program has grabbed the node; false if this user may not open it.
  ///
  /// The node is grabbed between two calls, and only if no other program has grabbed it.
  package static func isGrabbed(_ node: String) -> Bool {
    guard let handle = try? EvdevHandle(node: node) else { return false }
    do throws(SystemError) {
      try handle.grab()
      handle.ungrab()
      return false
    } catch {
      return error.number == EBUSY
    }
  }
}
