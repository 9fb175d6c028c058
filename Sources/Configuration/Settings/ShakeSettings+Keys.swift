// The keys of `motion`.

import ConfigurationText

extension ShakeSettings {
  static var motionKeys: [Key<ShakeSettings, Reader>] {
    [Key("shake", \.self, keys, "a shake")]
  }

  static var keys: [Key<ShakeSettings, Reader>] {
    [
      Key("threshold", \.threshold, .number(0.1...16, "units of gravity")),
      Key("jerks", \.jerks, .whole(1...20)),
      Key("window", \.window, .seconds(0.05...10)),
      Key("rest", \.rest, .seconds(0.05...10)),
      Key("unitsPerG", \.unitsPerG, .number(0.001...1e9)),
      Key("maximumDuration", \.maximumDuration, .seconds(0.1...60)),
    ]
  }
}
