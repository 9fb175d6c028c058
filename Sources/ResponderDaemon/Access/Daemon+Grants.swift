// Rights of those who are connected, when the configuration changes them.

import Blueprint
import Glibc
import LinuxKit
import ResponderKit
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

  /// What a peer may do now.
  func grant(for connection: Connection) -> Grant {
    doors.grant(
      for: connection.peer, at: connection.door, audiences: configuration.tree.audiences)
  }

  /// Whether a peer sees everything there is.
  func seesAll(_ connection: Connection) -> Bool {
    connection.grant.audience.rawValue.nonzeroBitCount == configuration.tree.audiences.count
  }

  /// Notes that there may be audiences that were not there before.
  func noteAudiences() {
    encoder.hidesAny = !configuration.tree.audiences.isEmpty
    renewGrants()
  }

  /// Serves a request with nothing in the tree but what the peer may know of.
  func showingTree<Answer>(
    to connection: Connection, _ body: () throws(ProtocolError) -> Answer
  ) throws(ProtocolError) -> Answer {
    let tree = configuration.tree
    guard !seesAll(connection) else { return try body() }
    let audience = connection.grant.audience
    tree.shows = { item in
      switch item {
      case .responder(let responder): audience.knows(responder)
      case .recognizer(let recognizer): audience.sees(recognizer)
      }
    }
    defer { tree.shows = { _ in true } }
    return try body()
  }

  /// Gives everybody who is connected what the configuration in force says; who loses a right
  /// loses at once what needs it.
  func renewGrants() {
    for connection in server.connections {
      let grant = grant(for: connection)
      guard grant != connection.grant else { continue }
      connection.grant = grant
      for paced in connection.subscriptions { server.show(paced, to: grant.audience) }
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
