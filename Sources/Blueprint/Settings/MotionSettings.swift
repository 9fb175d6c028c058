// When an accelerometer's movement is a shake.

import YAML

/// The limits of a shake as written.
package struct MotionSettings: Hashable, Sendable {
  /// The acceleration besides gravity that counts, in units of gravity.
  package var threshold = 1.5
  /// How often the direction must turn.
  package var reversals = 3
  /// How long the quiet must last that ends a shake, in seconds.
  package var quiet = 0.5
  /// How long a shake may last before it is cancelled, in seconds.
  package var maximumDuration = 3.0

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
      Key("reversals", \.reversals) { $0.whole($1, in: 1...20) },
      Key("quiet", \.quiet) { $0.number($1, in: 0.05...10) },
      Key("maximumDuration", \.maximumDuration) { $0.number($1, in: 0.1...60) },
    ]
  }
}
