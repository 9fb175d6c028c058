// What the configuration says about devices reaches the sources, all of it.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct ConfiguredDevicesTests {
  private func rules(_ text: String) throws -> DeviceRules {
    let blueprint = try Blueprint.load(text, file: "a.yaml")
    return DeviceRules(rules: blueprint.settings.deviceRules, screens: blueprint.build().screens)
  }

  @Test func `every word of a device entry arrives`() throws {
    let rules = try rules(
      """
      screens: { panel: { size: [800, 480] } }
      devices:
        - match: { name: "Goodix*", vendor: 0416, product: 038f, serial: "a?", path: "pci-*", kind: touchscreen }
          screen: panel
          region: [10, 20, 300, 200]
          source: evdev
          rotate: 90
          mirror: [x]
          calibrationMatrix: [1, 0, 0.25, 0, 1, 0.5]
          grab: true
          physicalSize: [154, 86]
          presentContacts: ignore
          hovering: touch
          grabEscape: { fingers: 0, duration: 2, keys: [KEY_LEFTALT, KEY_ESC] }
          noise: { jitter: 2, maximumContacts: 5 }
        - match: { kind: touchpad }
          ignore: true
        - match: { kind: keys }
      presses: { map: { KEY_OK: select, KEY_F1: null, ABS_GAS: throttle } }
      remoteControl: { map: { KEY_PLAY: togglePlayPause, KEY_NEXT: beginSeekingForward } }
      motion: { shake: { threshold: 2, jerks: 4, rest: 0.25, maximumDuration: 2 } }
      application: { windows: [{ id: main }] }
      """)
    let first = try #require(rules.rules.first)
    #expect(first.match.name == "Goodix*")
    #expect(first.match.vendor == 0x416)
    #expect(first.match.product == 0x38F)
    #expect(first.match.serial == "a?")
    #expect(first.match.path == "pci-*")
    #expect(first.match.kind == .touchscreen)
    #expect(first.screen == "panel")
    #expect(first.region == Rect(x: 10, y: 20, width: 300, height: 200))
    #expect(first.backend == .evdev)
    #expect(first.rotate == .quarter)
    #expect(first.mirror == .horizontal)
    #expect(first.calibrationMatrix?.rows == [1, 0, 0.25, 0, 1, 0.5])
    #expect(first.grab)
    #expect(first.physicalSize == PhysicalSize(width: 154, height: 86))
    #expect(first.presentContacts == .ignore)
    #expect(first.translation.hovering == .touch)
    #expect(first.grabEscape.fingers == 0)
    #expect(first.grabEscape.duration == 2)
    #expect(first.grabEscape.keys == ["KEY_LEFTALT", "KEY_ESC"])
    #expect(first.noise.jitter == 2)
    #expect(first.noise.maximumContacts == 5)
    #expect(rules.rules[1].isIgnored)
    #expect(rules.rules[1].match.kind == .touchpad)
    #expect(rules.rules[2].match.kind == .keys)
    let meanings = KeyMeanings(first.translation.keys)
    #expect(meanings.keys[0x160] == .press(.select))
    #expect(meanings.keys[59] == nil)
    #expect(meanings.analogueAxes[9] == PressType("throttle"))
    #expect(meanings.keys[207] == .command(.togglePlayPause))
    #expect(meanings.keys[407] == .seek(begin: .beginSeekingForward, end: .endSeekingForward))
    #expect(first.translation.shake.threshold == 2)
    #expect(first.translation.shake.jerks == 4)
    #expect(first.translation.shake.rest == 0.25)
    #expect(first.translation.shake.maximumDuration == 2)
    #expect(rules.screens.map(\.id) == ["panel"])
    #expect(rules.warnings == [])
  }

  @Test func `without an entry every touchscreen is used, and nothing else`() throws {
    let rules = try rules("application: { windows: [{ id: main }] }")
    let usual = DeviceDescription(node: "/dev/input/event1", name: "x", kind: .touchscreen)
    guard case .used(let use) = rules.decision(for: usual) else {
      Issue.record("a touchscreen is not used")
      return
    }
    #expect(use.backend == .libinput)
    #expect(!use.rule.grab)
    for kind in [Device.Kind.touchpad, .mouse, .keys, .pointer] {
      let other = DeviceDescription(node: "/dev/input/event2", name: "x", kind: kind)
      guard case .unused = rules.decision(for: other) else {
        Issue.record("\(kind) is used")
        continue
      }
    }
  }

  @Test func `names of keys that the kernel does not have are warnings`() throws {
    let rules = try rules(
      """
      devices: [{ match: { kind: keys }, grabEscape: { keys: [KEY_ESC, KEY_GONE] } }]
      presses: { map: { KEY_NOBODY: select, ABS_NOTHING: throttle } }
      remoteControl: { map: { KEY_NEVER: play } }
      application: { windows: [{ id: main }] }
      """)
    #expect(
      rules.warnings
        == [
          "grabEscape.keys.KEY_GONE", "presses.map.ABS_NOTHING", "presses.map.KEY_NOBODY",
          "remoteControl.map.KEY_NEVER",
        ].map { "\($0): the kernel has no key of this name" })
  }
}
