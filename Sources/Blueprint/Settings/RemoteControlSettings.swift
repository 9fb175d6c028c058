// Media keys as remote-control commands.

package import ResponderKit
import YAML

/// Which keys are remote-control commands, as written.
package struct RemoteControlSettings: Hashable, Sendable {
  /// From the kernel's name of a key to the command; an entry without a command is none.
  package var map: [String: RemoteControlSubtype?] = [:]

  /// The daemon's own table alone.
  package init() {}

  static var keys: [Key<RemoteControlSettings, Reader>] {
    [
      Key("map") { remote, node, reader in
        guard let mapping = node.mapping else {
          reader.expected("a mapping from keys to commands", at: node)
          return
        }
        for entry in mapping.entries {
          guard PressMapSettings.isKeyName(entry.key) else {
            reader.complain(
              entry.complaint("expected the kernel's name of a key, such as KEY_PLAYPAUSE"))
            continue
          }
          if entry.value.isNull {
            remote.map[entry.key] = .some(nil)
          } else if let subtype = reader.choice(entry.value, RemoteControlSubtype.self) {
            remote.map[entry.key] = subtype
          }
        }
      }
    ]
  }
}
