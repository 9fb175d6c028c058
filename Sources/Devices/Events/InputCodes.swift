// The kernel's numbers for input events (linux/input-event-codes.h), those that we give a meaning.

/// The kernel's event types.
package enum InputType {
  package static let synchronization = 0x00
  package static let key = 0x01
  package static let relative = 0x02
  package static let absolute = 0x03
  package static let miscellaneous = 0x04
  package static let `switch` = 0x05
  package static let repetition = 0x14
  /// The types that there can be.
  package static let all = 0...0x1f
  /// The codes that there can be in any type.
  package static let codes = 0...0x2ff
}

/// The codes of synchronization events.
package enum SyncCode {
  package static let report = 0
  package static let multitouchReport = 2
  package static let dropped = 3
}

/// The codes of relative axes.
package enum RelativeCode {
  package static let x = 0x00
  package static let y = 0x01
  package static let horizontalWheel = 0x06
  package static let dial = 0x07
  package static let wheel = 0x08
  /// The same in 120ths of a notch.
  package static let fineWheel = 0x0b
  package static let fineHorizontalWheel = 0x0c
  /// The axes that there can be.
  package static let all = 0...0x0f
}

/// The codes of absolute axes.
package enum AxisCode {
  package static let x = 0x00
  package static let y = 0x01
  package static let z = 0x02
  package static let rz = 0x05
  package static let gas = 0x09
  package static let brake = 0x0a
  package static let hatX = 0x10
  package static let hatY = 0x11
  package static let pressure = 0x18
  package static let distance = 0x19
  package static let tiltX = 0x1a
  package static let tiltY = 0x1b
  package static let slot = 0x2f
  package static let touchMajor = 0x30
  package static let touchMinor = 0x31
  package static let orientation = 0x34
  package static let positionX = 0x35
  package static let positionY = 0x36
  package static let toolType = 0x37
  package static let trackingID = 0x39
  package static let slotPressure = 0x3a
  package static let slotDistance = 0x3b
  package static let toolY = 0x3d
  /// The axes that there can be.
  package static let all = 0...0x3f
  /// The axes of a contact of a device without slots.
  static let ofSingle = [x, y, z, pressure, distance, tiltX, tiltY]
  /// The axes that belong to the current slot.
  package static let ofSlots = touchMajor...toolY
}

/// The codes of keys and buttons that say something about fingers and tools.
package enum ButtonCode {
  /// The shift keys of a keyboard.
  package static let shifts: Set = [42, 54]
  /// Left, right, middle, side, extra.
  package static let mouse = 0x110...0x114
  package static let gamepadSouth = 0x130
  package static let toolPen = 0x140
  package static let toolRubber = 0x141
  package static let toolFinger = 0x145
  package static let toolQuintTap = 0x148
  package static let touch = 0x14a
  package static let thirdStylus = 0x149
  package static let stylus = 0x14b
  package static let secondStylus = 0x14c
  package static let toolDoubleTap = 0x14d
  package static let toolTripleTap = 0x14e
  package static let toolQuadTap = 0x14f
  /// The buttons of a touchpad that say how many fingers are on it.
  package static let fingerTools = [
    toolFinger, toolDoubleTap, toolTripleTap, toolQuadTap, toolQuintTap,
  ]
  /// The buttons that say how many fingers are on the surface, and whether any is.
  package static let aboutFingers = fingerTools + [touch]
  /// The tools that a person holds: pen, rubber, brush, pencil, airbrush.
  package static let heldTools = toolPen...0x144
}

/// The device properties that say how a surface is meant.
package enum InputProperty {
  package static let direct = 0x01
  package static let accelerometer = 0x06
  /// The properties that there can be.
  package static let all = 0...0x1f
}

/// The values of `AxisCode.toolType`.
package enum ToolType {
  package static let finger = 0
  package static let pen = 1
  package static let palm = 2
}
