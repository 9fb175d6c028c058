// A pen that libinput knows of only to keep the palm of the hand that holds it away.

import Linux

/// A pen of a panel: libinput watches it to arbitrate; its own events are not used.
@safe
final class LibinputCompanion {
  private let context: LibinputContext
  private let handle: OpaquePointer

  /// Opens the pen; nil when libinput rejects it, as the panel works without it.
  init?(_ node: String, in context: LibinputContext) {
    guard let handle = unsafe try? context.add(node) else { return nil }
    self.context = context
    unsafe self.handle = handle
  }

  deinit { unsafe context.remove(handle) }
}
