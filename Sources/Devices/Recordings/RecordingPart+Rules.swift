// A recording as a device that the rules know: by its name and numbers, as the device itself was.

import Configuration
package import ResponderKit

extension RecordingPart {
  /// A recording as the rules want its device used; nil where they leave that device alone.
  ///
  /// Without a rule it covers the first screen. The places of a script are points of the screen
  /// already, so that only its screen and its filters count.
  package init?(_ recording: Recording, _ rules: DeviceRules, on screen: Screen? = nil) {
    let description = recording.deviceDescription
    let rule = rules.rules.first { $0.match.matches(description) } ?? DeviceRule()
    if rule.isIgnored { return nil }
    let screen =
      screen ?? rules.screens.first { $0.id == rule.screen } ?? rules.screens.first
    let region = rule.region ?? Rect(origin: .zero, size: screen?.size ?? .zero)
    let use = DeviceUse(rule: rule, backend: .evdev, screen: screen, region: region)
    self.init(
      recording, device: Device(name: recording.name, kind: description.kind, screen: screen),
      mapping: use.mapping(calibration: nil))
    translation = rule.translation
    noise = rule.noise
    device.touchAccommodations = rule.touchAccommodations
    device.zone = rule.zone
  }
}
