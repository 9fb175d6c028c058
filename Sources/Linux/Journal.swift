// The journal's own protocol: an entry is a datagram with its fields, which a line cannot have.

/// The journal of the machine.
enum Journal {
  /// The socket of every systemd.
  static let socket = "/run/systemd/journal/socket"

  /// Writes an entry; returns whether the journal has received it.
  static func write(_ fields: [Log.Field], to path: String = Journal.socket) -> Bool {
    (try? sendDatagram(bytes(of: fields), to: path)) != nil
  }

  /// The datagram of an entry. A value of several lines has its length before it, so that no value
  /// begins a field.
  static func bytes(of fields: [Log.Field]) -> ContiguousArray<UInt8> {
    let newline = UInt8(ascii: "\n")
    var bytes: ContiguousArray<UInt8> = []
    for field in fields {
      bytes += field.name.utf8
      if field.value.utf8.contains(newline) {
        bytes.append(newline)
        for shift in stride(from: 0, to: 64, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: field.value.utf8.count >> shift))
        }
      } else {
        bytes.append(UInt8(ascii: "="))
      }
      bytes += field.value.utf8
      bytes.append(newline)
    }
    return bytes
  }
}
