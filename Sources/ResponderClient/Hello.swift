// The first line of the daemon.

internal import Protocol

/// The hello line.
public struct Hello: Hashable, Sendable {
  /// The version of the protocol, major and minor.
  public let protocolVersion: String
  /// The run of the daemon; another run numbers its records from 1.
  public let instance: String
  /// The daemon's version.
  public let version: String
  /// What this daemon supports beyond the first version of the protocol.
  public let capabilities: [String]
  /// The rights of this connection.
  public let rights: [String]
  /// The limits of this connection.
  public let limits: Value

  init(_ line: JSON) throws(ClientError) {
    guard line["type"]?.string == "hello", let version = line["protocol"]?.string,
      let instance = line["instance"]?.string
    else { throw .notUnderstood("expected the daemon's hello, found \(line.text.prefix(100))") }
    guard Self.major(version) == Self.major(ProtocolVersion.current) else {
      throw .notUnderstood(
        "the daemon speaks protocol \(version), this client \(ProtocolVersion.current);"
          + " install versions that belong together")
    }
    protocolVersion = version
    self.instance = instance
    self.version = line["version"]?.string ?? ""
    capabilities = (line["capabilities"]?.elements ?? []).compactMap(\.string)
    rights = (line["rights"]?.elements ?? []).compactMap(\.string)
    limits = Value(line["limits"] ?? .object([]))
  }

  private static func major(_ version: String) -> Substring { version.prefix { $0 != "." } }
}
