// The udev rules by which calibrations last: a line for each panel, in a file of our own.

import Configuration
import Devices
import Glibc
import Linux

/// The udev rules that give panels their calibration, for every program that uses libinput.
struct CalibrationRules {
  /// The path of the rules.
  static let path = "/etc/udev/rules.d/99-responderd-calibration.rules"

  private static let head =
    "# Written by responderctl calibrate --install; responderctl calibrate --undo removes lines."

  private(set) var lines: [String]

  /// The rules in a text.
  init(_ text: String) {
    lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The rules that are installed.
  init() throws {
    do throws(SystemError) {
      let bytes = try FileReader.read(CalibrationRules.path, limit: 1 << 20)
      self.init(String(decoding: bytes, as: UTF8.self))
    } catch {
      guard error.number == ENOENT else { throw error }
      self.init("")
    }
  }

  /// Sets the matrix of a panel, or removes it; returns whether that changes anything.
  mutating func set(_ matrix: [String]?, for panel: DeviceDescription, phys: String) -> Bool {
    let old = lines
    let match = CalibrationRules.match(panel, phys: phys)
    lines.removeAll { $0.hasPrefix(match) }
    if let matrix {
      lines.append("\(match)ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix.joined(separator: " "))\"")
    }
    return lines != old
  }

  /// The whole file.
  var text: String { ([CalibrationRules.head] + lines).joined(separator: "\n") + "\n" }

  private static func match(_ panel: DeviceDescription, phys: String) -> String {
    var match = "ACTION!=\"remove\", SUBSYSTEM==\"input\", KERNEL==\"event*\", "
    match += "ATTRS{name}==\"\(pattern(panel.name))\", "
    if !panel.path.isEmpty {
      match += panel.path == phys ? "ATTRS{phys}" : "ENV{ID_PATH}"
      match += "==\"\(pattern(panel.path))\", "
    }
    return match
  }

  // Characters with a meaning in a pattern of udev are replaced by one that matches any character.
  private static func pattern(_ text: String) -> String {
    String(text.map { "\"\\*?[]|".contains($0) ? "?" : $0 })
  }

  /// Installs the rules, and makes udev set the node's properties again.
  func install(for node: String) throws {
    do throws(SystemError) {
      if lines.isEmpty {
        try systemCall("unlink", CalibrationRules.path) { unsafe unlink(CalibrationRules.path) }
      } else {
        try FileWriter.replace(CalibrationRules.path, with: ContiguousArray(text.utf8))
      }
    } catch {
      throw Failure(.no, "\(error); run it as root")
    }
    try udev("control", "--reload")
    try udev("trigger", "--action=change", "--settle", "--name-match=\(node)")
  }

  private func udev(_ words: String...) throws {
    let status = try Process.run(["udevadm"] + words, environment: [], input: "")
    guard status == 0 else {
      throw Failure(
        .no,
        "udevadm \(words.joined(separator: " ")) ended with status \(status); the rule is in "
          + CalibrationRules.path)
    }
  }
}
