// The settings for recognizing a shake by an accelerometer.

/// The settings for recognizing a shake by an accelerometer.
package struct ShakeSettings: Hashable, Sendable {
  /// The difference of the acceleration from rest, in multiples of gravity.
  package var threshold = 1.0
  /// The number of jerks in alternating directions that make a shake.
  package var jerks = 3
  /// The time for these jerks, in seconds.
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
