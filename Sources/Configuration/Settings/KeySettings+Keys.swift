// The keys of `presses` and `remoteControl`.

import ConfigurationText
import ResponderKit

extension KeySettings {
  static var pressKeys: [Key<KeySettings, Reader>] {
    [
      map(\.presses, "presses", "KEY_OK or BTN_SOUTH") { $0.name($1).map { PressType($0) } },
      Key("ignoreRepeat", \.ignoreRepeat, .seconds(0...4)),
    ]
  }

  static var remoteControlKeys: [Key<KeySettings, Reader>] {
    [map(\.remoteControl, "commands", "KEY_PLAYPAUSE") { $0.choice($1, RemoteControlSubtype.self) }]
  }

  // A mapping from the kernel's names of keys to meanings; an entry without a value has none.
  private static func map<Meaning>(
    _ path: WritableKeyPath<KeySettings, [String: Meaning?]>, _ meanings: String, _ example: String,
    _ read: @escaping (Reader, Node) -> Meaning?
  ) -> Key<KeySettings, Reader> {
    Key("map", value: "mapping from names of keys to \(meanings)") { settings, node, reader in
      guard let mapping = node.mapping else {
        reader.expected("a mapping from keys to \(meanings)", at: node)
        return
      }
      for entry in mapping.entries {
        guard isKeyName(entry.key) else {
          reader.complain(
            entry.complaint("expected the kernel's name of a key, such as \(example)"))
          continue
        }
        if entry.value.isNull {
          settings[keyPath: path][entry.key] = .some(nil)
        } else if let meaning = read(reader, entry.value) {
          settings[keyPath: path][entry.key] = meaning
        }
      }
    }
  }

  static func isKeyName(_ text: String) -> Bool {
    ["KEY_", "BTN_", "ABS_"].contains { text.hasPrefix($0) } && text.utf8.count > 4
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}
