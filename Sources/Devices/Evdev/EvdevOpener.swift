// Opens devices for their own events.

import Configuration
import Glibc
import Linux
import ResponderKit

/// Opens devices for the kernel's own events.
final class EvdevOpener: DeviceOpener {
  /// Makes what touches are passed on with; tests put their own in its place.
  typealias MakeVirtual = (EventDescription, String) throws(SystemError) -> any VirtualDevice
  private let makeVirtual: MakeVirtual

  init(
    makeVirtual: @escaping MakeVirtual = { (description, path) throws(SystemError) in
      try UInputDevice(description, for: path)
    }
  ) {
    self.makeVirtual = makeVirtual
  }

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
        "it has no touch surface, no pointer, and no key that is a press or a command",
        number: ENODEV)
    }
    do {
      var passer: TouchPasser?
      var trouble: String?
      if request.use.passesOn {
        do throws(SystemError) {
          passer = try makePasser(handle.description, request)
        } catch {
          trouble = error.description
          request.report(.nothingPassedOn(request.description.name, error.description))
        }
      }
      // A device that passes touches on is grabbed later, when no finger is down.
      if request.use.rule.grab, passer == nil { try handle.grab() }
      request.description.fill(from: handle.description)
      let device = EvdevDevice(
        handle: handle, device: request.device,
        mapping: request.use.mapping(calibration: request.description.calibration),
        rule: request.use.rule, outlet: request.outlet, clock: request.loop.clock,
        passer: passer, passingTrouble: trouble, report: request.report)
      device.onEscape = request.escaped
      device.onGrab = request.grabbed
      request.opened(device)
      for axis in handle.description.positionsWithoutRange {
        let range = handle.description.axes[axis] ?? AxisRange(minimum: 0, maximum: 0)
        request.report(
          SourceMessage(
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

  private func makePasser(
    _ surface: EventDescription, _ request: OpenRequest
  ) throws(SystemError) -> TouchPasser {
    let description = request.description
    if surface.hasKey(ButtonCode.gamepadSouth) {
      throw SystemError(
        call: "passesOn", subject: description.node, number: ENOTSUP,
        advice: "a gamepad has sticks, which cannot be passed on; remove passesOn from its entry")
    }
    let announced = surface.virtual(fuzz: description.fuzz)
    return TouchPasser(
      try makeVirtual(announced, description.path), announced,
      scale: AxisScale(
        surface, mapping: request.use.mapping(calibration: description.calibration)),
      cancel: request.use.rule.passedOnCancel
    ) { [report = request.report] in report(.nothingPassedOn(description.name, "\($0)")) }
  }

  func watch(pens: Set<String>) {}

  func stop() {}
}

extension EventDescription {
  /// Whether a device can say anything that has a meaning.
  func isUseful(_ settings: TranslationSettings) -> Bool {
    contactProtocol != nil || isMouse || properties.contains(InputProperty.accelerometer)
      || PressTable.isUseful(self, meanings: KeyMeanings(settings.keys))
  }
}
