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
  /// The user the daemon runs as.
  let ownUser: UInt32

  /// What a peer may do: root and the daemon's own user everything, and so whom the control
  /// socket's mode lets in; all others whom the socket lets in may subscribe and ask.
  func rights(of peer: PeerCredentials, at door: Door) -> Set<Request.Right> {
    peer.uid == 0 || peer.uid == ownUser || door == .control
      ? Set(Request.Right.allCases) : [.subscribe]
  }
}
