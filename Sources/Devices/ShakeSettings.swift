// The settings for recognizing a shake by an accelerometer.

/// The settings for recognizing a shake by an accelerometer.
package struct ShakeSettings: Hashable, Sendable {
  /// How far the acceleration must differ from rest, in multiples of gravity.
  package var threshold = 1.0
  /// How many jerks, each against the one before, make a shake.
  package var jerks = 3
  /// The seconds within which these jerks must come.
  package var window = 1.0
  /// The seconds of rest after which a shake has ended.
  package var rest = 0.5
  /// A shake that lasts longer, in seconds, is cancelled.
  package var maximumDuration = 5.0
  /// The device's units for each g; nil to take them from its resolution.
  package var unitsPerG: Double?

  /// The usual thresholds: three jerks of 1 g within a second.
  package init() {}
}
