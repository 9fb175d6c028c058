// The configuration's words about devices as the sources take them.

package import Blueprint
package import ResponderKit
package import TouchSources

extension DeviceRules {
  /// The rules that a configuration writes for these screens; names of keys that the kernel does
  /// not know are noted and left out.
  package init(_ settings: Settings, screens: [Screen], note: (String) -> Void) {
    let translation = TranslationSettings(settings, note: note)
    var rules = settings.devices.map { DeviceRule($0, translation, note: note) }
    if settings.devices.isEmpty {
      // Without an entry every touchscreen is used.
      var touchscreens = DeviceRule()
      touchscreens.match.kind = .touchscreen
      touchscreens.translation = translation
      rules = [touchscreens]
    }
    self.init(rules: rules, screens: screens)
  }
}

extension DeviceMatch {
  init(_ written: DeviceMatchSettings) {
    self.init()
    name = written.name
    vendor = written.vendor
    product = written.product
    serial = written.serial
    path = written.path
    kind =
      switch written.kind {
      case .touchscreen: .touchscreen
      case .touchpad: .touchpad
      case .keys: .keys
      case .accelerometer: .accelerometer
      case nil: nil
      }
  }
}

extension DeviceRule {
  init(
    _ written: DeviceSettings, _ translation: TranslationSettings, note: (String) -> Void
  ) {
    self.init()
    match = DeviceMatch(written.match)
    isIgnored = written.isIgnored
    backend =
      switch written.source {
      case .libinput: .libinput
      case .evdev: .evdev
      case nil: nil
      }
    screen = written.screen
    region = written.region
    if written.mirror.contains(.x) { mirror.insert(.horizontal) }
    if written.mirror.contains(.y) { mirror.insert(.vertical) }
    rotate = Rotation(rawValue: written.rotate) ?? .none
    // The reader of the configuration has checked the numbers.
    calibrationMatrix = written.calibrationMatrix.flatMap { try? CalibrationMatrix($0) }
    grab = written.grab
    grabEscape = GrabEscape(written.grabEscape, note: note)
    physicalSize = written.physicalSize.map { PhysicalSize(width: $0.width, height: $0.height) }
    presentContacts =
      switch written.presentContacts {
      case .begin: .begin
      case .ignore: .ignore
      }
    filters = FilterSettings(written.noise)
    self.translation = translation
    self.translation.hovering =
      switch written.hovering {
      case .pointer: .pointer
      case .touch: .touch
      }
  }
}

extension GrabEscape {
  fileprivate init(_ written: GrabEscapeSettings, note: (String) -> Void) {
    self.init()
    if let count = written.fingers { fingers = count == 0 ? nil : count }
    if let seconds = written.duration { duration = seconds }
    guard let names = written.keys else { return }
    let known = names.compactMap { name in
      let key = KeyNames.key(name)
      if key == nil {
        note("grabEscape.keys: the kernel knows no key named \(name)")
      }
      return key
    }
    // A combination that lacks a key would let go too easily.
    if known.count == names.count { keys = Set(known) }
  }
}

extension FilterSettings {
  fileprivate init(_ written: NoiseSettings) {
    self.init()
    deadZones = written.deadZones
    minimumDuration = written.minimumDuration
    debounce = written.debounce
    if let distance = written.debounceDistance { debounceDistance = distance }
    jitter = written.jitter
    maximumContacts = written.maximumContacts
    palmRadius = written.palmRadius
    maximumRate = written.maximumRate
  }
}

extension TranslationSettings {
  init(_ settings: Settings, note: (String) -> Void) {
    self.init()
    for (name, type) in settings.presses.map.sorted(by: { $0.key < $1.key }) {
      let press = type.map { PressType($0) }
      if name.hasPrefix("ABS_"), let axis = KeyNames.axis(name) {
        presses.analogueAxes[axis] = press
      } else if let key = KeyNames.key(name) {
        presses.keys[key] = press.map { .press($0) }
      } else {
        note("presses.map.\(name): the kernel knows no key of this name")
      }
    }
    for (name, command) in settings.remoteControl.map.sorted(by: { $0.key < $1.key }) {
      guard let key = KeyNames.key(name) else {
        note("remoteControl.map.\(name): the kernel knows no key of this name")
        continue
      }
      presses.keys[key] = command.map { TranslationSettings.meaning(of: $0) }
    }
    shake.threshold = settings.motion.threshold
    shake.jerks = settings.motion.jerks
    shake.window = settings.motion.window
    shake.rest = settings.motion.rest
    shake.maximumDuration = settings.motion.maximumDuration
    shake.unitsPerG = settings.motion.unitsPerG
  }

  // One key both begins and ends seeking.
  private static func meaning(of command: RemoteControlSubtype) -> KeyMeaning {
    switch command {
    case .beginSeekingForward: .seek(begin: .beginSeekingForward, end: .endSeekingForward)
    case .beginSeekingBackward: .seek(begin: .beginSeekingBackward, end: .endSeekingBackward)
    case .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack, .endSeekingForward,
      .endSeekingBackward:
      .command(command)
    }
  }
}
