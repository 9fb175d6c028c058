// The interface of an open device, for both backends.

import Linux
import ResponderKit

/// A device that is open, whichever backend reads it.
protocol OpenDevice: AnyObject {
  /// The device of the frames.
  var device: Device { get }
  /// The way out of its frames.
  var outlet: DeviceOutlet { get }
  /// Counters of protocol violations.
  var counters: ContactCounters { get }
  /// What gives its touches to the rest of the system; nil where nothing does.
  var passer: TouchPasser? { get }
  /// Why nothing does, although something should.
  var passingTrouble: String? { get }
  /// Whether other programs receive no events of it.
  var isGrabbed: Bool { get }
  /// Whether its grab is released by hand.
  var isReleased: Bool { get }
  /// Cancels the contacts and keys that are down, and closes the device.
  func close()
}

extension OpenDevice {
  var passer: TouchPasser? { nil }
  var passingTrouble: String? { nil }
  var isGrabbed: Bool { false }
  var isReleased: Bool { false }
}

/// Fixes for a device that cannot be opened.
package enum DeviceAdvice {
  static let permission = "become a member of the group input, or run as root"
  /// What gives the service the way to pass touches on.
  package static let passingOn =
    "sudo install -D -m 644 -t /etc/systemd/system/responderd.service.d "
    + "/usr/share/responderd/systemd/passing-on.conf && sudo systemctl daemon-reload && "
    + "sudo systemctl restart responderd.service"

  /// What starts the driver of a device again, as if it was unplugged for a moment; nil where none
  /// is known.
  package static func restarting(_ node: String) -> String? {
    let name = node.split(separator: "/").last ?? ""
    guard let device = realPath(of: "/sys/class/input/\(name)/device/device"),
      let driver = realPath(of: "\(device)/driver"), let id = device.split(separator: "/").last
    else { return nil }
    return "echo \(id) | sudo tee \(driver)/unbind \(driver)/bind"
  }
}
