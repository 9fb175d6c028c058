// The connected clients, their names and their users.

import LinuxKit
import Wire

/// The connections of a server, and what is found by a user or a name.
struct ClientList {
  /// All connections, in no order.
  private(set) var all: ContiguousArray<Connection> = []
  /// What the connections of one user share, by user.
  private(set) var accounts: [UInt32: UserAccount] = [:]
  private let readers: DirectReaders
  private var named: [String: Connection] = [:]
  private var lastNumber = 0

  /// No clients; what is sent to them directly is in `readers`.
  init(_ readers: DirectReaders) { self.readers = readers }

  /// The number of a new connection.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a connection.
  mutating func insert(_ connection: Connection) {
    readers.append(connection.output.stream.raw)
    connection.output.use(position: all.count)
    all.append(connection)
    connection.account.connected()
    accounts[connection.peer.uid] = connection.account
  }

  /// Removes a closed connection; what its user has used is kept until its records are paid.
  mutating func remove(_ connection: Connection, now: Int64) {
    guard let position = connection.output.position else { return }
    connection.output.use(position: nil)
    readers.remove(at: position)
    let last = all.removeLast()
    if last !== connection {
      all[position] = last
      last.output.use(position: position)
    }
    let account = connection.account
    account.disconnected()
    if account.connections == 0, account.delay(now: now) == nil { accounts[account.user] = nil }
    // Another client may have the name now.
    if let name = connection.names.name, named[name] === connection { named[name] = nil }
  }

  /// Gives a client a name, in place of an earlier one.
  mutating func name(_ connection: Connection, _ name: String) {
    if let old = connection.names.name, named[old] === connection { named[old] = nil }
    connection.names.name = name
    named[name] = connection
  }

  /// The open connection with a name.
  subscript(name: String) -> Connection? { named[name].flatMap { $0.isOpen ? $0 : nil } }

  /// The connection of the user with the most waiting bytes for which the most bytes wait.
  var slowest: Connection? {
    guard let account = accounts.values.max(by: { $0.queuedBytes < $1.queuedBytes }) else {
      return nil
    }
    return all.lazy.filter { $0.account === account && $0.output.waitingBytes > 0 }
      .max { $0.output.waitingBytes < $1.output.waitingBytes }
  }
}
