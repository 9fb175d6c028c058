// The configuration of the TUIO bridge: one YAML file, read with located errors.

import ConfigurationText
import Linux

/// The settings of `/etc/responderd/tuio.yaml`, with the defaults for omitted keys.
struct TUIOSettings: FileSettings, Hashable, Sendable {
  /// One program that receives frames.
  struct Receiver: Hashable, Sendable {
    /// Its address.
    var host = ""
    /// Its port.
    var port = 3333
    /// The version of TUIO that the receiver supports.
    var version = TUIOVersion.v11

    init() {}

    /// The address of the receiver; nil if the host is no address.
    var address: InternetAddress? {
      InternetAddress(host: host, port: UInt16(clamping: port))
    }

    static var keys: [Key<Receiver, Reader>] {
      [
        Key("host", \.host, required: true) { $0.address($1) },
        Key("port", \.port) { $0.whole($1, in: 1...65_535) },
        Key("version", \.version) { $0.version($1) },
      ]
    }
  }

  /// The contacts that are sent.
  struct Contacts: Hashable, Sendable {
    /// The screen whose area is 0 to 1; nil for the first one.
    var screen: String?
    /// Views, each with all their subviews; empty for all contacts that devices report.
    var views: [String] = []
    /// The most frames per second.
    var rate = 60.0

    init() {}

    static var keys: [Key<Contacts, Reader>] {
      [
        Key("screen", \.screen) { $0.name($1) },
        Key("views", \.views) { reader, node in reader.list(node, "views") { reader.name($0) } },
        Key("rate", \.rate) { $0.number($1, in: 1...1_000) },
      ]
    }
  }

  /// One table whose tracker sends frames to this program.
  struct Table: Hashable, Sendable {
    /// The name of the table's device.
    var name = ""
    /// The address of this machine on which frames are received.
    var host = "127.0.0.1"
    /// The port.
    var port = 3333
    /// The time without a frame after which the contacts are cancelled, in seconds.
    var timeout = 3.0

    init() {}

    /// The address on which frames are received; nil if the host is no address.
    var address: InternetAddress? {
      InternetAddress(host: host, port: UInt16(clamping: port))
    }

    static var keys: [Key<Table, Reader>] {
      [
        Key("name", \.name, required: true) { $0.name($1) },
        Key("host", \.host) { $0.address($1) },
        Key("port", \.port) { $0.whole($1, in: 1...65_535) },
        Key("timeout", \.timeout) { $0.number($1, in: 0.5...3600) },
      ]
    }
  }

  /// The name of this panel in sources; nil for the host name.
  var panel: String?
  /// The socket of the daemon.
  var socket = "/run/responderd/socket"
  /// The programs that receive frames.
  var receivers: [Receiver] = []
  /// The contacts that they receive.
  var contacts = Contacts()
  /// The tables whose frames become devices of the daemon.
  var tables: [Table] = []

  /// The defaults.
  init() {}

  static var keys: [Key<TUIOSettings, Reader>] {
    [
      Key("panel", \.panel) { $0.name($1) },
      Key("socket", \.socket) { $0.socketPath($1) },
      Key("receivers") { settings, node, reader in
        settings.receivers =
          reader.list(node, "receivers") { node in
            var receiver = Receiver()
            reader.fields(
              of: node, into: &receiver, keys: Receiver.keys, context: reader, what: "a receiver")
            return receiver
          } ?? []
      },
      Key("contacts") { settings, node, reader in
        reader.fields(
          of: node, into: &settings.contacts, keys: Contacts.keys, context: reader,
          what: "a choice of contacts")
      },
      Key("tables") { settings, node, reader in
        settings.tables =
          reader.list(node, "tables") { node in
            var table = Table()
            reader.fields(
              of: node, into: &table, keys: Table.keys, context: reader, what: "a table")
            return table
          } ?? []
      },
    ]
  }

  /// Reports settings that contradict each other.
  func checkRelations(_ root: Node, _ reader: Reader) {
    if receivers.isEmpty, tables.isEmpty, reader.errors.isEmpty {
      reader.complain(root.complaint("expected receivers, tables or both"))
    }
    if receivers.count > 16, let node = root["receivers"] {
      reader.complain(node.complaint("expected at most 16 receivers, found \(receivers.count)"))
    }
    // The daemon limits the number of devices of a connection.
    if tables.count > 16, let node = root["tables"] {
      reader.complain(node.complaint("expected at most 16 tables, found \(tables.count)"))
    }
    for (index, table) in tables.enumerated() {
      guard let node = root["tables"]?.sequence?[index] else { continue }
      if tables[..<index].contains(where: { $0.name == table.name }) {
        reader.complain(node.complaint("expected a name of its own, found \"\(table.name)\" twice"))
      }
      if tables[..<index].contains(where: {
        $0.port == table.port && $0.host == table.host
      }) {
        reader.complain(node.complaint("expected a port of its own, found \(table.port) twice"))
      }
    }
    warnOfMixedVersions(root, reader)
  }

  // Receivers of the older version may stop at the first bundle of the newer one.
  private func warnOfMixedVersions(_ root: Node, _ reader: Reader) {
    for (index, receiver) in receivers.enumerated() {
      let isMixed = receivers[..<index].contains {
        $0.host == receiver.host && $0.port == receiver.port && $0.version != receiver.version
      }
      if isMixed, let node = root["receivers"]?.sequence?[index] {
        reader.complain(
          node.complaint(
            "one receiver gets both versions, which many programs cannot handle",
            severity: .warning))
      }
    }
  }
}

extension Reader {
  /// A numeric IP address.
  fileprivate func address(_ node: Node) -> String? {
    guard let text = node.string, InternetAddress(host: text, port: 0) != nil else {
      expected("an IP address such as 127.0.0.1", at: node)
      return nil
    }
    return text
  }

  /// A version of TUIO, which YAML may read as a number.
  fileprivate func version(_ node: Node) -> TUIOVersion? {
    switch node.string {
    case "1.1": return .v11
    case "2.0", "2": return .v20
    default:
      expected("1.1 or 2.0", at: node)
      return nil
    }
  }
}
