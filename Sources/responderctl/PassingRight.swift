// Whether the service may use /dev/uinput, as the files of systemd on this machine say.

import Configuration
import Devices
import Linux
import ResponderKit

/// Whether the service may make the devices by which touches and keys are passed on.
enum PassingRight {
  private static let folders = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
  ]

  /// What is missing for a configuration, and how to fix it; nil where nothing is missing, and where
  /// no service is installed.
  static func problem(with blueprint: Blueprint, root: String = "") -> String? {
    guard passesOn(blueprint), isMissing(root: root) else { return nil }
    return "touches or keys are passed on, but the service may not use /dev/uinput; run: "
      + DeviceAdvice.passingOn
  }

  private static func passesOn(_ blueprint: Blueprint) -> Bool {
    if blueprint.settings.devices.contains(where: \.passesOn) { return true }
    let tree = blueprint.build()
    return tree.screens.contains { tree.application.passesTouchesOn(from: $0) }
  }

  private static func isMissing(root: String) -> Bool {
    var isInstalled = false
    for folder in folders {
      let unit = "\(root)\(folder)/responderd.service"
      let dropIns = FileReader.names(in: unit + ".d").filter { $0.hasSuffix(".conf") }
      if let lines = lines(of: unit) {
        isInstalled = true
        if allows(lines) { return false }
      }
      for name in dropIns {
        if let lines = lines(of: "\(unit).d/\(name)"), allows(lines) { return false }
      }
    }
    return isInstalled
  }

  private static func lines(of path: String) -> [Substring]? {
    guard let bytes = try? FileReader.read(path, limit: 1 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private static func allows(_ lines: [Substring]) -> Bool {
    lines.contains { $0.hasPrefix("DeviceAllow=/dev/uinput ") }
  }
}
