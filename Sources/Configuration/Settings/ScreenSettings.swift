// Panels as the configuration names them.

import ConfigurationText
package import ResponderKit

/// One screen as written.
package struct ScreenSettings: Hashable, Sendable {
  /// The name of the screen.
  package var id: String
  /// The size in points; nil means that of the display.
  package var size: Size?
  /// The size in millimetres; nil means that of the display.
  package var physicalSize: Size?

  /// The smallest size of a target in millimetres, for the check of accessibility.
  package var minimumTarget = 20.0

  /// A screen of this name about which nothing is written.
  package init(id: String) { self.id = id }

  static var keys: [Key<ScreenSettings, Reader>] {
    [
      Key("size", \.size, .size),
      Key("physicalSize", \.physicalSize, .size),
      Key("minimumTarget", \.minimumTarget, .number(1...100, "millimetres")),
      // Read when it is known how many points make a millimetre.
      Key("edgeGate", value: "mapping") { _, _, _ in },
    ]
  }

  static var gateKeys: [Key<EdgeGate, Reader>] {
    [
      Key("edges", \.edges, required: true, .edges(isRequired: true)),
      Key("edgeRegion", \.edgeRegion, .length(0...100_000)),
      Key("timeout", \.timeout, .seconds(0.001...10)),
      Key("window", \.window, .text),
    ]
  }

  /// The gate of a screen at whose edges touches wait for a system's gestures.
  static func edgeGate(_ node: Node, _ reader: Reader) -> EdgeGate {
    var gate = EdgeGate(edges: [])
    reader.fields(
      of: node, into: &gate, keys: gateKeys, context: reader, what: "an edge gate")
    return gate
  }

  static func read(_ node: Node, _ reader: Reader) -> [ScreenSettings]? {
    guard let mapping = node.mapping, !mapping.entries.isEmpty else {
      reader.expected("a mapping from names of screens to their sizes", at: node)
      return nil
    }
    let screens = mapping.entries.map { entry in
      var screen = ScreenSettings(id: entry.key)
      guard !entry.value.isNull else { return screen }
      reader.fields(
        of: entry.value, into: &screen, keys: keys, context: reader, what: "a screen")
      return screen
    }
    // Sorted by id: the order of keys in a mapping has no meaning.
    return screens.sorted { $0.id < $1.id }
  }
}
