// The keys of `grabEscape`.

import ConfigurationText

extension GrabEscape {
  static var keyTable: [Key<GrabEscape, Reader>] {
    [
      Key("fingers", \.fingers, .whole(0...10)),
      Key("duration", \.duration, .seconds(0.5...60)),
      Key("place", \.place, .choice(Place.self)),
      Key("release", \.release, .seconds(1...3600)),
      Key("keys", value: "name of a key, or a list of these", \.keys) { reader, node in
        Set(reader.oneOrMore(node) { reader.name($0) })
      },
    ]
  }
}
