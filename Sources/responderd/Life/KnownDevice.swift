// A device in use, with its description.

import Configuration
import Devices
import ResponderKit

/// A device that a source has opened.
struct KnownDevice {
  let device: Device
  let description: DeviceDescription
  /// The source of its frames.
  let source: any Source

  /// The name in records and requests.
  var name: String { device.name }
}
