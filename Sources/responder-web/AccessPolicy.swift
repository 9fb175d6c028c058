// Which browsers, pages and paths the gateway serves: allow lists, and a token.

import Linux
import Protocol

/// Checks each request; it uses no sockets.
struct AccessPolicy {
  /// The path at which pages connect to the daemon.
  static let socketPath = "/socket"
  // A token is sent as an additional subprotocol, which, unlike a path, is not written to logs.
  private static let tokenPrefix = "responderd.token."

  /// Why a request is refused.
  enum Refusal: Error, Hashable, CustomStringConvertible {
    case host(String?)
    case path(String)
    case origin(String?)
    case token

    var description: String {
      switch self {
      case .host(let host):
        "the host name \"\(host ?? "")\" is not allowed; allow it with --host NAME"
      case .path(let path): "pages connect at \(AccessPolicy.socketPath), not at \"\(path)\""
      case .origin(let origin?):
        "pages from \"\(origin)\" are not allowed; allow them with --origin URL"
      case .origin(nil): "the connection has no Origin header; only pages in browsers may connect"
      case .token: "the token is missing or invalid"
      }
    }
  }

  private let hosts: Set<String>
  private let origins: Set<Origin>
  private let token: [UInt8]?

  /// The policy of a gateway that listens at an address.
  init(_ options: Options, listening address: InternetAddress, token: String?) {
    var names: [String] = []
    if address.isLoopback {
      names = ["127.0.0.1", "localhost", "[::1]"]
    } else if !address.isUnspecified {
      names = [address.isIPv6 ? "[\(address.host)]" : address.host]
    }
    let all = options.hosts + names
    let own = options.hosts + all.map { "\($0):\(address.port)" }
    hosts = Set(names + own)
    // At the usual port of this machine is a proxy, or a server whose pages are not the gateway's.
    let (scheme, pages) =
      switch options.transport {
      case .plain(behindProxy: false): ("http", own)
      case .plain(behindProxy: true): ("https", names + own)
      case .encrypted: ("https", own)
      }
    origins = Set(options.origins + pages.compactMap { Origin("\(scheme)://\($0)") })
    self.token = token.map { Array($0.utf8) }
  }

  /// Throws if a browser used a host name that is not allowed, as with DNS rebinding.
  func checkHost(_ host: String?) throws(Refusal) {
    guard let host, hosts.contains(host.lowercased()) else { throw .host(host) }
  }

  /// The origin of a page; throws unless it may connect at this path.
  func checkPage(
    host: String?, path: String, origin: String?, subprotocols: String
  ) throws(Refusal) -> Origin {
    try checkHost(host)
    guard path == AccessPolicy.socketPath else { throw .path(path) }
    guard let origin else { throw .origin(nil) }
    guard let parsed = Origin(origin), origins.contains(parsed) else { throw .origin(origin) }
    guard let token else { return parsed }
    let offers = subprotocols.split(separator: ",").map { offer in
      offer.drop(while: { $0 == " " }).prefix(while: { $0 != " " })
    }
    let sent = offers.first { $0.hasPrefix(AccessPolicy.tokenPrefix) }
    guard let sent, isSame(Array(sent.utf8.dropFirst(AccessPolicy.tokenPrefix.utf8.count)), token)
    else { throw .token }
    return parsed
  }

  // Compares every byte, so that the time does not reveal how many are equal.
  private func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
