// Opens devices for their own events.

import LinuxKit
import ResponderKit

/// Opens devices for the kernel's own events.
final class EvdevOpener: DeviceOpener {
  func open(_ request: OpenRequest) throws(SourceError) {
    do {
      let handle = try EvdevHandle(node: request.description.node)
      if request.use.rule.grab { try handle.grab() }
      request.description.fill(from: handle.description)
      let device = EvdevDevice(
        handle: handle, device: request.device,
        mapping: request.use.mapping(calibration: request.description.calibration),
        rule: request.use.rule, outlet: request.outlet, clock: request.loop.clock)
      device.onEscape = request.escaped
      request.opened(device)
      try device.start(on: request.loop, onLoss: request.lost)
    } catch {
      throw SourceError(error.description, number: error.number)
    }
  }

  func watch(pens: Set<String>) {}

  func stop() {}
}
