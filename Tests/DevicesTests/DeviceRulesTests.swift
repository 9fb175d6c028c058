// Which devices are used, and why the others are not.

import Configuration
import Glibc
import Linux
import ResponderKit
import Testing

@testable import Devices

@Suite struct DeviceRulesTests {
  private let panel = Screen(id: "panel", size: Size(width: 800, height: 480))
  private let wall = Screen(id: "wall", size: Size(width: 1920, height: 1080))

  private func device(_ name: String, _ kind: Device.Kind) -> DeviceDescription {
    DeviceDescription(node: "/dev/input/event1", name: name, kind: kind)
  }

  private func words(_ decision: DeviceDecision) -> String {
    switch decision {
    case .used(let use): "\(use.backend.rawValue) \(use.screen?.id ?? "-")"
    case .unused(let reason): reason
    }
  }

  @Test func `without rules every touchscreen is used through libinput, and nothing else`() {
    let rules = DeviceRules(screens: [panel, wall])
    #expect(words(rules.decision(for: device("a", .touchscreen))) == "libinput panel")
    for kind in [Device.Kind.touchpad, .mouse, .keys, .accelerometer, .pointer] {
      #expect(
        words(rules.decision(for: device("a", kind)))
          == "no entry under devices matches it; without an entry only touchscreens are used"
      )
    }
  }

  @Test func `an entry for everything is for touchscreens, an entry that names is for more`() {
    let unnamed =
      "no entry under devices matches it; without an entry only touchscreens are used"
    for name in [nil, "*", "**"] {
      let rules = DeviceRules(
        rules: [
          rule {
            $0.match.name = name
            $0.backend = .evdev
          }
        ], screens: [panel])
      #expect(words(rules.decision(for: device("a", .touchscreen))) == "evdev panel")
      for kind in [Device.Kind.touchpad, .mouse, .keys, .accelerometer, .pointer] {
        #expect(words(rules.decision(for: device("a", kind))) == unnamed)
      }
    }
    let rules = DeviceRules(rules: [rule { $0.match.name = "a*" }], screens: [panel])
    #expect(words(rules.decision(for: device("ab", .keys))) == "evdev -")
    #expect(words(rules.decision(for: device("ab", .accelerometer))) == "evdev -")
    #expect(words(rules.decision(for: device("ab", .pointer))) == "evdev panel")
    #expect(words(rules.decision(for: device("ab", .mouse))) == "libinput panel")
    #expect(words(rules.decision(for: device("b", .keys))) == unnamed)
    let one = DeviceRules(
      rules: [
        rule {
          $0.match.node = "/dev/input/event1"
          $0.backend = .evdev
        }
      ], screens: [panel])
    #expect(words(one.decision(for: device("a", .keys))) == "evdev -")
  }

  @Test func `the first rule that matches decides`() {
    let rules = DeviceRules(
      rules: [
        rule {
          $0.match.name = "Goodix*"
          $0.match.path = "platform-fe20*"
          $0.screen = "wall"
          $0.backend = .evdev
        },
        rule { $0.match.vendor = 0x1234 },
        rule {
          $0.match.kind = .touchpad
          $0.screen = "wall"
        },
        rule {
          $0.match.kind = .touchscreen
          $0.isIgnored = true
        },
      ], screens: [panel, wall])
    var goodix = device("Goodix Capacitive", .touchscreen)
    #expect(words(rules.decision(for: goodix)) == "the configuration ignores it")
    goodix.path = "platform-fe205000.i2c"
    #expect(words(rules.decision(for: goodix)) == "evdev wall")
    var other = device("x", .touchscreen)
    other.vendor = 0x1234
    #expect(words(rules.decision(for: other)) == "libinput panel")
    #expect(words(rules.decision(for: device("p", .touchpad))) == "evdev wall")
    #expect(
      words(rules.decision(for: device("k", .keys)))
        == "no entry under devices matches it; without an entry only touchscreens are used"
    )
  }

  @Test func `what cannot be is reported with a fix`() {
    var rules = DeviceRules(
      rules: [
        rule {
          $0.match.kind = .keys
          $0.backend = .libinput
        },
        rule {
          $0.match.kind = .touchscreen
          $0.screen = "nowhere"
        },
      ], screens: [panel])
    #expect(
      words(rules.decision(for: device("k", .keys)))
        == "libinput is for touchscreens and mice; set source: evdev")
    #expect(
      words(rules.decision(for: device("t", .touchscreen))) == "there is no screen \"nowhere\"")
    rules.rules = []
    rules.screens = []
    #expect(words(rules.decision(for: device("t", .touchscreen))) == "there is no screen at all")
    var hidden = device("t", .touchscreen)
    hidden.isHidden = true
    #expect(words(rules.decision(for: hidden)) == "udev says LIBINPUT_IGNORE_DEVICE")
    var elsewhere = device("t", .touchscreen)
    elsewhere.seat = "seat1"
    #expect(words(rules.decision(for: elsewhere)) == "it belongs to seat1, not to seat0")
  }

  @Test func `a millimetre is known from the configuration, or from the device as it hangs`() {
    var use = DeviceUse(
      rule: rule { _ in }, backend: .evdev, screen: panel,
      region: Rect(x: 0, y: 0, width: 480, height: 800))
    let size = PhysicalSize(width: 160, height: 96)
    #expect(use.pointsPerMillimeter(deviceSize: nil) == nil)
    use.rule.rotate = .quarter
    #expect(use.pointsPerMillimeter(deviceSize: size) == 5)
    use.rule.physicalSize = PhysicalSize(width: 48, height: 80)
    #expect(use.pointsPerMillimeter(deviceSize: size) == 10)
  }

  @Test(arguments: [
    ("*", "", true), ("*", "anything", true), ("Goodix*", "Goodix Capacitive", true),
    ("Goodix*", "goodix", false), ("*Touch*", "eGalax Touchscreen", true), ("a?c", "abc", true),
    ("a?c", "ac", false), ("a*b*c", "aXXbYYc", true), ("a*b*c", "aXXcYYb", false), ("", "", true),
    ("", "a", false), ("**", "x", true), ("*", "café", true), ("caf??", "café", true),
    ("Panel [2]", "Panel [2]", true), ("Panel [2]", "Panel 2", false), ("[*", "[Panel]", true),
    (#"a\*"#, #"a\x"#, true), (#"\*"#, "*", false), (".*/?", ".hidden/x", true),
  ])
  func `a pattern fits, or does not`(pattern: String, text: String, fits: Bool) {
    #expect(Glob.matches(pattern, text) == fits)
  }

  @Test func `a pattern full of stars is matched in limited time`() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(!Glob.matches(pattern, String(repeating: "a", count: 5000)))
  }
}

@Suite struct DeviceListingTests {
  private func panel() -> DeviceDescription {
    DeviceDescription(node: "/dev/input/event-none", name: "Panel", kind: .touchscreen)
  }

  @Test func `a device that would be used and cannot be opened is listed with the reason`() {
    let screen = Screen(id: "panel", size: Size(width: 800, height: 480))
    let status = DeviceListing.status(of: panel(), DeviceRules(screens: [screen]))
    #expect(status.backend == .libinput)
    #expect(status.screen == "panel")
    #expect(
      status.state
        == .waiting("open /dev/input/event-none: No such file or directory (ENOENT)"))
  }

  @Test func `without any screen a device is judged as if its own were there`() {
    let plain = DeviceListing.status(of: panel(), DeviceRules(screens: []))
    #expect(plain.backend == .libinput)
    #expect(plain.screen == nil)
    var rule = DeviceRule()
    rule.screen = "wall"
    let named = DeviceListing.status(of: panel(), DeviceRules(rules: [rule], screens: []))
    #expect(named.screen == "wall")
  }

  @Test func `a device that would not be used is listed with that reason`() {
    var rule = DeviceRule()
    rule.isIgnored = true
    let status = DeviceListing.status(of: panel(), DeviceRules(rules: [rule], screens: []))
    #expect(status.state == .unused("the configuration ignores it"))
    #expect(status.backend == nil)
  }
}

@Suite struct RealMachineTests {
  /// Keeps the notes of a source.
  @Test func `a machine without devices waits for one, says so, and never wakes`() throws {
    let loop = try EventLoop()
    let source = DeviceSource(rules: DeviceRules(screens: []))
    let listener = Listener()
    source.delegate = listener
    try source.start(on: loop)
    if source.status.isEmpty {
      #expect(listener.lines == ["notice no device can be used; waiting for one"])
    }
    #expect(loop.nextDeadline == nil)
    source.suspend()
    source.resume()
    source.stop()
    #expect(loop.nextDeadline == nil)
  }

  @Test func `libinput's refusal of a node names the node and the reason`() throws {
    let loop = try EventLoop()
    var notes: [SourceMessage] = []
    let context = try LibinputContext(on: loop) { notes.append($0) }
    #expect(throws: SourceError("/dev/input/event-none is gone", number: ENOENT)) {
      _ = unsafe try context.add("/dev/input/event-none")
    }
    #expect {
      _ = unsafe try context.add("/dev/null")
    } throws: { error in
      "\(error)".hasPrefix("libinput rejects it")
    }
    // The error says it; the log need not say it again.
    #expect(notes.allSatisfy { $0.level == .debug })
  }

  @Test func `opening a node that is no device is an error in words`() throws {
    #expect {
      _ = try EvdevHandle(node: "/dev/input/event-none")
    } throws: { error in
      "\(error)".hasPrefix("open /dev/input/event-none: No such file or directory (ENOENT)")
    }
    #expect {
      _ = try EvdevHandle(node: "/dev/null")
    } throws: { error in
      "\(error)".contains("is it an input device?")
    }
  }

  @Test func `keys are known by the kernel's names`() {
    #expect(KeyNames.key("KEY_OK") == 352)
    #expect(KeyNames.key("BTN_SOUTH") == ButtonCode.gamepadSouth)
    #expect(KeyNames.key("KEY_NONSENSE") == nil)
    #expect(KeyNames.analogueAxis("ABS_Z") == AxisCode.z)
    #expect(KeyNames.name(type: InputType.key, code: 28) == "KEY_ENTER")
  }

  @Test func `a device is matched by names with stars and by numbers`() {
    var device = DeviceDescription(
      node: "/dev/input/event1", name: "Goodix Capacitive TouchScreen", kind: .touchscreen)
    device.vendor = 0x416
    device.product = 0x38F
    device.path = "platform-fe205000.i2c"
    var match = DeviceMatch()
    #expect(match.matches(device))
    match.name = "Goodix*Touch?creen"
    match.path = "*i2c"
    match.vendor = 0x416
    #expect(match.matches(device))
    match.serial = "*"
    #expect(match.matches(device))
    match.serial = "?*"
    #expect(!match.matches(device))
    match.serial = nil
    match.kind = .touchpad
    #expect(!match.matches(device))
    match.kind = nil
    match.name = "goodix*"
    #expect(!match.matches(device))
  }
}
