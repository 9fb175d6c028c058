// What the two backends have in common: a device that is open.

import ResponderKit

/// A device that is open, whichever backend reads it.
protocol OpenDevice: AnyObject {
  /// Who reports.
  var device: Device { get }
  /// The way out of its frames.
  var outlet: DeviceOutlet { get }
  /// What it did wrong so far.
  var counters: ContactCounters { get }
  /// Cancels the contacts and keys that are down, and closes the device.
  func close()
}

/// What a person can do when a device cannot be opened.
enum DeviceAdvice {
  static let permission = "become a member of the group input, or run as root"
}
