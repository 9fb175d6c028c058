// Which contacts of a device are noise.

package import ResponderKit
import YAML

/// The noise filters of a device as written; everything is off unless written.
package struct NoiseSettings: Hashable, Sendable {
  /// Parts of the screen, in points, where no contact may begin.
  package var deadZones: [Rect] = []
  /// Seconds that a contact must last before anybody hears of it.
  package var minimumDuration = 0.0
  /// Seconds within which a contact that comes again at the same place goes on.
  package var debounce = 0.0
  /// Points within which a place is the same for `debounce`.
  package var debounceDistance: Double?
  /// Points by which a contact must move before it counts as moved.
  package var jitter = 0.0
  /// How many contacts at once are listened to.
  package var maximumContacts: Int?
  /// Contacts with a larger radius, in points, are palms.
  package var palmRadius: Double?
  /// Contacts that may begin within a second; more are cut off until it is over.
  package var maximumRate: Int?

  /// Nothing is noise.
  package init() {}

  static var keys: [Key<NoiseSettings, Reader>] {
    [
      Key("deadZones", \.deadZones) { reader, node in
        reader.list(node, "rectangles [x, y, width, height]") {
          area(reader, $0)
        }
      },
      Key("minimumDuration", \.minimumDuration) { $0.number($1, in: 0...10) },
      Key("debounce", \.debounce) { $0.number($1, in: 0...10) },
      Key("debounceDistance", \.debounceDistance) { $0.number($1, in: 0...10_000) },
      Key("jitter", \.jitter) { $0.number($1, in: 0...10_000) },
      Key("maximumContacts", \.maximumContacts) { $0.whole($1, in: 1...1000) },
      Key("palmRadius", \.palmRadius) { $0.number($1, in: 0.1...10_000) },
      Key("maximumRate", \.maximumRate) { $0.whole($1, in: 1...10_000) },
    ]
  }

  /// A rectangle in points with some extent.
  static func area(_ reader: Reader, _ node: Node) -> Rect? {
    guard let numbers = reader.numbers(node, count: 4, "[x, y, width, height]") else {
      return nil
    }
    guard numbers[2] > 0, numbers[3] > 0 else {
      reader.expected("a width and a height above 0", at: node)
      return nil
    }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
