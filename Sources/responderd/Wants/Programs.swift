// The programs that want something of the tree, from their first put to two seconds after their last
// connection.
//
//     unnamed   connected ──gone──► over
//
//     named     connected ──gone──► away ──2 s──► over
//                   ▲                │
//                   └──same name─────┘   what it has not put again 2 s later goes

import Configuration
import ConfigurationText
import Linux
import Protocol

/// The owners of puts.
final class Programs {
  // How long a program may be away, and then has to put again, in microseconds.
  private static let patience: Int64 = 2_000_000

  private struct Program {
    var grant: Grant
    var opens: (MountPoint) -> Bool
    var reads: ([PeerSettings]) -> Bool
    var connections: Set<Int> = []
    // When its wants end, or those that it has not put again.
    var timer: Timer?
  }

  private let loop: EventLoop
  private var programs: [PutOwner: Program] = [:]
  private var ownerOfConnection: [Int: PutOwner] = [:]

  /// The programs on a loop.
  init(on loop: EventLoop) { self.loop = loop }

  /// The owner of what a connection puts.
  func owner(_ connection: Connection) -> PutOwner {
    ownerOfConnection[connection.number] ?? .connection(connection.number)
  }

  /// The programs of all users with a name.
  func owners(named name: String) -> [PutOwner] {
    programs.keys.filter { if case .program(_, _, name) = $0 { true } else { false } }
  }

  /// Whether a connection is one of an owner.
  func isOf(_ owner: PutOwner, _ connection: Connection) -> Bool {
    programs[owner]?.connections.contains(connection.number) ?? false
  }

  /// A connection has given its name. `end` ends what the program has not put again in time; the
  /// answer says whether the program was away.
  func name(_ connection: Connection, _ owner: PutOwner, end: @escaping () -> Void) -> Bool {
    ownerOfConnection[connection.number] = owner
    guard let program = programs[owner], program.connections.isEmpty else { return false }
    programs[owner]?.timer?.deadline = nil
    programs[owner]?.timer = after(Programs.patience, end)
    return true
  }

  /// A connection has put something, or its rights are others.
  func use(
    _ connection: Connection, _ grant: Grant, opens: @escaping (MountPoint) -> Bool,
    reads: @escaping ([PeerSettings]) -> Bool
  ) {
    let owner = owner(connection)
    var program = programs[owner] ?? Program(grant: grant, opens: opens, reads: reads)
    program.grant = grant
    program.opens = opens
    program.reads = reads
    program.connections.insert(connection.number)
    programs[owner] = program
  }

  /// A connection has gone. `end` ends the wants of its program: now, or two seconds later, unless
  /// its name has returned, and says whether some of them last. Returns the owner if this was its last
  /// connection.
  func close(_ connection: Connection, end: @escaping (PutOwner) -> Bool) -> PutOwner? {
    let owner = owner(connection)
    ownerOfConnection[connection.number] = nil
    guard programs[owner] != nil else { return nil }
    programs[owner]?.connections.remove(connection.number)
    guard programs[owner]?.connections.isEmpty ?? false else { return nil }
    if case .connection = owner {
      programs[owner] = nil
      _ = end(owner)
    } else {
      programs[owner]?.timer = after(Programs.patience) { [unowned self] in
        if !end(owner) { programs[owner] = nil }
      }
    }
    return owner
  }

  /// Whether a program is one of the readers of a private window.
  func mayRead(_ owner: PutOwner, _ readers: [PeerSettings]) -> Bool {
    programs[owner]?.reads(readers) ?? false
  }

  /// Whether a program may put something into a thing, which is given with those around it.
  func mayPut(_ owner: PutOwner, _ around: () -> [WantedThing]) -> Bool {
    guard let program = programs[owner] else { return false }
    let mayEdit = program.grant.rights.contains(.edit)
    if mayEdit, program.grant.under == nil { return true }
    let chain = around()
    if mayEdit, let under = program.grant.under, chain.contains(where: { under.contains($0.id) }) {
      return true
    }
    if program.grant.rights.contains(.subscribe),
      chain.first?.mountPoint.map(program.opens) ?? false
    {
      return true
    }
    return chain.contains { $0.owner == owner }
  }

  private func after(_ delay: Int64, _ body: @escaping () -> Void) -> Timer {
    let timer = loop.timer(.usual, body)
    timer.deadline = loop.clock.now() + delay
    return timer
  }
}
