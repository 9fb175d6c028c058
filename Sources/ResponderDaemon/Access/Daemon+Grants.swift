// Rights of connected clients when the configuration changes them.

import Blueprint
import Glibc
import LinuxKit
import Permissions
import ResponderKit
import Wire
import YAML

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
    -> [String]
  {
    configuration.blueprint.warnings.map(\.description)
      + unknownPeers(in: configuration, accessRules)
  }

  // Each name is looked up in files, or on other machines.
  private static func unknownPeers(
    in configuration: DaemonConfiguration, _ accessRules: AccessRules
  ) -> [String] {
    configuration.blueprint.mentions.compactMap { mention in
      accessRules.isKnown(mention.peer) == .unknown ? mention.complaint.description : nil
    }
  }

  /// The rights of a client.
  func grant(for connection: Connection) -> Grant {
    accessRules.grant(
      for: connection.peer, at: connection.socket, in: configuration.tree)
  }

  /// Whether a client sees every view.
  func seesAll(_ connection: Connection) -> Bool {
    let audience = connection.grant.audience
    return configuration.tree.audiences.all.isSubset(of: audience) && !audience.isLimited
  }

  /// Releases audiences that no view has any more, when no unused one is left. Records that are
  /// kept for clients that reconnect are removed first.
  func reclaimAudiences() {
    let tree = configuration.tree
    guard tree.audiences.isFull else { return }
    sendRecords()
    var inUse = encoder.audiencesInUse.union(configuration.application.audienceOfContacts)
    for touch in configuration.application.liveTouches { inUse.formUnion(touch.audience) }
    for press in configuration.application.livePresses { inUse.formUnion(press.audience) }
    let free = tree.audiences.retired.subtracting(inUse)
    guard !free.isEmpty else { return }
    history.forget(recordsFor: free)
    tree.reclaim(free)
  }

  /// Plans edits; a request may look up only a few names of users and groups.
  func lookingUpFewNames(
    _ plan: () throws(ProtocolError) -> Void
  ) throws(ProtocolError) {
    try accessRules.serving(in: configuration.tree, plan)
  }

  /// The tree as a client sees it.
  func visibleTree(for connection: Connection) -> VisibleTree {
    let isEverywhere = connection.grant.rights.contains(.edit) && connection.grant.under == nil
    return VisibleTree(
      configuration.tree, for: seesAll(connection) ? .all : connection.grant.audience,
      audiences: isEverywhere ? AudienceTable.most : Daemon.audiencesOfPlaces,
      knowing: { [accessRules] in accessRules.isKnown($0) })
  }

  // Programs that may edit only some views leave audiences for those that may edit all.
  private static let audiencesOfPlaces = AudienceTable.most * 3 / 4

  /// Updates the rights of all clients to the current configuration; a client that loses a right
  /// loses at once the subscriptions and views that need it.
  func renewGrants() {
    for connection in server.connections {
      connection.names.renew()
      let grant = grant(for: connection)
      guard grant != connection.grant else { continue }
      connection.use(grant)
      encoder.follow(grant.audience)
      activity.follow(connection, among: server.connections)
      server.renumber(connection, for: grant.audience)
      server.setAudience(of: connection, to: grant.audience)
      endForbiddenSubscriptions(of: connection)
    }
    changes.insert(.listeners)
  }

  private func endForbiddenSubscriptions(of connection: Connection) {
    for paced in connection.subscriptions.all {
      let needed = Request.rights(of: paced.matcher.filter)
      let missing = Right.allCases.filter {
        needed.contains($0) && !connection.grant.rights.contains($0)
      }
      guard let right = missing.first else { continue }
      _ = connection.subscriptions.remove(paced.id)
      server.ended(paced, of: connection.account)
      let error = ProtocolError(
        .forbidden,
        "subscription \(paced.id) has ended: it needs the right \"\(right.rawValue)\", which the "
          + "configuration no longer gives to this connection")
      connection.send { $0.error(error, to: nil, subscription: paced.id) }
    }
  }
}
