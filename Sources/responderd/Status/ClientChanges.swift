// Who has changed what, in the journal: at once, and in sums as long as more changes follow.
//
//     quiet ──a change: its line──► minute ──over without further ones──► quiet
//                                   ▲    │
//                                   └────┘ over with further ones: a line with their sums

import Linux
import Protocol

/// What one client has changed since the latest line about it.
final class ClientChanges {
  // A client that animates is one line in this time, in microseconds.
  private static let minute: Int64 = 60_000_000

  private unowned let connection: Connection
  private unowned let daemon: Daemon
  // By the words of requests.
  private var counts: [String: Int] = [:]
  // Set while a minute runs.
  private var timer: Timer?

  /// The changes of a client of a daemon.
  init(of connection: Connection, in daemon: Daemon) {
    self.connection = connection
    self.daemon = daemon
  }

  deinit { timer?.deadline = nil }

  /// Counts what a request has changed, and writes it unless a minute runs.
  func count(_ request: Request.Kind) {
    switch request {
    case .edit, .reload, .confirm, .inject, .injectDevice, .injectActions:
      counts[request.declaration.word, default: 0] += 1
    case .batch(let edits):
      for placed in edits { counts[placed.edit.declaration.word, default: 0] += 1 }
    case .subscribe, .unsubscribe, .hitTest, .why, .tree, .puts, .file, .chain, .convert, .devices,
      .recording, .status, .describe, .act, .identify, .answer:
      return
    }
    if timer?.deadline == nil { write() }
  }

  /// Writes what is left of a client that ends.
  func end() {
    write()
    timer?.deadline = nil
  }

  private func write() {
    guard !counts.isEmpty else { return }
    let unit = daemon.accessRules.unitInAccess(of: connection.peer)
    let origin = connection.origin?.description
    let whose = [unit, origin].compactMap(\.self).joined(separator: ", ")
    daemon.log.write(
      counts, by: connection.description + (whose.isEmpty ? "" : " of \(whose)"),
      [
        "USER": "\(connection.peer.uid)", "PID": "\(connection.peer.pid)",
        "CLIENT": "\(connection.number)", "NAME": connection.names.name, "UNIT": unit,
        "ORIGIN": origin,
      ])
    counts.removeAll(keepingCapacity: true)
    if timer == nil { timer = daemon.loop.timer { [unowned self] in write() } }
    timer?.deadline = daemon.loop.turnBegan + ClientChanges.minute
  }
}

extension Log {
  /// Writes who has changed what and how often. The fields are those of the person or program.
  func write(_ counts: [String: Int], by who: String, _ fields: KeyValuePairs<String, String?>) {
    var all: [Field] = []
    for (name, value) in fields {
      if let value { all.append(("RESPONDERD_\(name)", value)) }
    }
    let counts = counts.sorted { $0.key < $1.key }
    for (word, _) in counts { all.append(("RESPONDERD_CHANGE", word)) }
    let sum = counts.reduce(0) { $0 + $1.value }
    all.append(("RESPONDERD_COUNT", "\(sum)"))
    let changes = counts.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    write(.notice, .client, "\(who): \(changes)", fields: all)
  }
}
