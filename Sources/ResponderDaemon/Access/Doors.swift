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

  /// The doors of a daemon that runs as this user.
  init(ownUser: UInt32, settings: Settings) {
    self.ownUser = ownUser
    self.settings = settings
    for rule in settings.access { _ = pattern(of: rule.peer) }
  }

  /// Whether this machine has such a user or group; a unit may come at any time.
  func isKnown(_ peers: PeerSettings) -> Bool {
    if case .nobody = pattern(of: peers) { false } else { true }
  }

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
    for peer: PeerCredentials, at door: Door, audiences: [Set<PeerSettings>] = []
  ) -> Grant {
    var grant = rights(of: peer, at: door)
    for (bit, audience) in audiences.enumerated()
    // Root could read the devices themselves. The daemon's user is nobody in particular.
    where peer.uid == 0 || audience.contains(where: { fits($0, peer) }) {
      grant.audience.formUnion(Audience(rawValue: 1 << UInt64(bit)))
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
        (userNumber(named: peers.name) ?? UInt32(peers.name)).map { .user($0) } ?? .nobody
      case .group:
        (groupNumber(named: peers.name) ?? UInt32(peers.name)).map { .group($0) } ?? .nobody
      case .unit: .unit(peers.name)
      }
    patterns[peers] = pattern
    return pattern
  }
}
