// Devices that a test makes up, with what finds and opens them.

import Configuration
import Linux
import ResponderKit

@testable import Devices

/// Devices that a test makes up.
final class SimulatedFinder: DeviceFinder {
  var devices: [DeviceDescription] = []
  private var handler: ((DeviceNodeChange) -> Void)?

  func present() -> [DeviceDescription] { devices }

  func start(on loop: EventLoop, _ handler: @escaping (DeviceNodeChange) -> Void)
    throws(SourceError)
  {
    self.handler = handler
  }

  func report(_ change: DeviceNodeChange) { handler?(change) }
}

/// An open device that a test makes up.
final class SimulatedDevice: OpenDevice {
  let device: Device
  let outlet: DeviceOutlet
  let request: OpenRequest
  var counters = ContactCounters()

  init(_ request: OpenRequest) {
    device = request.device
    outlet = request.outlet
    self.request = request
  }

  func close() { outlet.cancelAll() }

  func touch() {
    var frame = Frame(time: Instant(microseconds: 0), device: device)
    frame.contacts.append(Contact(id: 1, change: .down, position: .zero))
    outlet.deliver(&frame)
  }

  /// Goes away by itself, as an unplugged device does.
  func lose() {
    close()
    request.lost("it was unplugged")
  }
}

/// A backend that opens what a test lets it open.
final class SimulatedOpener: DeviceOpener {
  var open: [String: SimulatedDevice] = [:]
  var attempts: [String] = []
  var pens: Set<String> = []
  /// The error with which a node is refused.
  var refusals: [String: Int32] = [:]

  func open(_ request: OpenRequest) throws(SourceError) {
    let node = request.description.node
    attempts.append(node)
    if let number = refusals[node] { throw SourceError("refused", number: number) }
    let device = SimulatedDevice(request)
    open[node] = device
    request.opened(device)
  }

  func watch(pens: Set<String>) { self.pens = pens }

  func stop() {}
}
