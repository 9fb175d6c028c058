// Which connected panel is which configured screen.

import Blueprint
import LinuxKit
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PanelTests {
  @Test func `a panel is the screen of its name, or the only one`() {
    let displays = [
      Display(connector: "DSI-1", width: 800, height: 480, millimeters: [154, 86]),
      Display(connector: "HDMI-A-1", width: 1920, height: 1080, millimeters: nil),
    ]
    let only = Configuration.panels(for: ["panel"], among: displays)
    #expect(only["panel"]?.size == Size(width: 800, height: 480))
    #expect(only["panel"]?.physicalSize == Size(width: 154, height: 86))
    let named = Configuration.panels(for: ["HDMI-A-1", "wall"], among: displays)
    #expect(named["HDMI-A-1"]?.size == Size(width: 1920, height: 1080))
    #expect(named["wall"] == nil)
    #expect(Configuration.panels(for: ["panel"], among: []) == [:])
  }
}
