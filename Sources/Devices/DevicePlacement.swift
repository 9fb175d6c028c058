// How the surface of a device is laid on its screen.

package import Configuration
package import ResponderKit

/// How the surface of a device is laid on its screen.
package struct DevicePlacement: Hashable, Sendable {
  /// The part of the screen that it covers, in points.
  package var region: Rect
  package var rotate: Rotation
  package var mirror: Mirror
  /// The calibration that serves it; nil for none.
  package var calibrationMatrix: CalibrationMatrix?

  init(_ use: DeviceUse, calibration: CalibrationMatrix?) {
    region = use.region
    rotate = use.rule.rotate
    mirror = use.rule.mirror
    calibrationMatrix = use.rule.calibrationMatrix ?? calibration
  }
}
