// The keys of a device's `noise`.

import ConfigurationText
import ResponderKit

extension NoiseSettings {
  static var keys: [Key<NoiseSettings, Reader>] {
    [
      Key("deadZones", value: "list of [x, y, width, height]", \.deadZones) { reader, node in
        reader.list(node, "rectangles [x, y, width, height]") {
          area(reader, $0)
        }
      },
      Key("minimumDuration", \.minimumDuration, .seconds(0...10)),
      Key("debounce", \.debounce, .seconds(0...10)),
      Key("debounceDistance", \.debounceDistance, .number(0...10_000, "points")),
      Key("jitter", \.jitter, .number(0...10_000, "points")),
      Key("maximumContacts", \.maximumContacts, .whole(1...1000)),
      Key("palmRadius", \.palmRadius, .number(0.1...10_000, "points")),
      Key("maximumRate", \.maximumRate, .whole(1...10_000)),
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
