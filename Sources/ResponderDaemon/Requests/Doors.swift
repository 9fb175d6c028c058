// Who may do what: decided by the door, and by the kernel's word for who a peer is.

import LinuxKit
import Wire

/// The sockets that a peer may come through.
enum Door: Hashable, Sendable {
  /// The one for subscribers.
  case records
  /// The one whose mode and group say who controls the daemon.
  case control
}

/// The rights of peers.
struct Doors {
  private enum Key: Hashable {
    case user(UInt32)
    case group(UInt32)
    case unit(String)
  }

  private let ownUser: UInt32
  private var given: [Key: Set<Request.Right>] = [:]

  /// The doors of a daemon that runs as this user, with rights given by rules.
  init(ownUser: UInt32, rules: [AccessRule] = []) throws(StartError) {
    self.ownUser = ownUser
    for rule in rules {
      let key: Key
      switch rule.who {
      case .user(let name):
        guard let number = userNumber(named: name) else {
          throw StartError("--allow user:\(name): no user has this name", .config)
        }
        key = .user(number)
      case .group(let name):
        guard let number = groupNumber(named: name) else {
          throw StartError("--allow group:\(name): no group has this name", .config)
        }
        key = .group(number)
      case .unit(let name): key = .unit(name)
      }
      given[key, default: []].formUnion(rule.rights)
    }
  }

  /// What a peer may do: root and the daemon's own user everything, and so whom the control
  /// socket's mode lets in; all others whom the socket lets in may subscribe and ask, and do what
  /// rules for their user, their groups and their unit add.
  func rights(of peer: PeerCredentials, at door: Door) -> Set<Request.Right> {
    if peer.uid == 0 || peer.uid == ownUser || door == .control {
      return Set(Request.Right.allCases)
    }
    var rights: Set<Request.Right> = [.subscribe]
    for (key, more) in given {
      let fits =
        switch key {
        case .user(let number): peer.uid == number
        case .group(let number): peer.isMember(of: number)
        case .unit(let name): peer.unit == name
        }
      if fits { rights.formUnion(more) }
    }
    return rights
  }
}
