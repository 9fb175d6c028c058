// The kernel's events of a mouse.

import ResponderKit

/// The pointer of a mouse that is read through the kernel's own events.
struct MouseTable {
  private var pointer: MousePointer
  private let scale: AxisScale
  /// The latest values of absolute axes, as virtual machines have them.
  private var x: Int
  private var y: Int

  /// The table of a device.
  init(_ description: EventDescription, _ scale: AxisScale) {
    func middle(_ axis: Int) -> Int {
      description.axes[axis].map { ($0.minimum + $0.maximum) / 2 } ?? 0
    }
    x = middle(AxisCode.x)
    y = middle(AxisCode.y)
    self.scale = scale
    pointer = MousePointer(scale.mapping)
  }

  /// Handles one event; reports are handled by `report(into:)`.
  mutating func handle(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (InputType.relative, RelativeCode.x): pointer.move(by: Point(x: Double(event.value), y: 0))
    case (InputType.relative, RelativeCode.y): pointer.move(by: Point(x: 0, y: Double(event.value)))
    case (InputType.absolute, AxisCode.x): place(event.value, y)
    case (InputType.absolute, AxisCode.y): place(x, event.value)
    case (InputType.key, _): pointer.handle(button: event.code, isDown: event.value != 0)
    default: break
    }
  }

  private mutating func place(_ x: Int, _ y: Int) {
    (self.x, self.y) = (x, y)
    pointer.move(to: scale.point(x, y))
  }

  /// Ends a frame.
  mutating func report(into frame: inout Frame) { pointer.report(into: &frame) }

  /// Recovers from lost events: a button that is up cancels its touch.
  mutating func resynchronize(isDown: (Int) -> Bool, into frame: inout Frame) {
    pointer.preset(isDown: isDown)
    pointer.report(into: &frame, afterLoss: true)
  }

  /// Cancels the touch of the buttons, and counts them as released.
  mutating func cancelAll(into frame: inout Frame) {
    resynchronize(isDown: { _ in false }, into: &frame)
  }
}
