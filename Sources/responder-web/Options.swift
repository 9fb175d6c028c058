// The gateway's command line.

import CommandLine
import Linux
import Protocol

/// The options of the command line.
struct Options: ProgramOptions, Hashable, Sendable {
  /// How browsers reach the gateway over the network.
  enum Transport: Hashable, Sendable {
    /// HTTP, on the loopback interface or where a proxy speaks TLS.
    case plain(behindProxy: Bool)
    /// HTTPS with a certificate and its key.
    case encrypted(certificate: String, key: String)
  }

  /// The address to listen on, unless systemd passes a socket.
  var listen = InternetAddress("127.0.0.1:7878")!
  /// The daemon's socket.
  var socket = "/run/responderd/socket"
  /// Additional names by which browsers may reach the gateway.
  var hosts: [String] = []
  /// Origins of pages of other servers that may connect.
  var origins: [Origin] = []
  /// The file with the token that pages must send.
  var tokenFile: String?
  /// The folder with the user's own pages.
  var pages: String?
  /// Plain HTTP or HTTPS.
  var transport = Transport.plain(behindProxy: false)
  /// The number of connections of browsers.
  var connections = 64
  /// The lowest level of logged messages.
  var threshold = Log.Level.info

  static let known = [
    Option(
      "listen", value: "ADDRESS:PORT",
      help: "Listen here (default 127.0.0.1:7878); port 0 lets the kernel choose."),
    Option(
      "socket", value: "PATH",
      help: "The daemon's socket (default $RESPONDERD_SOCKET or /run/responderd/socket)."),
    Option(
      "host", value: "NAME", repeats: true,
      help: "A further name by which browsers reach the gateway."),
    Option(
      "origin", value: "URL", repeats: true,
      help: "Pages of this server may connect too, such as https://kiosk.example."),
    Option(
      "pages", value: "DIR",
      help: "Serve the pages in DIR at /pages/; a browser shows them again when a file changes."),
    Option("token-file", value: "FILE", help: "Accept only pages that send the token in FILE."),
    Option("certificate", value: "FILE", help: "Speak HTTPS with this certificate chain (PEM)."),
    Option("key", value: "FILE", help: "The certificate's private key (PEM)."),
    Option("behind-proxy", help: "A proxy in front of the gateway speaks TLS."),
    Option(
      "connections", value: "N", help: "Connections of browsers at a time, 1 to 1000 (default 64)."),
    Option("version", help: "Print the version."),
    Option(
      "log", value: "LEVEL", help: "Log messages of at least: error, warning, notice, info, debug."),
  ]

  mutating func take(_ arguments: Arguments, _ environment: Environment) throws(UsageError) {
    if let text = arguments.value("listen") {
      guard let address = InternetAddress(text) else {
        throw UsageError(
          "--listen \(text): expected an IP address and a port, such as 127.0.0.1:7878 or [::1]:7878"
        )
      }
      listen = address
    }
    socket = arguments.value("socket") ?? environment["RESPONDERD_SOCKET"] ?? socket
    for name in arguments.values("host") {
      guard Options.isHostName(name) else {
        throw UsageError("--host \(name): expected a name or address without a scheme or path")
      }
      hosts.append(name.lowercased())
    }
    for text in arguments.values("origin") {
      guard let origin = Origin(text) else {
        throw UsageError(
          "--origin \(text): expected http:// or https:// and a host, such as https://kiosk.example:8443"
        )
      }
      origins.append(origin)
    }
    pages = arguments.value("pages")
    tokenFile = arguments.value("token-file")
    transport = try Options.transport(arguments)
    if let text = arguments.value("connections") {
      guard let count = Int(text), 1...1000 ~= count else {
        throw UsageError("--connections \(text): expected a whole number from 1 to 1000")
      }
      connections = count
    }
  }

  private static func transport(_ arguments: Arguments) throws(UsageError) -> Transport {
    switch (arguments.value("certificate"), arguments.value("key"), arguments.has("behind-proxy")) {
    case (nil, nil, let behindProxy): return .plain(behindProxy: behindProxy)
    case (let certificate?, let key?, false):
      return .encrypted(certificate: certificate, key: key)
    case (_?, nil, _): throw UsageError("--certificate: expected --key FILE too")
    case (nil, _?, _): throw UsageError("--key: expected --certificate FILE too")
    case (_?, _?, true):
      throw UsageError("--certificate and --behind-proxy: expected one of them")
    }
  }

  // A host name, an address, and a port, as in a Host header.
  private static func isHostName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
          true
        default: false
        }
      }
  }

  /// The text of `--help`.
  static let help = """
    Usage: responder-web [OPTION]...

    Serves the inspector and the JavaScript client of responderd to browsers, and connects each
    page to the daemon's socket over a WebSocket.

    \(Arguments.help(known))
    An address beyond the loopback interface needs --token-file, and a certificate or
    --behind-proxy. See responder-web(8).

    """
}
