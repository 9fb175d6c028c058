// The unit of a process, from the kernel's tree of control groups: /proc hides other users'
// processes from a service with the usual protection.
//
//     /sys/fs/cgroup ── system.slice ── kiosk.service ── cgroup.procs
//                    └─ user.slice ── user-1000.slice ── user@1000.service ── (a user's own units)
//
// Only slices are walked: the owner of a unit chooses the names below it.

import Glibc

/// The control groups that the system's service manager keeps, with the processes in them.
package struct ControlGroups {
  private let root: String

  // More than any machine has; a user that creates groups without end cannot delay the daemon.
  private static let mostSlices = 256
  private static let mostGroups = 64

  /// The machine's groups, or those in another folder.
  package init(root: String = "/sys/fs/cgroup") { self.root = root }

  /// Whether a process belongs to a unit of this name, or to a group that the unit made.
  package func contains(_ process: Int32, in unit: String) -> Bool {
    var slices = [root]
    var position = 0
    while position < slices.count {
      let slice = slices[position]
      position += 1
      let folder = "\(slice)/\(unit)"
      if unsafe access("\(folder)/cgroup.procs", R_OK) == 0 {
        return contains(process, below: folder)
      }
      guard slices.count < ControlGroups.mostSlices else { continue }
      for name in FileReader.folders(in: slice) where name.hasSuffix(".slice") {
        slices.append("\(slice)/\(name)")
      }
    }
    return false
  }

  private func contains(_ process: Int32, below unit: String) -> Bool {
    var folders = [unit]
    var position = 0
    let wanted = String(process)
    while position < folders.count {
      let folder = folders[position]
      position += 1
      if let bytes = try? FileReader.read("\(folder)/cgroup.procs", limit: 1 << 20) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        if lines.contains(where: { $0 == wanted }) { return true }
      }
      guard folders.count < ControlGroups.mostGroups else { continue }
      folders += FileReader.folders(in: folder).map { "\(folder)/\($0)" }
    }
    return false
  }
}
