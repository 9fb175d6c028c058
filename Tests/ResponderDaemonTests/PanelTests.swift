// Which connected panel is which configured screen.

import Configuration
import Linux
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct PanelTests {
  @Test func `a panel is the screen of its name, or the only one`() {
    let displays = [
      Display(connector: "DSI-1", width: 800, height: 480, millimeters: [154, 86]),
      Display(connector: "HDMI-A-1", width: 1920, height: 1080, millimeters: nil),
    ]
    let only = DaemonConfiguration.panels(for: ["panel"], among: displays)
    #expect(only["panel"]?.size == Size(width: 800, height: 480))
    #expect(only["panel"]?.physicalSize == Size(width: 154, height: 86))
    let named = DaemonConfiguration.panels(for: ["HDMI-A-1", "wall"], among: displays)
    #expect(named["HDMI-A-1"]?.size == Size(width: 1920, height: 1080))
    #expect(named["wall"] == nil)
    #expect(DaemonConfiguration.panels(for: ["panel"], among: []) == [:])
  }

  @Test func `a size that is guessed is reported, with what to write`() {
    let one = Display(connector: "DSI-1", width: 800, height: 480, millimeters: nil)
    let other = Display(connector: "HDMI-A-1", width: 1920, height: 1080, millimeters: nil)
    func told(_ name: String, _ size: Size?, _ displays: [Display]) -> [String] {
      var screen = ScreenSettings(id: name)
      screen.size = size
      let panels = DaemonConfiguration.panels(for: [name], among: displays)
      return DaemonConfiguration.guesses(of: [screen], panels, displays)
    }
    #expect(
      told("panel", nil, []) == [
        "screens.panel: expected a size, found none and no display that has one; "
          + "1280 by 800 points are assumed; write screens: { panel: { size: [WIDTH, HEIGHT] } }"
      ])
    #expect(
      told("panel", nil, [one, other]) == [
        "screens.panel: expected a size, found none and 2 displays; the pixels of DSI-1 are used; "
          + "write screens: { panel: { size: [WIDTH, HEIGHT] } }, or name the screen after its "
          + "connector"
      ])
    #expect(told("panel", nil, [one]) == [])
    #expect(told("HDMI-A-1", nil, [one, other]) == [])
    #expect(told("panel", Size(width: 8, height: 8), [one, other]) == [])
  }
}
