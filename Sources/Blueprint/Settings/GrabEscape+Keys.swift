// The keys of `grabEscape`.

import Devices
import YAML

extension GrabEscape {
  static var keyTable: [Key<GrabEscape, Reader>] {
    [
      Key("fingers", \.fingers) { $0.whole($1, in: 0...10) },
      Key("duration", \.duration) { $0.number($1, in: 0.5...60) },
      Key("keys", \.keys) { reader, node in Set(reader.oneOrMore(node) { reader.name($0) }) },
    ]
  }
}
