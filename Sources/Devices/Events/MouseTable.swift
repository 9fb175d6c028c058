// The kernel's events of a mouse.

import ResponderKit

/// The pointer of a mouse that is read through the kernel's own events.
struct MouseTable {
  private var pointer: MousePointer
  private let scale: AxisScale
  /// Whether the device also reports parts of a notch, with the same turns in them.
  private let hasFineWheels: Bool
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
    hasFineWheels = description.has(type: InputType.relative, code: RelativeCode.fineWheel)
    self.scale = scale
    pointer = MousePointer(scale.mapping)
  }

  /// Handles one event; reports are handled by `report(into:)`.
  mutating func handle(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (InputType.relative, _): turnOrMove(event.code, Double(event.value))
    case (InputType.absolute, AxisCode.x): place(event.value, y)
    case (InputType.absolute, AxisCode.y): place(x, event.value)
    case (InputType.key, _): pointer.handle(button: event.code, isDown: event.value != 0)
    default: break
    }
  }

  private mutating func turnOrMove(_ code: Int, _ value: Double) {
    switch code {
    case RelativeCode.x: pointer.move(by: Point(x: value, y: 0))
    case RelativeCode.y: pointer.move(by: Point(x: 0, y: value))
    // Away from the user shows what is further up.
    case RelativeCode.fineWheel: pointer.turnWheel(by: Point(x: 0, y: -value))
    case RelativeCode.fineHorizontalWheel: pointer.turnWheel(by: Point(x: value, y: 0))
    case RelativeCode.wheel where !hasFineWheels:
      pointer.turnWheel(by: Point(x: 0, y: -120 * value))
    case RelativeCode.horizontalWheel where !hasFineWheels:
      pointer.turnWheel(by: Point(x: 120 * value, y: 0))
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
