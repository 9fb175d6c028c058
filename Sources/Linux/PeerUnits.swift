// Whether a connected program belongs to a unit, decided for the process that connected.

internal import CLinux
import Glibc

/// The units of one program; each is asked for once, so that an answer does not change.
package final class PeerUnits {
  private let pid: Int32
  private let groups: ControlGroups
  // A descriptor of the process: while it is open, the process id is not used again. Before Linux
  // 6.5 it is opened by that id, which may in theory belong to another process since the program
  // connected.
  private let process: Descriptor
  private var known: [String: Bool]

  /// A program that belongs to this unit alone.
  package init(only unit: String?) {
    pid = 0
    groups = ControlGroups()
    process = Descriptor(owning: -1)
    known = unit.map { [$0: true] } ?? [:]
  }

  /// The peer of a connected socket, with the number that the kernel noted for it.
  init(of socket: Int32, pid: Int32, groups: ControlGroups = ControlGroups()) {
    self.pid = pid
    self.groups = groups
    process = Descriptor(owning: clinux_peer_process(socket, pid))
    known = [:]
  }

  /// Whether the process belongs to a unit.
  package func contains(_ unit: String) -> Bool {
    if let answer = known[unit] { return answer }
    // Asked only while it lives: otherwise the groups may know another process by that number.
    let answer = groups.contains(pid, in: unit) && isAlive
    // Programs choose the names; a machine has fewer units in use.
    if known.count >= 256 { known.removeAll() }
    known[unit] = answer
    return answer
  }

  /// The first of these units that it belongs to.
  package func first(of units: some Sequence<String>) -> String? {
    units.first { contains($0) }
  }

  private var isAlive: Bool {
    guard process.raw >= 0 else { return false }
    // A process that has ended is readable.
    var question = pollfd(fd: process.raw, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&question, 1, 0) == 0
  }
}
