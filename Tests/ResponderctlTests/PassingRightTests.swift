// What `check` says of the right to pass touches and keys on.

import Configuration
import Glibc
import Linux
import Testing

@testable import responderctl

@Suite struct PassingRightTests {
  private static let passing =
    "screens: { panel: { size: [8, 8] } }\napplication: { windows: [{ id: a, passesOn: true }] }"
  private static let keys = "devices: [{ match: { kind: keys }, passesOn: true }]"
  private static let allowed = "[Service]\nDeviceAllow=/dev/uinput rw\n"

  /// What is missing where systemd has these files.
  private func trouble(_ text: String, _ files: [String: String]) throws -> String? {
    let sandbox = Sandbox()
    var folders: [String] = []
    defer { for folder in folders.reversed() { unsafe rmdir(folder) } }
    var written: [String] = []
    defer { for path in written { unsafe unlink(path) } }
    for (path, content) in files {
      var folder = sandbox.folder
      for name in path.split(separator: "/").dropLast() {
        folder += "/\(name)"
        if unsafe mkdir(folder, 0o700) == 0 { folders.append(folder) }
      }
      try FileWriter.replace("\(sandbox.folder)/\(path)", with: ContiguousArray(content.utf8))
      written.append("\(sandbox.folder)/\(path)")
    }
    let blueprint = try Blueprint.load(Array(text.utf8), file: "a.yaml")
    return PassingRight.problem(with: blueprint, root: sandbox.folder)
  }

  @Test(arguments: [passing, keys])
  func `an installed service without the right is reported, with a fix`(_ text: String) throws {
    let unit = [
      "usr/lib/systemd/system/responderd.service": "[Service]\nDeviceAllow=char-input r\n"
    ]
    let said = try #require(try trouble(text, unit))
    #expect(said.contains("/dev/uinput"))
    #expect(said.contains("sudo install") && said.contains("passing-on.conf"))
    let commented = unit.merging([
      "etc/systemd/system/responderd.service.d/mine.conf": "# DeviceAllow=/dev/uinput rw\n"
    ]) { $1 }
    #expect(try trouble(text, commented) != nil)
  }

  @Test func `with the right, without a service, and where nothing is passed on it is silent`()
    throws
  {
    let unit = ["lib/systemd/system/responderd.service": "[Service]\n"]
    for folder in ["etc", "run", "usr/lib"] {
      let dropIn = ["\(folder)/systemd/system/responderd.service.d/x.conf": Self.allowed]
      #expect(try trouble(Self.passing, unit.merging(dropIn) { $1 }) == nil)
    }
    #expect(try trouble(Self.passing, [:]) == nil)
    #expect(try trouble("application: { windows: [{ id: a }] }", unit) == nil)
  }
}
