// The connected clients, and their names.

import LinuxKit
import Wire

/// The connections of a server, and what is found by a user or a name.
struct ClientList {
  /// All connections, in the order in which they came.
  private(set) var all: ContiguousArray<Connection> = []
  private var named: [String: Connection] = [:]
  private var lastNumber = 0

  /// The number of a new connection.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a connection.
  mutating func insert(_ connection: Connection) { all.append(connection) }

  /// Removes a closed connection.
  mutating func remove(_ connection: Connection) {
    all.removeAll { $0 === connection }
    // Another client may have the name now.
    if let name = connection.names.name, named[name] === connection { named[name] = nil }
  }

  /// The number of connections of a user.
  func count(of user: UInt32) -> Int { all.count { $0.peer.uid == user } }

  /// Gives a client a name, in place of an earlier one.
  mutating func name(_ connection: Connection, _ name: String) {
    if let old = connection.names.name, named[old] === connection { named[old] = nil }
    connection.names.name = name
    named[name] = connection
  }

  /// The open connection with a name.
  subscript(name: String) -> Connection? { named[name].flatMap { $0.isOpen ? $0 : nil } }

  /// The connection for which the most bytes wait; nil if none wait.
  var slowest: Connection? {
    all.max { $0.output.count < $1.output.count }.flatMap { $0.output.isEmpty ? nil : $0 }
  }
}
