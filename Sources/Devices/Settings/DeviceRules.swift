// Which devices are used, how, and why the others are not.

package import Configuration
package import ResponderKit

/// Which devices are used, and how.
package struct DeviceRules {
  /// The rules; the first that matches a device decides.
  package var rules: [DeviceRule]
  /// The screens that devices may belong to.
  package var screens: [Screen]
  /// The screens with views that give touches to the rest of the system.
  package var passingScreens: Set<String> = []
  /// The seat whose devices are used.
  package var seat = "seat0"

  /// Rules for these screens; without any rule every touchscreen is used through libinput.
  package init(rules: [DeviceRule] = [], screens: [Screen]) {
    self.rules = rules
    self.screens = screens
  }

  /// The warnings about the rules: names of keys that the kernel does not know.
  package var warnings: [String] {
    var names: Set<String> = []
    for rule in rules {
      for name in rule.translation.keys.presses.keys
      where KeyNames.key(name) == nil && KeyNames.analogueAxis(name) == nil {
        names.insert("presses.map.\(name)")
      }
      for name in rule.translation.keys.remoteControl.keys where KeyNames.key(name) == nil {
        names.insert("remoteControl.map.\(name)")
      }
      for name in rule.grabEscape.keys where KeyNames.key(name) == nil {
        names.insert("grabEscape.keys.\(name)")
      }
    }
    return names.sorted().map { "\($0): the kernel has no key of this name" }
  }

  /// How a device is used, or why it is not.
  package func decision(for device: DeviceDescription) -> DeviceDecision {
    if device.seat != seat { return .unused("it belongs to \(device.seat), not to \(seat)") }
    if device.isPassedOn {
      return .unused("it is the virtual device with which a responderd passes touches on")
    }
    if device.isHidden { return .unused("udev says LIBINPUT_IGNORE_DEVICE") }
    guard let rule = rules.first(where: { $0.match.matches(device) }) else {
      return device.kind == .touchscreen
        ? decision(for: device, DeviceRule()) : .unused(DeviceRules.unnamed)
    }
    if rule.isIgnored { return .unused("the configuration ignores it") }
    // An entry for everything must not listen to keyboards, nor make touchpads screens.
    guard device.kind == .touchscreen || rule.match.isSpecific else {
      return .unused(DeviceRules.unnamed)
    }
    return decision(for: device, rule)
  }

  private static let unnamed =
    "no entry under devices matches it; without an entry only touchscreens are used"

  private func decision(for device: DeviceDescription, _ rule: DeviceRule) -> DeviceDecision {
    let passesOn = device.kind == .touchscreen && passes(on: rule.screen)
    // libinput can neither grab a device nor report the device's own units.
    let isUsual = device.kind == .touchscreen || device.kind == .mouse
    let usual = isUsual && !passesOn ? Backend.libinput : .evdev
    let backend = rule.backend ?? usual
    switch device.kind {
    case .touchscreen, .touchpad, .mouse, .recording: break
    case .pointer:
      if backend == .libinput {
        return .unused("libinput reports no touches of pens; set source: evdev")
      }
    case .keys, .accelerometer:
      if backend == .libinput {
        return .unused("libinput is for touchscreens and mice; set source: evdev")
      }
      var use = DeviceUse(rule: rule, backend: .evdev, screen: nil, region: .zero)
      use.passesOn = device.kind == .keys && rule.passesOn
      return .used(use)
    }
    guard let screen = rule.screen.map({ id in screens.first { $0.id == id } }) ?? screens.first
    else {
      return .unused("there is no screen \(rule.screen.map { "\"\($0)\"" } ?? "at all")")
    }
    let region =
      rule.region
      ?? Rect(x: 0, y: 0, width: screen.size.width, height: screen.size.height)
    var use = DeviceUse(rule: rule, backend: backend, screen: screen, region: region)
    use.passesOn = passesOn
    return .used(use)
  }

  /// Whether something passes touches on from the screen of this name, or the first.
  private func passes(on name: String?) -> Bool {
    (name ?? screens.first?.id).map { passingScreens.contains($0) } ?? false
  }
}

/// How a device is used, or why it is not.
package enum DeviceDecision {
  case used(DeviceUse)
  /// The reason, as the end of a sentence.
  case unused(String)
}

/// How a device is used.
package struct DeviceUse {
  /// The rule that decided.
  package var rule: DeviceRule
  /// How it is read.
  package var backend: Backend
  /// The screen it belongs to; nil for a device without positions.
  package var screen: Screen?
  /// The part of the screen that it covers.
  package var region: Rect
  /// Whether the touches that a view passes on, or unhandled keys, go to other programs, and the rest
  /// does not.
  package var passesOn = false

  /// A device that is used by this rule.
  package init(rule: DeviceRule, backend: Backend, screen: Screen?, region: Rect) {
    self.rule = rule
    self.backend = backend
    self.screen = screen
    self.region = region
  }

  /// The kind of its frames: libinput makes a mouse of a touchpad.
  func kind(of device: DeviceDescription) -> Device.Kind {
    device.kind == .touchpad && backend == .libinput ? .mouse : device.kind
  }

  /// Whether a device can change from this use to the other without being opened again.
  func isSame(as other: DeviceUse) -> Bool {
    rule == other.rule && backend == other.backend && region == other.region
      && screen?.id == other.screen?.id && passesOn == other.passesOn
  }

  /// The stage from its surface to its screen; udev's calibration serves where the rule has none.
  package func mapping(calibration: CalibrationMatrix?) -> SurfaceMapping {
    SurfaceMapping(
      region: region, matrix: rule.calibrationMatrix ?? calibration ?? .identity,
      mirror: rule.mirror, rotate: rule.rotate)
  }

  /// The number of points per millimetre, if the size is known.
  package func pointsPerMillimeter(deviceSize: PhysicalSize?) -> Double? {
    var size = rule.physicalSize
    if size == nil, let own = deviceSize {
      let isTurned = rule.rotate == .quarter || rule.rotate == .threeQuarters
      size = isTurned ? PhysicalSize(width: own.height, height: own.width) : own
    }
    guard let size, size.width > 0, size.height > 0, region.size.width > 0 else { return nil }
    // The mean of both axes, as a surface need not have square points.
    return (region.size.width / size.width * region.size.height / size.height).squareRoot()
  }
}
