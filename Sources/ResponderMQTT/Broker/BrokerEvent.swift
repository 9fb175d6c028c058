// What the library reports about the connection to the broker.

/// One event of the connection.
enum BrokerEvent {
  /// The broker answered to the connection; 0 accepts it.
  case answered(reason: Int32, receiveMaximum: Int?)
  /// The broker ended the connection.
  case disconnected(reason: Int32)
  /// A message of ours has been sent, or acknowledged where its quality asks for that.
  case published(id: Int32, reason: Int32)
  /// A subscription has been answered, with one code for each topic.
  case subscribed(id: Int32, codes: [Int32])
  /// A message arrived.
  case message(BrokerMessage)
}

/// One message from the broker.
struct BrokerMessage: Hashable {
  /// Where it was published.
  var topic: String
  /// What was published.
  var payload: ContiguousArray<UInt8>
  /// Whether it had been kept by the broker.
  var isRetained: Bool
  /// Where an answer is expected.
  var responseTopic: String?
  /// What the sender recognizes the answer by.
  var correlation: ContiguousArray<UInt8>?
}

/// Why the library did not do something, in its own words.
struct BrokerError: Error, Hashable, CustomStringConvertible {
  let description: String
}
