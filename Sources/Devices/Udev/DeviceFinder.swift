// The interface for finding devices; tests have an implementation of their own.

import Configuration
import Linux

/// The change of a node.
enum DeviceNodeChange {
  /// The node exists, or its properties have changed.
  case present(DeviceDescription)
  case gone(node: String)
  /// The owner, mode or access list has changed.
  case permissions(node: String)
  /// Changes were lost: all devices must be examined again.
  case lost
  /// Changes of this kind are not reported, for this reason.
  case unwatched(String)
}

/// Finds devices, and reports devices that are added, changed and removed.
protocol DeviceFinder: AnyObject {
  /// Every device that is there now, in the order of their nodes' numbers.
  func present() throws(SourceError) -> [DeviceDescription]
  /// Calls the handler with every change from now on.
  func start(on loop: EventLoop, _ handler: @escaping (DeviceNodeChange) -> Void)
    throws(SourceError)
}
