// Opens devices for their own events.

import Devices
import Glibc
import LinuxKit
import ResponderKit

/// Opens devices for the kernel's own events.
final class EvdevOpener: DeviceOpener {
  func open(_ request: OpenRequest) throws(SourceError) {
    let handle: EvdevHandle
    do {
      handle = try EvdevHandle(node: request.description.node)
    } catch {
      throw SourceError(error.description, number: error.number)
    }
    try request.requireSameDevice()
    guard handle.description.isUseful(request.use.rule.translation) else {
      // ENODEV: opening the device again would not help.
      throw SourceError(
        "it has neither a touch surface nor a key that is a press or a command", number: ENODEV)
    }
    do {
      if request.use.rule.grab { try handle.grab() }
      request.description.fill(from: handle.description)
      let device = EvdevDevice(
        handle: handle, device: request.device,
        mapping: request.use.mapping(calibration: request.description.calibration),
        rule: request.use.rule, outlet: request.outlet, clock: request.loop.clock)
      device.onEscape = request.escaped
      request.opened(device)
      for axis in handle.description.positionsWithoutRange {
        let range = handle.description.axes[axis] ?? AxisRange(minimum: 0, maximum: 0)
        request.noted(
          SourceNote(
            .warning, kind: "range \(request.description.node)",
            "\(handle.description.name) (\(request.description.node)): "
              + "\(KeyNames.name(type: InputType.absolute, code: axis) ?? "axis \(axis)") has the range "
              + "\(range.minimum) to \(range.maximum), so positions are unknown; report it to the authors of the driver"
          ))
      }
      try device.start(on: request.loop, onLoss: request.lost)
    } catch {
      throw SourceError(error.description, number: error.number)
    }
  }

  func watch(pens: Set<String>) {}

  func stop() {}
}

extension EventDescription {
  /// Whether a device can say anything that has a meaning.
  func isUseful(_ settings: TranslationSettings) -> Bool {
    contactProtocol != nil || properties.contains(InputProperty.accelerometer)
      || PressTable.isUseful(self, meanings: KeyMeanings(settings.keys))
  }
}
