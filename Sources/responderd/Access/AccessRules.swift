// Access rules: decided by the socket, the configuration, and the kernel's credentials of the peer.

import Configuration
import ConfigurationText
import Linux
import Protocol
import ResponderKit

/// The sockets on which the daemon listens.
enum ListeningSocket: Hashable, Sendable {
  /// The socket for subscribers.
  case records
  /// The socket whose mode and group decide who controls the daemon.
  case control
}

/// The rights of peers under one configuration.
final class AccessRules {
  private enum Pattern {
    case user(UInt32)
    case group(UInt32)
    case unit(String)
    /// A user or group that this machine does not have.
    case unknown
  }

  private let ownUser: UInt32
  private let settings: Settings
  // A name is looked up in files, or on other machines.
  private var patterns: [PeerSettings: Pattern] = [:]
  // Above this number, names that no rule uses any more are removed.
  private var trigger = AccessRules.fewNames
  // The daemon waits for each lookup.
  private var lookupsLeft = Int.max

  // The rights of the socket and of each rule: with a thousand clients they are read often.
  private let socketRights: Set<Right>
  private let controlRights: Set<Right>
  private let rules: [(peer: PeerSettings, rights: Set<Right>, under: [String]?)]

  private static let fewNames = 256
  private static let lookupsOfRequest = 16

  /// The access rules of a daemon that runs as this user.
  init(ownUser: UInt32, settings: Settings) {
    self.ownUser = ownUser
    self.settings = settings
    socketRights = settings.socket.rights
    // systemd may have opened a socket that the configuration does not name.
    controlRights =
      settings.controlSocket?.rights ?? Set(Right.allCases)
    rules = settings.access.map { ($0.peer, $0.rights, $0.under) }
    for rule in settings.access { _ = pattern(of: rule.peer) }
  }

  /// Whether this machine has such a user or group; a unit may be started at any time.
  func isKnown(_ peers: PeerSettings) -> VisibleTree.Knowledge {
    if patterns[peers] == nil, peers.kind != .unit, UInt32(peers.name) == nil {
      guard lookupsLeft > 0 else { return .notLookedUp }
      lookupsLeft -= 1
    }
    if case .unknown = pattern(of: peers) { return .unknown }
    return .known
  }

  /// Serves a request, which may look up only a few names, and forgets names that no rule uses.
  func serving<Answer>(
    naming trees: [Tree], _ body: () throws(ProtocolError) -> Answer
  ) throws(ProtocolError) -> Answer {
    lookupsLeft = AccessRules.lookupsOfRequest
    defer {
      lookupsLeft = .max
      if patterns.count > trigger {
        let kept = trees.reduce(into: Set(settings.access.map(\.peer))) {
          $0.formUnion($1.namedPrograms)
        }
        patterns = patterns.filter { kept.contains($0.key) }
        trigger = max(AccessRules.fewNames, 2 * patterns.count)
      }
    }
    return try body()
  }

  /// The number of remembered names of users, groups and units.
  var rememberedNames: Int { patterns.count }

  /// Whether a peer matches a rule.
  func fits(_ peers: PeerSettings, _ peer: PeerCredentials) -> Bool {
    switch pattern(of: peers) {
    case .user(let number): peer.uid == number
    case .group(let number): peer.isMember(of: number)
    case .unit(let name): peer.units.contains(name)
    case .unknown: false
    }
  }

  /// The unit of a peer, out of those that the configuration names.
  func unit(of peer: PeerCredentials) -> String? {
    peer.units.first(of: patterns.keys.lazy.filter { $0.kind == .unit }.map(\.name).sorted())
  }

  /// The unit of a peer, out of those in `access`: programs cannot make it cost more.
  func unitInAccess(of peer: PeerCredentials) -> String? {
    peer.units.first(of: settings.access.lazy.map(\.peer).filter { $0.kind == .unit }.map(\.name))
  }

  /// Whether a peer may add views of its own at a mount point.
  func opens(_ point: MountPoint, to peer: PeerCredentials) -> Bool {
    switch point {
    case .everybody: true
    case .programs(let programs): programs.contains { fits($0, peer) }
    }
  }

  /// Whether a peer, or the page that it is of, reads a private window with these readers.
  func mayRead(_ readers: [PeerSettings], _ peer: PeerCredentials, _ origin: Origin?) -> Bool {
    // The gateway may run as one of them; its pages do not.
    if origin == nil, peer.uid == 0 || peer.uid == ownUser { return true }
    return readers.contains { fits($0, peer) && ($0.origin == nil || $0.origin == origin) }
  }

  /// The rights of a peer: root and the daemon's own user have all rights; other users have the
  /// rights of the socket, and those that rules for their user, groups and unit add.
  func grant(for peer: PeerCredentials, at socket: ListeningSocket) -> Grant {
    if peer.uid == 0 || peer.uid == ownUser { return .all }
    var grant = Grant()
    switch socket {
    case .records: grant.add(socketRights, under: nil)
    case .control: grant.add(controlRights, under: nil)
    }
    for rule in rules where fits(rule.peer, peer) { grant.add(rule.rights, under: rule.under) }
    return grant
  }

  private func pattern(of peers: PeerSettings) -> Pattern {
    if let known = patterns[peers] { return known }
    let pattern: Pattern =
      switch peers.kind {
      case .user:
        (UInt32(peers.name) ?? userNumber(named: peers.name)).map { .user($0) } ?? .unknown
      case .group:
        (UInt32(peers.name) ?? groupNumber(named: peers.name)).map { .group($0) } ?? .unknown
      case .unit: .unit(peers.name)
      }
    patterns[peers] = pattern
    return pattern
  }
}
