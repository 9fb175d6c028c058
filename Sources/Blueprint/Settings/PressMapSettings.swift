// Keys and buttons as presses.

import YAML

/// Which keys are presses, and of which type, as written.
package struct PressMapSettings: Hashable, Sendable {
  /// From the kernel's name of a key to the press it is; an entry without a type is no press.
  package var map: [String: String?] = [:]

  /// The daemon's own table alone.
  package init() {}

  static var keys: [Key<PressMapSettings, Reader>] {
    [
      Key("map") { presses, node, reader in
        guard let mapping = node.mapping else {
          reader.expected("a mapping from keys to presses", at: node)
          return
        }
        for entry in mapping.entries {
          guard isKeyName(entry.key) else {
            reader.complain(
              entry.complaint(
                "expected the kernel's name of a key, such as KEY_OK or BTN_SOUTH"))
            continue
          }
          if entry.value.isNull {
            presses.map[entry.key] = .some(nil)
          } else if let type = reader.name(entry.value) {
            presses.map[entry.key] = type
          }
        }
      }
    ]
  }

  static func isKeyName(_ text: String) -> Bool {
    ["KEY_", "BTN_", "ABS_"].contains { text.hasPrefix($0) } && text.utf8.count > 4
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}
