// A description of a device, derived from the events that it reported.

extension EventDescription {
  /// A description for events without one: its ranges are those of the events.
  package init(guessedFrom events: some Sequence<InputEvent>) {
    self.init()
    name = "unknown device"
    for event in events where event.type != InputType.synchronization {
      guard event.type == InputType.absolute else {
        insert(type: event.type, code: event.code)
        continue
      }
      var range = axes[event.code] ?? AxisRange(minimum: 0, maximum: 0)
      range.minimum = min(range.minimum, event.code == AxisCode.trackingID ? 0 : event.value)
      range.maximum = max(range.maximum, event.value)
      insert(axis: event.code, range)
    }
    // Two fingers that land at once have a button of their own, but only on a touchpad.
    if ButtonCode.fingerTools.contains(where: hasKey) {
      insert(type: InputType.key, code: ButtonCode.toolFinger)
    }
    // A device with slots may never have left its first one, nor moved.
    if hasAxis(AxisCode.trackingID) {
      for axis in [AxisCode.slot, AxisCode.positionX, AxisCode.positionY] where !hasAxis(axis) {
        insert(axis: axis, AxisRange(minimum: 0, maximum: 0))
      }
    }
    // A finger down on a device without a touch button, or whose button was not recorded.
    if !hasAxis(AxisCode.positionX), hasAxis(AxisCode.x) { insert(type: 1, code: ButtonCode.touch) }
  }
}
