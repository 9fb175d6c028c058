// The openers of devices: one for each backend; tests use their own.

import Configuration
import Glibc
import Linux
import ResponderKit

/// Opens devices through one backend.
protocol DeviceOpener: AnyObject {
  /// Opens a device, calls `request.opened` before its first frame, and reads it from then on.
  func open(_ request: OpenRequest) throws(SourceError)
  /// Watches these pens, and no others, to keep the palms of the hands that hold them away.
  func watch(pens: Set<String>)
  /// Releases everything besides open devices.
  func stop()
}

/// The description and settings with which a backend opens a device, and its closures.
final class OpenRequest {
  /// The device; the backend adds what it can read only from the open device.
  var description: DeviceDescription
  let use: DeviceUse
  let device: Device
  let outlet: DeviceOutlet
  let loop: EventLoop
  /// Called when the device is open, before its first frame.
  var opened: (any OpenDevice) -> Void = { _ in }
  /// Called when the device is unplugged, after its contacts were cancelled.
  var lost: (String) -> Void = { _ in }
  /// Called when a person asks for grabbed devices back or ends that; false if it is not the time.
  var escaped: () -> Bool = { true }
  /// Called when the grab was released by hand, and when it applies again.
  var grabbed: (Bool) -> Void = { _ in }
  /// Called with facts for the log.
  var report: (SourceMessage) -> Void = { _ in }

  init(
    _ description: DeviceDescription, _ use: DeviceUse, _ device: Device, _ outlet: DeviceOutlet,
    _ loop: EventLoop
  ) {
    self.description = description
    self.use = use
    self.device = device
    self.outlet = outlet
    self.loop = loop
  }

  /// Throws if the opened node is another device now: node numbers are used again, and udev reports
  /// the new device later.
  func requireSameDevice() throws(SourceError) {
    guard !SystemDevices.leads(description.node, to: description.systemPath) else { return }
    throw SourceError("\(description.node) is now another device", number: ENODEV)
  }
}
