// How devices are used: the first rule that matches one decides.

package import ResponderKit

/// The two ways to read a device.
package enum Backend: String, Sendable, CaseIterable {
  /// libinput: touchscreens, with its quirks, palms and pen arbitration; mice, with its acceleration;
  /// touchpads that move a pointer.
  case libinput
  /// The kernel's own events: everything else, and touchscreens with all their axes.
  case evdev
}

/// The handling of contacts that are down when a device is opened.
package enum PresentContacts: String, Sendable, CaseIterable {
  /// Their touches begin at their positions (libinput ignores them).
  case begin
  /// The contacts are ignored until they lift.
  case ignore
}

/// How the rest of the system learns that a touch which was passed on is cancelled.
package enum PassedOnCancel: String, Sendable, CaseIterable {
  /// The finger becomes a palm, then it lifts.
  case palm
  /// The finger moves off the surface, then it lifts.
  case liftOutside
}

/// How the devices that match are used.
package struct DeviceRule: Hashable, Sendable {
  /// The conditions of the rule.
  package var match = DeviceMatch()
  /// Whether the device is ignored.
  package var isIgnored = false
  /// How it is read; nil for libinput with touchscreens and mice, evdev with all else.
  package var backend: Backend?
  /// The screen it belongs to; nil for the first.
  package var screen: String?
  /// The part of the screen that it covers, in points; nil for all of it.
  package var region: Rect?
  /// The windows that its keys are for: those with the same zone; nil: those without one.
  package var zone: String?
  /// The clockwise rotation of the panel against the picture.
  package var rotate = Rotation.none
  /// Along which axes the panel is mirrored.
  package var mirror: Mirror = []
  /// The calibration; nil for that of udev, if there is one.
  package var calibrationMatrix: CalibrationMatrix?
  /// The size of the covered area in its mounted orientation; nil for the size of the device.
  package var physicalSize: PhysicalSize?
  /// Whether other programs stop receiving its events.
  package var grab = false
  /// How a person gets it back when it is grabbed.
  package var grabEscape = GrabEscape()
  /// Whether other programs receive the unhandled keys of the device, and only those.
  package var passesOn = false
  /// How a touch that was passed on is cancelled.
  package var passedOnCancel = PassedOnCancel.palm
  /// The handling of contacts that are down when the device is opened.
  package var presentContacts = PresentContacts.begin
  /// How its events are read.
  package var translation = TranslationSettings()
  /// Which contacts are noise.
  package var noise = NoiseSettings()
  /// How touches of hands that shake are taken.
  package var touchAccommodations: TouchAccommodations?

  /// A rule for every device that changes nothing.
  package init() {}
}
