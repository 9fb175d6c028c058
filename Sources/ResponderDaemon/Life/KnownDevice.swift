// A device in use, with what is known of it.

import Devices
import ResponderKit
import TouchSources

/// A device that a source has opened.
struct KnownDevice {
  let device: Device
  let description: DeviceDescription
  /// Who gives its frames.
  let source: any Source

  /// Its name in records and requests.
  var name: String { device.name }
}
