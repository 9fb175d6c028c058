// The address of the broker and the login.

import ConfigurationText
import Glibc
import Linux

/// The broker as configured.
struct BrokerSettings: Hashable, Sendable {
  /// The versions of the protocol that the bridge supports.
  enum Version: String, CaseIterable, Sendable {
    case v5 = "5"
    case v311 = "3.1.1"
  }

  /// Certificates; the system's authorities unless `ca` names others.
  struct TLS: Hashable, Sendable {
    /// A file of certificates, or a directory of hashed ones.
    var ca = "/etc/ssl/certs"
    /// The bridge's own certificate.
    var certificate: String?
    /// The key of that certificate.
    var key: String?

    static var keys: [Key<TLS, Reader>] {
      [
        Key("ca", \.ca) { $0.filePath($1) },
        Key("certificate", \.certificate) { $0.filePath($1) },
        Key("key", \.key) { $0.filePath($1) },
      ]
    }
  }

  /// The name or address of the broker.
  var host = "localhost"
  /// The port; nil for 1883, or 8883 with TLS.
  var port: Int?
  /// The version of the protocol.
  var version = Version.v5
  /// The name of this client; nil for `responder-mqtt-` and the panel.
  var clientID: String?
  /// The user name for the login.
  var user: String?
  /// The file whose first line is the password.
  var passwordFile: String?
  /// Encryption; nil without it.
  var tls: TLS?
  /// The seconds without traffic after which the connection is tested.
  var keepAlive = 30
  /// The longest pause between two attempts to connect, in seconds; nil for 5 on a local network, and
  /// 60 elsewhere.
  var reconnectMaximum: Double?
  /// The largest message that is sent, in bytes.
  var maximumPayload = 262_144

  /// The defaults.
  init() {}

  /// Whether messages stay on this machine.
  var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// The longest pause between two attempts to connect, in seconds.
  var longestPause: Double { reconnectMaximum ?? (isNearby ? 5 : 60) }

  // Names without a domain, and addresses that no router passes on.
  private var isNearby: Bool {
    if isLocal { return true }
    let parts = host.split(separator: ".").map(String.init)
    let numbers = parts.compactMap(Int.init)
    if numbers.count == 4 {
      return numbers[0] == 10 || numbers[0] == 192 && numbers[1] == 168
        || numbers[0] == 172 && (16..<32).contains(numbers[1])
        || numbers[0] == 169 && numbers[1] == 254
    }
    if host.contains(":") {
      return ["fc", "fd", "fe80"].contains { host.lowercased().hasPrefix($0) }
    }
    return parts.count == 1 || ["local", "lan", "home", "internal"].contains(parts.last)
  }

  /// The port to connect to.
  var effectivePort: Int { port ?? (tls == nil ? 1883 : 8883) }

  /// Reads the password; nil without a file.
  func password() throws(BrokerError) -> String? {
    guard let path = passwordFile else { return nil }
    do throws(SystemError) {
      let bytes = try FileReader.read(path, limit: 65_536)
      return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    } catch {
      throw BrokerError(description: "passwordFile: \(error)")
    }
  }

  /// What keeps the files from being opened, each with its key, in words.
  var fileComplaints: [String] {
    let named: [(String, String?)] = [
      ("passwordFile", passwordFile), ("tls.ca", tls?.ca), ("tls.certificate", tls?.certificate),
      ("tls.key", tls?.key),
    ]
    return named.compactMap { (key, path) -> String? in
      guard let path else { return nil }
      do throws(SystemError) {
        let number = try systemCall("open", path) { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        close(number)
        return nil
      } catch {
        return "broker.\(key): \(error)"
      }
    }
  }

  static var keys: [Key<BrokerSettings, Reader>] {
    [
      Key("host", \.host, required: true) { $0.name($1) },
      Key("port", \.port) { $0.whole($1, in: 1...65_535) },
      Key("protocol", \.version) { reader, node in
        guard let text = node.string, let version = Version(rawValue: text) else {
          reader.expected("5 or \"3.1.1\"", at: node)
          return nil
        }
        return version
      },
      Key("clientID", \.clientID) { $0.name($1) },
      Key("user", \.user) { $0.text($1) },
      Key("passwordFile", \.passwordFile) { $0.filePath($1) },
      Key("tls") { broker, node, reader in
        var tls = TLS()
        reader.fields(of: node, into: &tls, keys: TLS.keys, context: reader, what: "TLS settings")
        if (tls.certificate == nil) != (tls.key == nil) {
          reader.complain(
            node.complaint("expected both or neither of certificate and key, found one"))
        }
        broker.tls = tls
      },
      Key("keepAlive", \.keepAlive) { $0.whole($1, in: 5...3600) },
      Key("reconnectMaximum", \.reconnectMaximum) { $0.number($1, in: 1...3600) },
      Key("maximumPayload", \.maximumPayload) { $0.whole($1, in: 1_024...268_435_455) },
    ]
  }
}
