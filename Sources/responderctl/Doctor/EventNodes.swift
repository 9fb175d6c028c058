// The kernel's event nodes as a person with a shell would look at them.

import Devices
import Glibc
import Linux

/// Examines `/dev/input/event*`: their permissions, their properties in udev, and the programs that
/// hold them.
enum EventNodes {
  private static let folder = "/dev/input"

  /// Every event node, by its path.
  static func all() -> [String] {
    FileReader.names(in: folder).filter { $0.hasPrefix("event") }.map { "\(folder)/\($0)" }
  }

  /// Whether udev has processed the node.
  static func isKnownToUdev(_ node: String) -> Bool {
    guard let number = try? FileReader.read("/sys/class/input/\(name(of: node))/dev", limit: 64)
    else { return true }
    let device = String(decoding: number.prefix { $0 != 0x0A }, as: UTF8.self)
    return unsafe access("/run/udev/data/c\(device)", F_OK) == 0
  }

  /// Why the daemon, which is in the group input, could not open the node; nil when it could.
  static func problem(with node: String) -> String? {
    var status = stat()
    guard unsafe stat(node, &status) == 0 else { return "the node does not exist" }
    let group = Accounts.name(ofGroup: status.st_gid)
    if group != "input" { return "it belongs to the group \(group), not to input" }
    if status.st_mode & 0o060 != 0o060 { return "the group input may not read and write it" }
    return nil
  }

  /// The programs that hold a grabbed node: nil if no program has grabbed it, or if that is
  /// unknown. The daemon's own grab is not reported.
  static func grabbers(
    of node: String, but isOurs: Bool
  ) -> [(pid: Int32, name: String)]? {
    guard !isOurs, GrabProbe.isGrabbed(node) else { return nil }
    return FileReader.names(in: "/proc").compactMap { Int32($0) }
      .filter { pid in pid != getpid() && holds(pid, node) }
      .map { (pid: $0, name: name(of: $0)) }
      .filter { $0.name != "responderd" }
  }

  /// The command that ends the holders of a node.
  static func commandToEnd(_ holders: [(pid: Int32, name: String)]) -> String? {
    holders.isEmpty ? nil : "sudo kill " + holders.map { "\($0.pid)" }.joined(separator: " ")
  }

  private static func holds(_ pid: Int32, _ node: String) -> Bool {
    FileReader.names(in: "/proc/\(pid)/fd").contains { number in
      var target = [UInt8](repeating: 0, count: 64)
      let count = unsafe readlink("/proc/\(pid)/fd/\(number)", &target, target.count)
      return count > 0 && String(decoding: target.prefix(count), as: UTF8.self) == node
    }
  }

  private static func name(of pid: Int32) -> String {
    let bytes = try? FileReader.read("/proc/\(pid)/comm", limit: 256)
    return String(decoding: (bytes ?? []).prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private static func name(of node: String) -> Substring { node.dropFirst(folder.utf8.count + 1) }
}
