// One event of a kernel input device, as a value without C types.

package import ResponderKit

/// One event of a kernel input device: a value of one code at one moment.
package struct InputEvent: Hashable, Sendable {
  /// When it happened, by the clock of the device or of the recording.
  package var time: Instant
  /// The kernel's event type, such as `InputType.absolute`.
  package var type: Int
  /// The kernel's code within the type.
  package var code: Int
  /// The new value.
  package var value: Int

  /// The event with these numbers.
  package init(time: Instant, type: Int, code: Int, value: Int) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether it ends a frame.
  package var isReport: Bool { type == InputType.synchronization && code == SyncCode.report }
}
