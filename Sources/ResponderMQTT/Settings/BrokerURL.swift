// A broker in one word, for the command line: mqtts://user@broker.example:8883/prefix.

import CommandLines
import LinuxKit

extension BridgeSettings {
  /// Uses the broker of a URL, and the prefix if the URL has one.
  mutating func use(brokerURL text: String) throws(UsageError) {
    let form = "expected mqtt://[USER@]HOST[:PORT][/PREFIX] or mqtts://…"
    let wrong = UsageError("--broker \(text): \(form)")
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { throw wrong }
    switch text[..<colon] {
    case "mqtt": broker.tls = nil
    case "mqtts": broker.tls = broker.tls ?? BrokerSettings.TLS()
    default: throw wrong
    }
    var rest = text[colon...].dropFirst(3)
    if let slash = rest.firstIndex(of: "/") {
      let path = rest[rest.index(after: slash)...]
      rest = rest[..<slash]
      if !path.isEmpty {
        guard
          path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({
            !$0.isEmpty && Topics.isPlain($0)
          }), !path.hasPrefix("$")
        else { throw wrong }
        prefix = String(path)
      }
    }
    if let at = rest.lastIndex(of: "@") {
      // Every user of this machine could read a password on the command line.
      guard !rest[..<at].isEmpty, !rest[..<at].contains(":") else {
        throw UsageError(
          "--broker: expected a user without a password; broker.passwordFile in the configuration "
            + "names the password's file")
      }
      broker.user = String(rest[..<at])
      rest = rest[rest.index(after: at)...]
    }
    broker.port = nil
    let isBracketed = rest.hasPrefix("[")
    if let end = isBracketed ? rest.firstIndex(of: "]") : rest.lastIndex(of: ":") {
      let digits = isBracketed ? rest[end...].dropFirst() : rest[end...]
      if !digits.isEmpty {
        guard digits.hasPrefix(":"), let port = Int(digits.dropFirst()), (1...65_535).contains(port)
        else { throw wrong }
        broker.port = port
      }
      rest = isBracketed ? rest[rest.index(after: rest.startIndex)..<end] : rest[..<end]
    }
    guard !rest.isEmpty, !rest.contains(where: { $0 == " " || $0 == "/" }) else { throw wrong }
    broker.host = String(rest)
  }
}
