// The description of a node in sysfs, which is up to date before udev reports it.

import Glibc

/// The present descriptions of nodes in sysfs.
enum SystemDevices {
  /// Whether a node such as `/dev/input/event3` is still the device that sysfs keeps there.
  ///
  /// Without a place to look for, as for devices that tests make up, it is taken to be so.
  static func leads(_ node: String, to systemPath: String) -> Bool {
    guard !systemPath.isEmpty, let slash = node.lastIndex(of: "/") else { return true }
    let link = "/sys/class/input/" + node[node.index(after: slash)...]
    guard let found = unsafe realpath(link, nil) else { return false }
    defer { unsafe free(found) }
    return unsafe String(cString: found) == systemPath
  }
}
