// The events of a kernel device in any order, with losses, resynchronizations and pauses.

import Configuration
import Devices
import ResponderKit

/// Feeds events to the translation of one kind of device, as the first byte says.
///
/// Five bytes are one step: what happens, which code, and a value of 16 bits, or an extreme one.
func translateKernelEvents(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let description = EventDescription.made(kind: Int(first))
  let screen = Screen(id: "screen", size: Size(width: 800, height: 480))
  let device = Device(name: "fuzz", kind: .touchscreen, screen: screen)
  var settings = TranslationSettings()
  settings.hovering = first & 0x40 == 0 ? .pointer : .touch
  let translator = EventTranslator(
    description, device: device,
    mapping: SurfaceMapping(region: Rect(x: 0, y: 0, width: 800, height: 480)), settings: settings)
  var ledger = FingerLedger()
  var time = Instant.zero
  var state = KernelState()

  func read(_ hasFrame: Bool) { if hasFrame { ledger.read(translator.frame) } }

  var rest = bytes.dropFirst()
  while rest.count >= 5 {
    let step = Array(rest.prefix(5))
    rest = rest.dropFirst(5)
    let value =
      step[2] == 0xff ? extremes[Int(step[3]) % extremes.count] : Int(step[3]) << 8 | Int(step[4])
    let slotAxes = Array(AxisCode.ofSlots)
    time = time + TimeInterval(step[2] & 0x1f) / 1000
    if let deadline = translator.deadline, deadline <= time {
      read(translator.advance(to: deadline))
    }
    switch step[0] % 16 {
    case 0..<5:
      let code = slotAxes[Int(step[1]) % slotAxes.count]
      read(translator.handle(event(time, InputType.absolute, code, value)))
    case 5, 6: read(translator.handle(event(time, InputType.absolute, AxisCode.slot, value % 40)))
    case 7:
      let id = step[3] & 1 == 0 ? -1 : value
      read(translator.handle(event(time, InputType.absolute, AxisCode.trackingID, id)))
    case 8: read(translator.handle(event(time, InputType.key, 0x100 + Int(step[1]), value & 3)))
    case 9: read(translator.handle(event(time, InputType.absolute, Int(step[1]) & 0x3f, value)))
    case 10: read(translator.handle(event(time, 0, SyncCode.multitouchReport, 0)))
    case 11: read(translator.handle(event(time, 0, SyncCode.dropped, 0)))
    case 12:
      let axes = [AxisCode.trackingID, AxisCode.positionX, AxisCode.positionY, AxisCode.toolType]
      let axis = axes[Int(step[1]) % axes.count]
      state.axes.append(KernelState.AxisValue(slot: Int(step[1]) % 12, axis: axis, value: value))
      state.keys.formSymmetricDifference([0x140 + Int(step[3]) % 16])
    case 13:
      if translator.isAnonymous {
        read(translator.cancelAll(at: time))
        translator.restartAnonymous()
      } else {
        read(translator.resynchronize(at: time, state))
      }
      state = KernelState()
    case 14 where step[1] < 16: read(translator.cancelAll(at: time))
    default: read(translator.handle(event(time, 0, SyncCode.report, 0)))
    }
  }
  read(translator.cancelAll(at: time))
  expect(ledger.isEmpty, "fingers that never went")
}

private let extremes = [
  0, -1, 1, 255, 256, 65535, 65536, 2_147_483_647, -2_147_483_648, 4_294_967_296, .max, .min,
]

private func event(_ time: Instant, _ type: Int, _ code: Int, _ value: Int) -> InputEvent {
  InputEvent(time: time, type: type, code: code, value: value)
}

extension EventDescription {
  /// A panel with slots, one without, one for a single finger, a touchpad, a gamepad, an
  /// accelerometer.
  fileprivate static func made(kind: Int) -> EventDescription {
    var description = EventDescription()
    let range = AxisRange(minimum: kind & 0x80 == 0 ? 0 : -3, maximum: 1000, resolution: kind & 7)
    func insert(_ axes: Int...) { for axis in axes { description.insert(axis: axis, range) } }
    description.insert(type: InputType.key, code: ButtonCode.touch)
    switch kind % 6 {
    case 0:
      insert(AxisCode.positionX, AxisCode.positionY, AxisCode.trackingID, AxisCode.toolType)
      insert(
        AxisCode.touchMajor, AxisCode.orientation, AxisCode.slotDistance, AxisCode.slotPressure)
      description.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: kind >> 3 & 15))
      description.insert(property: InputProperty.direct)
    case 1:
      insert(AxisCode.positionX, AxisCode.positionY, AxisCode.touchMajor)
      if kind & 8 != 0 { insert(AxisCode.trackingID) }
      description.insert(property: InputProperty.direct)
    case 2:
      insert(AxisCode.x, AxisCode.y, AxisCode.pressure, AxisCode.distance)
      if kind & 8 != 0 { description.insert(type: InputType.key, code: ButtonCode.toolPen) }
    case 3:
      insert(AxisCode.positionX, AxisCode.positionY, AxisCode.trackingID)
      description.insert(axis: AxisCode.slot, AxisRange(minimum: 0, maximum: 1))
      for code in ButtonCode.fingerTools { description.insert(type: InputType.key, code: code) }
    case 4:
      insert(AxisCode.x, AxisCode.y, AxisCode.gas, AxisCode.brake, AxisCode.hatX, AxisCode.hatY)
      description.insert(type: InputType.key, code: ButtonCode.gamepadSouth)
    default:
      insert(AxisCode.x, AxisCode.y, AxisCode.z)
      description.insert(property: InputProperty.accelerometer)
    }
    return description
  }
}
