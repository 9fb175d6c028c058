// The keys of `touchAccommodations`, and how they are written.

import ConfigurationText
import Protocol
import ResponderKit

extension TouchAccommodations {
  static var keys: [Key<TouchAccommodations, Reader>] {
    [
      Key("exploration", \.exploration, .choice(Exploration.self)),
      Key("holdDuration", \.holdDuration, .seconds(0...4)),
      Key("ignoreRepeat", \.ignoreRepeat, .seconds(0...4)),
      Key("tapAssistance", \.tapAssistance, .choice(TapAssistance.self)),
      Key("tapAssistanceTime", \.tapAssistanceTime, .seconds(0.1...4)),
      Key("dwellTime", \.dwellTime, .seconds(0...4)),
    ]
  }
}

extension TouchAccommodations {
  /// The accommodations as written, over those that change nothing.
  static func read(_ reader: Reader, _ node: Node) -> TouchAccommodations? {
    var read = TouchAccommodations()
    reader.fields(of: node, into: &read, keys: keys, context: reader, what: "touchAccommodations")
    return read
  }
}

extension TouchAccommodations: JSONConvertible {
  /// What differs from accommodations that change nothing.
  var json: JSON? {
    let usual = TouchAccommodations()
    let (keys, others) = (
      Self.keys.map { ($0.name, $0.usual(self)) }, Self.keys.map { $0.usual(usual) }
    )
    return JSON(
      zip(keys, others).compactMap { one, other in
        one.1 == other ? nil : one.1.map { (one.0, $0) }
      })
  }
}

extension TreeKey {
  /// The key of views and of the application; null takes the accommodations away.
  static func touchAccommodations<Part: Responder>(
    of part: Part.Type, _ path: ReferenceWritableKeyPath<Part, TouchAccommodations?>
  ) -> TreeKey {
    .of(part, "touchAccommodations", value: "mapping", reading: path) { owner, node, builder in
      let settings = node.isNull ? nil : TouchAccommodations.read(builder.reader, node)
      builder.change { owner[keyPath: path] = settings }
    }
  }
}
