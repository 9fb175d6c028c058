// The keys of a device's `touchAccommodations`.

extension TouchAccommodations {
  static var keys: [Key<TouchAccommodations, Reader>] {
    [
      Key("holdDuration", \.holdDuration, .seconds(0...4)),
      Key("ignoreRepeat", \.ignoreRepeat, .seconds(0...4)),
      Key("tapAssistance", \.tapAssistance, .choice(TapAssistance.self)),
      Key("tapAssistanceTime", \.tapAssistanceTime, .seconds(0.1...4)),
    ]
  }
}
