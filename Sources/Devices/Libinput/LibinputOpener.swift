// Opens touchscreens and mice through libinput, and the pens of panels beside them.

import Configuration
import Glibc
import Linux
import ResponderKit

/// Opens touchscreens and mice through libinput; its context exists from the first one on.
final class LibinputOpener: DeviceOpener {
  private let report: (SourceMessage) -> Void
  private var context: LibinputContext?
  private var companions: [String: LibinputCompanion] = [:]

  init(report: @escaping (SourceMessage) -> Void) { self.report = report }

  func open(_ request: OpenRequest) throws(SourceError) {
    // libinput would report a node that was just removed as a bug of this program.
    let node = request.description.node
    guard unsafe access(node, F_OK) == 0 else {
      throw SourceError("\(node) is gone", number: ENOENT)
    }
    if context == nil { context = try LibinputContext(on: request.loop, report: report) }
    guard let context else { return }
    let handle = unsafe try context.add(node)
    do throws(SourceError) {
      try request.requireSameDevice()
    } catch {
      unsafe context.remove(handle)
      throw error
    }
    let kind = request.device.kind
    guard unsafe LibinputContext.isUseful(handle, as: kind) else {
      unsafe context.remove(handle)
      throw SourceError("libinput sees no \(kind) in it; source: evdev may help")
    }
    unsafe LibinputContext.switchOffCalibration(of: handle)
    if request.description.kind == .touchpad {
      unsafe LibinputContext.scrollWithFingers(on: handle)
    }
    request.description.physicalSize =
      unsafe LibinputContext.size(of: handle) ?? request.description.physicalSize
    request.description.slotCount = unsafe LibinputContext.touchCount(of: handle)
    let device = unsafe LibinputDevice(
      handle: handle, context: context, device: request.device,
      mapping: request.use.mapping(calibration: request.description.calibration),
      keys: request.use.rule.translation.keys, outlet: request.outlet, onLoss: request.lost)
    request.opened(device)
    if request.use.passesOn {
      request.report(.nothingPassedOn(request.device.name, LibinputDevice.cannotPass))
      device.passingTrouble = LibinputDevice.cannotPass
    }
    if request.use.rule.grab {
      request.report(
        SourceMessage(
          .warning, .config, kind: "grab",
          "\(request.device.name): libinput cannot grab a device; set source: evdev"))
    }
  }

  func watch(pens: Set<String>) {
    guard let context else { return }
    companions = companions.filter { pens.contains($0.key) }
    for pen in pens where companions[pen] == nil {
      companions[pen] = LibinputCompanion(pen, in: context)
    }
  }

  func stop() {
    companions.removeAll()
    context = nil
  }
}
