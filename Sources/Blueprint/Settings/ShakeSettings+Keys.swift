// The keys of `motion`.

import Devices
import YAML

extension ShakeSettings {
  static var motionKeys: [Key<ShakeSettings, Reader>] {
    [
      Key("shake") { shake, node, reader in
        reader.fields(
          of: node, into: &shake, keys: keys, context: reader, what: "a shake")
      }
    ]
  }

  static var keys: [Key<ShakeSettings, Reader>] {
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
