// How many connections the broker has accepted, and how long they lived.

/// Counts connections, and those in a row that did not live long.
struct ConnectionHistory {
  /// The number of accepted connections.
  private(set) var count = 0
  /// The number of connections in a row that were lost soon after the broker had accepted them.
  private(set) var shortInRow = 0
  private var acceptedAt: Int64 = 0

  // A connection that lived longer is a stable one, in microseconds.
  private static let stable: Int64 = 30_000_000
  // Two clients with one name end each other's connections, and most brokers do not report that.
  private static let suspicious = 3

  /// Whether another client may have the same name.
  var isSuspicious: Bool { shortInRow >= Self.suspicious }

  /// Begins an accepted connection.
  mutating func begin(at now: Int64) {
    count += 1
    acceptedAt = now
  }

  /// Ends the connection.
  mutating func end(at now: Int64) {
    shortInRow = now - acceptedAt < Self.stable ? shortInRow + 1 : 0
  }
}
