// Rights of those who are connected, when the configuration changes them.

import Blueprint
import Glibc
import LinuxKit
import Wire
import YAML

extension Daemon {
  /// Who may do what under a configuration.
  static func doors(under configuration: Configuration, log: Log) -> Doors {
    let doors = Doors(ownUser: getuid(), settings: configuration.settings)
    for warning in unknownPeers(in: configuration, doors) {
      log.say(.warning, .config, "\(warning)")
    }
    return doors
  }

  /// What is doubtful about a configuration on this machine.
  func warnings(about configuration: Configuration) -> [String] {
    let doors = Doors(ownUser: getuid(), settings: configuration.settings)
    return configuration.blueprint.warnings.map(\.description)
      + Daemon.unknownPeers(in: configuration, doors)
  }

  private static func unknownPeers(in configuration: Configuration, _ doors: Doors) -> [String] {
    configuration.blueprint.mentions.filter { !doors.isKnown($0.peer) }
      .map(\.complaint.description)
  }

  /// Gives everybody who is connected what the configuration in force says; who loses a right
  /// loses at once what needs it.
  func renewGrants() {
    for connection in server.connections {
      let grant = doors.grant(for: connection.peer, at: connection.door)
      guard grant != connection.grant else { continue }
      connection.grant = grant
      endForbiddenSubscriptions(of: connection)
    }
    updateWants()
  }

  private func endForbiddenSubscriptions(of connection: Connection) {
    for paced in connection.subscriptions {
      let needed = Request.rights(of: paced.subscription.filter)
      let missing = Request.Right.allCases.filter {
        needed.contains($0) && !connection.grant.rights.contains($0)
      }
      guard let right = missing.first else { continue }
      connection.subscriptions.removeAll { $0 === paced }
      server.ended(paced)
      let error = ProtocolError(
        .forbidden,
        "subscription \(paced.id) is over: it needs the right \"\(right.rawValue)\", which the "
          + "configuration does not give this connection any more")
      connection.say { $0.error(error, to: nil, subscription: paced.id) }
    }
  }
}
