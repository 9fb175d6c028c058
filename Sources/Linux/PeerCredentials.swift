// The process at the other end of a Unix socket, as the kernel recorded it at the connection.

internal import CLinux
import Glibc

/// A connected program's process, user and group.
package struct PeerCredentials {
  /// The process that connected.
  package let pid: Int32
  /// The user.
  package let uid: UInt32
  /// The group.
  package let gid: UInt32
  /// The supplementary groups.
  package let groups: [UInt32]
  /// The units of the system's service manager that it belongs to.
  package let units: PeerUnits

  /// A peer with these credentials.
  package init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32] = [], unit: String? = nil) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
    self.groups = groups
    units = PeerUnits(only: unit)
  }

  /// The peer of a connected socket.
  package init(of socket: Int32) throws(SystemError) {
    var pid: pid_t = 0
    var uid: uid_t = 0
    var gid: gid_t = 0
    try systemCall("getsockopt", "SO_PEERCRED") {
      unsafe clinux_peer_credentials(socket, &pid, &uid, &gid)
    }
    self.pid = pid
    self.uid = uid
    self.gid = gid
    groups = PeerCredentials.groups(of: socket)
    units = PeerUnits(of: socket, pid: pid)
  }

  /// Whether the peer is in this group.
  package func isMember(of group: UInt32) -> Bool { gid == group || groups.contains(group) }

  private static func groups(of socket: Int32) -> [UInt32] {
    var groups = [gid_t](repeating: 0, count: 32)
    while true {
      var count = groups.count
      let result = unsafe clinux_peer_groups(socket, &groups, &count)
      if result == 0 { return Array(groups.prefix(count)) }
      guard errno == ERANGE, count > groups.count else { return [] }
      groups = [gid_t](repeating: 0, count: count)
    }
  }
}

/// The number of a user of this name.
package func userNumber(named name: String) -> UInt32? {
  unsafe getpwnam(name).map { unsafe $0.pointee.pw_uid }
}

/// The number of a group of this name.
package func groupNumber(named name: String) -> UInt32? {
  unsafe getgrnam(name).map { unsafe $0.pointee.gr_gid }
}
