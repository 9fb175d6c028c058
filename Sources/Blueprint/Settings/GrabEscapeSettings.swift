// How a person gets a grabbed panel back.

import YAML

/// The ways out of a grab as written; what is nil keeps its default.
package struct GrabEscapeSettings: Hashable, Sendable {
  /// So many fingers, held on a grabbed surface, release every grab; 0 for never.
  package var fingers: Int?
  /// The seconds for which they must be held.
  package var duration: Double?
  /// The kernel's names of the keys that release every grab, down together on one device.
  package var keys: [String]?

  static var keyTable: [Key<GrabEscapeSettings, Reader>] {
    [
      Key("fingers", \.fingers) { $0.whole($1, in: 0...10) },
      Key("duration", \.duration) { $0.number($1, in: 0.5...60) },
      Key("keys", \.keys) { reader, node in reader.oneOrMore(node) { reader.name($0) } },
    ]
  }
}
