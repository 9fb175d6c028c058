// The connected clients, and their names.

import Linux
import Protocol

/// The connections of a server, and what is found by a user or a name.
struct ClientList {
  /// All connections, in the order in which they came.
  private(set) var all: ContiguousArray<Connection> = []
  private var lastNumber = 0

  /// The number of a new connection.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a connection.
  mutating func insert(_ connection: Connection) { all.append(connection) }

  /// Removes a closed connection.
  mutating func remove(_ connection: Connection) { all.removeAll { $0 === connection } }

  /// The number of connections of a user.
  func count(of user: UInt32) -> Int { all.count { $0.peer.uid == user } }

  /// An open connection with a name.
  subscript(name: String) -> Connection? { all.first { $0.names.name == name && $0.isOpen } }

  /// The connection for which the most bytes wait; nil if none wait.
  var slowest: Connection? {
    all.max { $0.output.count < $1.output.count }.flatMap { $0.output.isEmpty ? nil : $0 }
  }
}
