// Panels as a simulated sysfs lists them.

import Glibc
import Linux
import TestSupport
import Testing

@Suite struct DisplayTests {
  private let temporary = TemporaryFolder()
  private var root: String { temporary.path }

  private func folder(_ name: String) {
    var path = root
    for part in name.split(separator: "/") {
      path += "/\(part)"
      _ = unsafe mkdir(path, 0o755)
    }
  }

  private func file(_ name: String, _ bytes: ContiguousArray<UInt8>) throws {
    try FileWriter.replace("\(root)/\(name)", with: bytes)
  }

  private func connector(_ name: String, _ status: String, _ modes: String) throws {
    folder("drm/\(name)")
    try file("drm/\(name)/status", ContiguousArray("\(status)\n".utf8))
    try file("drm/\(name)/modes", ContiguousArray(modes.utf8))
  }

  @Test func `connected panels give their preferred mode and the size of their picture`() throws {
    try connector("card0-DSI-1", "connected", "800x480\n640x480\n")
    try connector("card0-HDMI-A-1", "disconnected", "")
    try connector("card1-eDP-1", "connected", "1920x1080i\n")
    folder("drm/card0")
    var edid = ContiguousArray<UInt8>(repeating: 0, count: 128)
    edid[54] = 1
    edid[66] = 154
    edid[67] = 0x2C
    edid[68] = 0x01
    try file("drm/card0-DSI-1/edid", edid)
    let displays = Display.connected(in: root)
    #expect(displays.map(\.connector) == ["DSI-1", "eDP-1"])
    #expect(displays.map(\.width) == [800, 1920])
    #expect(displays.map(\.height) == [480, 1080])
    #expect(displays.map(\.millimeters) == [[154, 300], nil])
  }

  @Test func `a bare framebuffer serves where there is no connector`() throws {
    folder("graphics/fb0")
    try file("graphics/fb0/virtual_size", ContiguousArray("1024,600\n".utf8))
    let displays = Display.connected(in: root)
    #expect(displays.map(\.connector) == ["fb0"])
    #expect(displays.map(\.width) == [1024])
    #expect(displays.map(\.height) == [600])
  }

  @Test func `nothing at all is no panel`() {
    #expect(Display.connected(in: "\(root)/none") == [])
  }
}
