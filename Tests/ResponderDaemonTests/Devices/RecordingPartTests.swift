// Recordings are used as the configuration's entries for their devices say.

import Configuration
import Devices
import ResponderKit
import Testing

@Suite struct RecordingPartTests {
  private let rules: DeviceRules

  init() throws {
    let blueprint = try Blueprint.load(
      """
      screens: { left: { size: [800, 480] }, right: { size: [480, 800] } }
      devices:
        - match: { name: "Right*", kind: touchscreen }
          screen: right
          rotate: 90
          noise: { jitter: 3 }
          hovering: touch
        - match: { vendor: 16b4 }
          screen: right
          region: [0, 0, 100, 100]
          calibrationMatrix: [1, 0, 0.5, 0, 1, 0]
        - match: { name: "fingers" }
          screen: right
        - match: { kind: touchpad }
          ignore: true
      application: { windows: [{ id: main, screen: left }] }
      """, file: "a.yaml")
    rules = DeviceRules(rules: blueprint.settings.deviceRules, screens: blueprint.build().screens)
  }

  private func recording(
    _ name: String, vendor: Int = 0, property: Int = InputProperty.direct
  ) -> Recording {
    var description = EventDescription()
    description.vendor = vendor
    description.properties = [property]
    description.insert(type: InputType.key, code: ButtonCode.touch)
    if property != InputProperty.direct {
      description.insert(type: InputType.key, code: ButtonCode.toolFinger)
    }
    for axis in [AxisCode.positionX, AxisCode.positionY, AxisCode.slot, AxisCode.trackingID] {
      description.insert(axis: axis, AxisRange(minimum: 0, maximum: 99))
    }
    return Recording(name: name, content: .events(description, []))
  }

  @Test func `an entry that fits its name, kind or numbers says how it lies on which screen`()
    throws
  {
    let right = try #require(RecordingPart(recording("Right Panel"), rules))
    #expect(right.device.screen?.id == "right")
    // The engine distinguishes fingers of touchpads and touchscreens by the kind.
    #expect(right.device.kind == .touchscreen)
    #expect(right.mapping.point(0.25, 0.5) == Point(x: 240, y: 200))
    #expect(right.noise.jitter == 3)
    #expect(right.translation.hovering == .touch)
    let vendor = try #require(RecordingPart(recording("Goodix", vendor: 0x16b4), rules))
    #expect(vendor.device.screen?.id == "right")
    #expect(vendor.mapping.point(0.25, 0.5) == Point(x: 75, y: 50))
    let other = try #require(RecordingPart(recording("Other"), rules))
    #expect(other.device.screen?.id == "left")
    #expect(other.mapping.point(0.25, 0.5) == Point(x: 200, y: 240))
    #expect(other.noise.isOff)
  }

  @Test func `a script is known by its name; what is ignored is left out; a screen can be forced`()
    throws
  {
    let script = Recording(name: "fingers", content: .script(try TouchScript("0 wait\n")))
    #expect(RecordingPart(script, rules)?.device.screen?.id == "right")
    #expect(RecordingPart(script, rules, on: rules.screens[0])?.device.screen?.id == "left")
    let pad = recording("Pad", property: 0)
    #expect(pad.deviceDescription.kind == .touchpad)
    #expect(RecordingPart(pad, rules) == nil)
  }
}
