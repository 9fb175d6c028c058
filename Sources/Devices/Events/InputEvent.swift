// One event of a kernel input device, as a value without C types.

package import ResponderKit

/// One event of a kernel input device: a value of one code at one moment.
package struct InputEvent: Hashable, Sendable {
  /// The types and codes that a recording may hold; the kernel keeps 16 bits.
  package static let codes = 0...0xffff
  /// The values that a recording may hold. Some tools print 32 bits without their sign; what is
  /// beyond the kernel's own 32 bits becomes the nearest value in them.
  package static let values = -(1 << 32)...1 << 32

  /// When it happened, by the clock of the device or of the recording.
  package var time: Instant
  /// The kernel's event type, such as `InputType.absolute`.
  @Bounded<UInt16> package var type: Int
  /// The kernel's code within the type.
  @Bounded<UInt16> package var code: Int
  /// The new value.
  @Bounded<Int32> package var value: Int

  /// The event with these numbers, each bounded as the kernel bounds it.
  package init(time: Instant, type: Int, code: Int, value: Int) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether the event ends a frame.
  package var isReport: Bool { type == InputType.synchronization && code == SyncCode.report }
}
