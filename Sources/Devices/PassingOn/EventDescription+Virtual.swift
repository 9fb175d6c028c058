// The axes and keys of a virtual device: those of the real device that are passed on.

extension EventDescription {
  /// A device for the touches and keys of this one that are passed on, with the fuzz that udev keeps.
  ///
  /// Axes that the engine does not know are left out: they would never have events.
  package func virtual(fuzz: [Int: Int] = [:]) -> EventDescription {
    var description = EventDescription()
    description.name = name
    description.bus = bus
    description.vendor = vendor
    description.product = product
    description.version = version
    description.properties = properties
    for code in codes[InputType.key] ?? [] {
      description.insert(type: InputType.key, code: code)
    }
    guard let contactProtocol else { return description }
    for (code, axis) in axes where EventDescription.passedAxes.contains(code) {
      var axis = axis
      if let fuzz = fuzz[code] { axis.fuzz = fuzz }
      description.insert(axis: code, axis)
    }
    guard contactProtocol != .single else { return description }
    if contactProtocol == .anonymous {
      let last = AnonymousContacts.slotCount - 1
      description.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: last))
    }
    description.insert(axis: AxisCode.trackingID, AxisRange(minimum: 0, maximum: 65535))
    // Without this axis the kernel drops the word that a finger is a palm, and readers see a tap.
    let tools = max(axes[AxisCode.toolType]?.maximum ?? 0, ToolType.palm)
    description.insert(axis: AxisCode.toolType, AxisRange(minimum: 0, maximum: tools))
    return description
  }

  private static let passedAxes: Set = [
    AxisCode.x, AxisCode.y, AxisCode.pressure, AxisCode.slot, AxisCode.positionX,
    AxisCode.positionY, AxisCode.slotPressure, AxisCode.touchMajor, AxisCode.touchMinor,
    AxisCode.orientation, AxisCode.slotDistance,
  ]
}
