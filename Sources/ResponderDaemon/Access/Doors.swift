// Who may do what: decided by the door, the configuration, and the kernel's word for who a peer is.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

/// The sockets that a peer may come through.
enum Door: Hashable, Sendable {
  /// The one for subscribers.
  case records
  /// The one whose mode and group say who controls the daemon.
  case control
}

/// The rights of peers under one configuration.
final class Doors {
  private enum Pattern {
    case user(UInt32)
    case group(UInt32)
    case unit(String)
    /// A user or group that this machine does not have.
    case nobody
  }

  private let ownUser: UInt32
  private let settings: Settings
  // Looking a name up reads files, or asks other machines.
  private var patterns: [PeerSettings: Pattern] = [:]
  // Beyond so many, those are forgotten that nothing names any more.
  private var trigger = Doors.fewNames
  // The daemon waits for each of them.
  private var lookupsLeft = Int.max

  private static let fewNames = 256
  private static let lookupsOfRequest = 16

  /// The doors of a daemon that runs as this user.
  init(ownUser: UInt32, settings: Settings) {
    self.ownUser = ownUser
    self.settings = settings
    for rule in settings.access { _ = pattern(of: rule.peer) }
  }

  /// Whether this machine has such a user or group; a unit may come at any time.
  func isKnown(_ peers: PeerSettings) -> VisibleTree.Knowledge {
    if patterns[peers] == nil, peers.kind != .unit, UInt32(peers.name) == nil {
      guard lookupsLeft > 0 else { return .notLookedUp }
      lookupsLeft -= 1
    }
    if case .nobody = pattern(of: peers) { return .unknown }
    return .known
  }

  /// Serves a request, which may look up only a few names, and keeps none that nothing names.
  func serving<Answer>(
    in tree: Tree, _ body: () throws(ProtocolError) -> Answer
  ) throws(ProtocolError) -> Answer {
    lookupsLeft = Doors.lookupsOfRequest
    defer {
      lookupsLeft = .max
      if patterns.count > trigger {
        let kept = tree.namedPrograms.union(settings.access.map(\.peer))
        patterns = patterns.filter { kept.contains($0.key) }
        trigger = max(Doors.fewNames, 2 * patterns.count)
      }
    }
    return try body()
  }

  /// How many names of users, groups and units are remembered.
  var rememberedNames: Int { patterns.count }

  /// Whether a peer is one of those that are named.
  func fits(_ peers: PeerSettings, _ peer: PeerCredentials) -> Bool {
    switch pattern(of: peers) {
    case .user(let number): peer.uid == number
    case .group(let number): peer.isMember(of: number)
    case .unit(let name): peer.units.contains(name)
    case .nobody: false
    }
  }

  /// The unit that a peer belongs to, of those that the configuration names.
  func unit(of peer: PeerCredentials) -> String? {
    peer.units.first(of: patterns.keys.lazy.filter { $0.kind == .unit }.map(\.name).sorted())
  }

  /// Whether a peer may add views of its own there.
  func opens(_ point: MountPoint, to peer: PeerCredentials) -> Bool {
    switch point {
    case .everybody: true
    case .programs(let programs): programs.contains { fits($0, peer) }
    }
  }

  /// What a peer may do: root and the daemon's own user everything; all others what everybody may
  /// who comes through that door, and what rules for their user, groups and unit add. To an
  /// audience belong those whom it names, and root.
  func grant(
    for peer: PeerCredentials, at door: Door, audiences: AudienceTable = AudienceTable()
  ) -> Grant {
    var grant = rights(of: peer, at: door)
    // Root could read the devices themselves. The daemon's user is nobody in particular.
    if peer.uid == 0 {
      grant.audience = .all
      return grant
    }
    for (bit, programs) in audiences.named where programs.contains(where: { fits($0, peer) }) {
      grant.audience.formUnion(bit)
    }
    return grant
  }

  private func rights(of peer: PeerCredentials, at door: Door) -> Grant {
    if peer.uid == 0 || peer.uid == ownUser { return .all }
    var grant = Grant()
    switch door {
    case .records: grant.add(Doors.rights(settings.socket.rights), under: nil)
    case .control:
      // systemd may have opened one that the configuration does not speak of.
      let rights = settings.controlSocket.map { Doors.rights($0.rights) }
      grant.add(rights ?? Set(Request.Right.allCases), under: nil)
    }
    for rule in settings.access where fits(rule.peer, peer) {
      grant.add(Doors.rights(rule.rights), under: rule.under)
    }
    return grant
  }

  private static func rights(_ written: Set<AccessSettings.Right>) -> Set<Request.Right> {
    Set(written.compactMap { Request.Right(rawValue: $0.rawValue) })
  }

  private func pattern(of peers: PeerSettings) -> Pattern {
    if let known = patterns[peers] { return known }
    let pattern: Pattern =
      switch peers.kind {
      case .user:
        (UInt32(peers.name) ?? userNumber(named: peers.name)).map { .user($0) } ?? .nobody
      case .group:
        (UInt32(peers.name) ?? groupNumber(named: peers.name)).map { .group($0) } ?? .nobody
      case .unit: .unit(peers.name)
      }
    patterns[peers] = pattern
    return pattern
  }
}
