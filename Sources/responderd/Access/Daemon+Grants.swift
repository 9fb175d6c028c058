// Rights of connected clients when the configuration changes them.

import Configuration
import ConfigurationText
import Glibc
import Linux
import Protocol
import Records
import ResponderKit

extension Daemon {
  /// The access rules of a configuration.
  static func accessRules(
    under configuration: DaemonConfiguration, log: Log
  ) -> AccessRules {
    let accessRules = AccessRules(ownUser: getuid(), settings: configuration.settings)
    for warning in unknownPeers(in: configuration, accessRules) {
      log.write(.warning, .config, "\(warning)")
    }
    return accessRules
  }

  /// The warnings about a configuration on this machine, after its names were looked up.
  static func warnings(about configuration: DaemonConfiguration, _ accessRules: AccessRules)
    -> ConfigurationWarnings
  {
    let blueprint = configuration.blueprint
    return ConfigurationWarnings(
      all: blueprint.warnings.map(\.description) + unknownPeers(in: configuration, accessRules),
      ofPublicWindows: blueprint.publicWarnings.map(\.description)
        + unknownPeers(in: configuration, accessRules) { !$0.isPrivate })
  }

  // Each name is looked up in files, or on other machines.
  private static func unknownPeers(
    in configuration: DaemonConfiguration, _ accessRules: AccessRules,
    where isMeant: (PeerMention) -> Bool = { _ in true }
  ) -> [String] {
    configuration.blueprint.mentions.filter(isMeant).compactMap { mention in
      accessRules.isKnown(mention.peer) == .unknown ? mention.complaint.description : nil
    }
  }

  /// The rights of a client.
  func grant(for connection: Connection) -> Grant {
    accessRules.grant(for: connection.peer, at: connection.socket)
  }

  /// Plans edits; a request may look up only a few names of users and groups.
  func lookingUpFewNames(
    _ plan: () throws(ProtocolError) -> Void
  ) throws(ProtocolError) {
    try accessRules.serving(naming: scenes.all.map(\.tree), plan)
  }

  /// The tree for requests.
  var visibleTree: VisibleTree {
    VisibleTree(scene.tree) { [accessRules] in accessRules.isKnown($0) }
  }

  /// Updates the rights of all clients to the current configuration; a client that loses a right
  /// loses at once the subscriptions and views that need it.
  func renewGrants() {
    for connection in server.connections {
      connection.names.renew()
      let grant = grant(for: connection)
      guard grant != connection.grant else { continue }
      connection.use(grant)
      endForbiddenSubscriptions(of: connection)
    }
    changes.insert(.listeners)
    renewPrograms()
    for connection in server.connections { renewReadings(of: connection) }
  }

  private func endForbiddenSubscriptions(of connection: Connection) {
    for subscription in connection.subscriptions.all {
      let needed = Request.rights(of: subscription.filter)
      let missing = Right.allCases.filter {
        needed.contains($0) && !connection.grant.rights.contains($0)
      }
      guard let right = missing.first else { continue }
      connection.subscriptions.remove(subscription.id)
      let error = ProtocolError(
        .forbidden,
        "subscription \(subscription.id) has ended: it needs the right \"\(right.rawValue)\", which the "
          + "configuration no longer gives to this connection")
      connection.send { $0.error(error, to: nil, subscription: subscription.id) }
    }
  }
}
