// The cost of the records that requests cause, for those who caused them.

/// The records that requests have caused and that are not sent yet.
struct CausedRecords {
  private var waiting: ContiguousArray<(account: UserAccount, bytes: Int)> = []
  /// The cost of those of the connection that is being served, in microseconds.
  private(set) var cost: Int64 = 0

  /// Begins to serve a connection.
  mutating func beginService() { cost = 0 }

  /// Adds records of so many bytes. Their cost is an estimate until they are sent, and is then
  /// corrected.
  mutating func append(bytes: Int, of account: UserAccount, readers: Int) {
    guard bytes > 0 else { return }
    cost += TimeShare.cost(ofRecordBytes: bytes, readers: Double(readers))
    waiting.append((account, bytes))
  }

  /// Charges the records of a turn, of so many bytes, of which so many were sent.
  mutating func charge(encodedBytes: Int, sentBytes: Int) {
    guard !waiting.isEmpty, encodedBytes > 0 else { return }
    for (account, bytes) in waiting {
      account.charge(recordBytes: bytes, readers: Double(sentBytes) / Double(encodedBytes))
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
