// The frames of devices and recordings, and the devices that come and go.

package import Configuration
package import Devices
import Linux
import Protocol
import Records
package import ResponderKit

extension Daemon: SourceDelegate {
  package func source(_ source: any Source, received frame: borrowing Frame) {
    if source is DeviceSource { sources.playRecordings(before: frame.time) }
    feed(frame)
  }

  package func source(
    _ source: any Source, opened device: Device, _ description: DeviceDescription
  ) {
    sources.opened(KnownDevice(device: device, description: description, source: source))
    encoder.device(device, .added, at: now)
    health.look()
    let screen = device.screen.map { " on screen \"\($0.id)\"" } ?? ""
    log.write(
      .notice, .device, "\(device.name): \(device.kind.rawValue)\(screen), \(description.node)")
  }

  package func source(
    _ source: any Source, closed device: Device, at time: Instant, because reason: String
  ) {
    guard sources.closed(device) else { return }
    // The last frame cancelled the contacts; presses and held touches may be left.
    panel.cancelAll(of: device, at: time)
    sources.passing.remove(device)
    encoder.device(device, .removed, at: time)
    health.look()
    log.write(.notice, .device, "\(device.name): no longer used: \(reason)")
  }

  package func sourceChanged(_ source: any Source) { health.look() }

  package func source(_ source: any Source, mayReleaseGrabsBy device: Device) -> Bool {
    !panel.showsPrivateWindow && !panel.hasGesture(on: device)
  }

  package func source(_ source: any Source, grabbed device: Device, _ isGrabbed: Bool) {
    encoder.device(device, isGrabbed ? .grabbed : .released, at: now)
  }

  package func source(_ source: any Source, reported message: SourceMessage) {
    log.limited(message.level, message.origin, message.kind, message.text)
    health.look()
  }
}
