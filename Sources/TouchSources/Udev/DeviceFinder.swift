// What tells which devices there are; tests put their own in its place.

import Devices
import LinuxKit

/// What happened to a node.
enum DeviceChange {
  /// It is there, or something of it changed.
  case present(DeviceDescription)
  case gone(node: String)
  /// Its owner, mode or access list changed.
  case permissions(node: String)
  /// Changes were lost: look at everything anew.
  case lost
  /// Changes of this kind are not reported, for this reason.
  case unwatched(String)
}

/// What tells which devices there are, and which come and go.
protocol DeviceFinder: AnyObject {
  /// Every device that is there now, in the order of their nodes' numbers.
  func present() throws(SourceError) -> [DeviceDescription]
  /// Tells of every change from now on.
  func start(on loop: EventLoop, _ handler: @escaping (DeviceChange) -> Void) throws(SourceError)
}
