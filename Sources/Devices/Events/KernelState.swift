// The state of a device, read when it is opened and when events were lost.

/// The contacts, keys and axes of a device at one moment.
package struct KernelState: Sendable {
  /// One axis of one slot.
  package struct AxisValue: Hashable, Sendable {
    package var slot: Int
    package var axis: Int
    package var value: Int

    /// The value of an axis of a slot.
    package init(slot: Int, axis: Int, value: Int) {
      self.slot = slot
      self.axis = axis
      self.value = value
    }
  }

  /// The axes of every slot; a slot's tracking id comes first.
  package var axes: [AxisValue] = []
  /// The slot that the next events change.
  package var currentSlot: Int?
  /// The keys and buttons that are down.
  package var keys: Set<Int> = []

  /// A state with no contact and no key down.
  package init() {}

  /// Whether a key or button is down.
  package func isKeyDown(_ code: Int) -> Bool { keys.contains(code) }

  /// Whether a finger is on the surface.
  var hasContacts: Bool {
    keys.contains(ButtonCode.touch)
      || axes.contains { $0.axis == AxisCode.trackingID && $0.value >= 0 }
  }

  /// Puts the state into the slots.
  func fill(_ slots: inout SlotTable) {
    for value in axes { slots.preset(slot: value.slot, axis: value.axis, value: value.value) }
    if let currentSlot { slots.preset(currentSlot: currentSlot) }
    slots.preset(keys: keys)
  }
}
