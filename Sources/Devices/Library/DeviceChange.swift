// Devices that were opened or closed, as the program receives them.

package import Configuration
package import Devices
import ResponderConfiguration
public import ResponderKit

/// A device that can be used now, or no longer.
public enum DeviceChange {
  /// The device can be used; the text describes it.
  case opened(Device, String)
  /// The device can no longer be used, for this reason; its touches were cancelled.
  case closed(Device, String)
}

/// Why devices or recordings cannot be read.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error, its cause, and a fix.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension DeviceLoop {
  package func source(
    _ source: any Source, opened device: Device, _ description: DeviceDescription
  ) {
    onDevice?(.opened(device, "\(description.kind.rawValue), \(description.node)"))
  }

  package func source(
    _ source: any Source, closed device: Device, at time: Instant, because reason: String
  ) {
    // The last frame cancelled the contacts; presses and held touches may be left.
    tree.application.cancelAll(of: device, at: time)
    finishTurn()
    onDevice?(.closed(device, reason))
  }

  package func source(_ source: any Source, reported message: SourceMessage) {
    onMessage?(message.text)
  }
}
