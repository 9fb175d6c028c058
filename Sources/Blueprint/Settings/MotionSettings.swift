// When an accelerometer's movement is a shake.

import YAML

/// The limits of a shake as written.
package struct MotionSettings: Hashable, Sendable {
  /// The acceleration besides gravity that counts as a jerk, in units of gravity.
  package var threshold = 1.0
  /// How many jerks, each against the one before, make a shake.
  package var jerks = 3
  /// The seconds within which these jerks must come.
  package var window = 1.0
  /// The seconds of rest that end a shake.
  package var rest = 0.5
  /// The seconds after which a shake is cancelled.
  package var maximumDuration = 5.0
  /// The device's units for gravity; nil to take them from its resolution.
  package var unitsPerG: Double?

  /// The usual limits.
  package init() {}

  static var keys: [Key<MotionSettings, Reader>] {
    [
      Key("shake") { motion, node, reader in
        reader.fields(
          of: node, into: &motion, keys: shakeKeys, context: reader, what: "a shake")
      }
    ]
  }

  static var shakeKeys: [Key<MotionSettings, Reader>] {
    [
      Key("threshold", \.threshold) { $0.number($1, in: 0.1...16) },
      Key("jerks", \.jerks) { $0.whole($1, in: 1...20) },
      Key("window", \.window) { $0.number($1, in: 0.05...10) },
      Key("rest", \.rest) { $0.number($1, in: 0.05...10) },
      Key("unitsPerG", \.unitsPerG) { $0.number($1, in: 0.001...1e9) },
      Key("maximumDuration", \.maximumDuration) { $0.number($1, in: 0.1...60) },
    ]
  }
}
