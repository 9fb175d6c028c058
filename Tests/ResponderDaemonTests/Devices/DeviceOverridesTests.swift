// Values set of devices lie over the configuration's, for the device that was meant and no other.

import Configuration
import ConfigurationText
import Devices
import ResponderKit
import Testing

@testable import ResponderDaemon

@Suite struct DeviceOverridesTests {
  private let blueprint: Blueprint
  private let screens: [Screen]
  private let left = panel("left")
  private let right = panel("right")

  private static func panel(_ path: String, node: String = "/dev/input/event1") -> DeviceDescription
  {
    var panel = DeviceDescription(node: node, name: "Panel", kind: .touchscreen)
    panel.path = path
    return panel
  }

  init() throws {
    blueprint = try Blueprint.load(
      """
      screens: { panel: { size: [800, 480] } }
      devices:
        - match: { name: "Panel" }
          rotate: 90
          physicalSize: [154, 86]
      application: { windows: [{ id: main }] }
      """, file: "a.yaml")
    screens = blueprint.build().screens
  }

  private func use(
    of device: DeviceDescription, _ overrides: DeviceOverrides
  ) throws -> DeviceRule? {
    let rules = overrides.rules(blueprint.settings, screens: screens)
    guard case .used(let use) = rules.decision(for: device) else { return nil }
    return use.rule
  }

  private func set(
    _ overrides: inout DeviceOverrides, _ key: String, _ text: String?,
    of device: DeviceDescription, among others: [DeviceDescription] = []
  ) throws {
    let node = try text.map {
      try #require(try YAML.parse(Array($0.utf8), file: "set.\(key)").first)
    }
    try overrides.set(key, to: node, of: device, among: others, in: blueprint.settings)
  }

  @Test func `what is set lies over the entry, whose other keys stay`() throws {
    var overrides = DeviceOverrides()
    try set(&overrides, "mirror", "x", of: left)
    try set(&overrides, "rotate", "180", of: left)
    let rule = try #require(try use(of: left, overrides))
    #expect(rule.rotate == .half)
    #expect(rule.mirror == .horizontal)
    #expect(rule.physicalSize == PhysicalSize(width: 154, height: 86))
    #expect(overrides.keys(of: left) == ["mirror", "rotate"])
    let other = try #require(try use(of: right, overrides))
    #expect(other.rotate == .quarter)
    #expect(other.mirror == [])
    #expect(overrides.keys(of: right) == [])
  }

  @Test func `nothing gives the file's value back`() throws {
    var overrides = DeviceOverrides()
    try set(&overrides, "rotate", "0", of: left)
    #expect(try use(of: left, overrides)?.rotate == Rotation.none)
    try set(&overrides, "rotate", nil, of: left)
    #expect(try use(of: left, overrides)?.rotate == .quarter)
    #expect(overrides.keys(of: left) == [])
  }

  @Test func `the device that comes again at another node is the same, its twin is not`() throws {
    var overrides = DeviceOverrides()
    try set(&overrides, "ignore", "true", of: left, among: [left, right])
    #expect(try use(of: Self.panel("left", node: "/dev/input/event9"), overrides) == nil)
    #expect(try use(of: right, overrides) != nil)
    // Two devices that differ only in their nodes are distinguished by these.
    var twins = DeviceOverrides()
    let one = Self.panel("", node: "/dev/input/event3")
    let two = Self.panel("", node: "/dev/input/event4")
    try set(&twins, "ignore", "true", of: one, among: [one, two])
    #expect(try use(of: one, twins) == nil)
    #expect(try use(of: two, twins) != nil)
  }

  @Test(arguments: [
    ("rotate", "45", "expected 0, 90, 180 or 270, found 45"),
    ("calibrationMatrix", "[1, 0, 0, 1, 0, 0]", "maps to a line"),
    ("screen", "pannel", "did you mean \"panel\"?"),
    ("mirrored", "x", "unknown key \"mirrored\"; did you mean \"mirror\"?"),
    ("match", "{ name: a }", "unknown key \"match\""),
  ])
  func `what an entry may not say cannot be set, and nothing changes`(
    _ key: String, _ value: String, _ complaint: String
  ) throws {
    var overrides = DeviceOverrides()
    var words = ""
    do {
      try set(&overrides, key, value, of: left)
    } catch {
      words = "\(error)"
    }
    #expect(words.contains(complaint), "\(words)")
    #expect(words.hasPrefix("set.\(key):1:1: "), "\(words)")
  }
}
