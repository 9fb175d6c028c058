// Who may do what: decided by the kernel's word for who a peer is.

import LinuxKit
import Wire

/// The rights of peers.
struct Doors {
  /// The user the daemon runs as.
  let ownUser: UInt32

  /// What a peer may do: root and the daemon's own user everything, all others whom the socket's
  /// mode and group let in may subscribe and ask.
  func rights(of peer: PeerCredentials) -> Set<Request.Right> {
    peer.uid == 0 || peer.uid == ownUser ? Set(Request.Right.allCases) : [.subscribe]
  }
}
