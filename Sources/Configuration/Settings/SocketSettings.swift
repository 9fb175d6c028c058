// The path, permissions and rights of a socket.

import ConfigurationText
package import Protocol

/// The settings of a socket.
package struct SocketSettings: Hashable, Sendable {
  /// The path.
  package var path = "/run/responderd/socket"
  /// The permission bits.
  package var mode = 0o660
  /// The group it belongs to; nil leaves it as it is created.
  package var group: String?
  /// The rights of every client that connects to it.
  package var rights: Set<Right> = [.subscribe]

  /// The default socket.
  package init() {}

  /// The default control socket: its mode and group decide which users may connect.
  static var control: SocketSettings {
    var socket = SocketSettings()
    socket.path = "/run/responderd/control"
    socket.mode = 0o600
    socket.rights = Set(Right.allCases)
    return socket
  }

  static var keys: [Key<SocketSettings, Reader>] {
    [
      Key("path", \.path, Form("absolute path, at most 107 bytes") { $0.socketPath($1) }),
      Key(
        "mode", \.mode,
        Form(
          "permissions in octal digits, in quotes",
          write: { .string("\"0\(String($0, radix: 8))\"") },
          read: { reader, node in
            guard let text = node.string, (3...4).contains(text.utf8.count),
              let mode = UInt16(text, radix: 8), mode <= 0o777
            else {
              reader.expected("permissions such as \"0660\"", at: node)
              return nil
            }
            return Int(mode)
          })),
      Key("group", \.group, .name),
      Key("rights", \.rights, AccessSettings.rightsForm),
    ]
  }
}
