// What takes the events that are passed on; tests put a list in the kernel's place.

package import Linux

/// One event as it is written to a virtual device; the kernel adds the time.
package struct WrittenEvent: Hashable {
  package let type: UInt16
  package let code: UInt16
  package let value: Int32

  init(_ type: Int, _ code: Int, _ value: Int) {
    self.type = UInt16(truncatingIfNeeded: type)
    self.code = UInt16(truncatingIfNeeded: code)
    self.value = Int32(clamping: value)
  }

  /// The end of a frame.
  static let report = WrittenEvent(InputType.synchronization, SyncCode.report, 0)
}

/// A virtual device of the kernel.
package protocol VirtualDevice: AnyObject {
  /// Its node, such as `/dev/input/event7`.
  var node: String { get }
  /// Lets it say this, whole frames.
  func write(_ events: borrowing ContiguousArray<WrittenEvent>) throws(SystemError)
}
