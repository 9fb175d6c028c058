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
  /// What gives its touches to the rest of the system; nil where nothing does.
  var passer: TouchPasser? { get }
  /// Why nothing does, although something should.
  var passingTrouble: String? { get }
  /// Cancels the contacts and keys that are down, and closes the device.
  func close()
}

extension OpenDevice {
  var passer: TouchPasser? { nil }
  var passingTrouble: String? { nil }
}

/// What a person can do when a device cannot be opened.
package enum DeviceAdvice {
  static let permission = "become a member of the group input, or run as root"
  /// What gives the service the way to pass touches on.
  package static let passingOn =
    "sudo install -D -m 644 -t /etc/systemd/system/responderd.service.d "
    + "/usr/share/responderd/systemd/passing-on.conf && sudo systemctl daemon-reload && "
    + "sudo systemctl restart responderd.service"
}
