// What the library reports about the connection to the broker.

/// One event of the connection.
enum BrokerEvent {
  /// The broker answered the connection attempt; 0 accepts it.
  case answered(reason: Int32, receiveMaximum: Int?)
  /// The broker ended the connection.
  case disconnected(reason: Int32)
  /// A message was sent, or acknowledged if its quality of service requires that.
  case published(id: Int32, reason: Int32)
  /// A subscription was answered, with one code for each topic.
  case subscribed(id: Int32, codes: [Int32])
  /// A message arrived.
  case message(BrokerMessage)
}

/// One message from the broker.
struct BrokerMessage: Hashable {
  /// The topic.
  var topic: String
  /// The payload.
  var payload: ContiguousArray<UInt8>
  /// Whether the broker had retained it.
  var isRetained: Bool
  /// The topic for an answer.
  var responseTopic: String?
  /// The data with which the sender matches the answer.
  var correlation: ContiguousArray<UInt8>?
}

/// An error of the library, in its own words.
struct BrokerError: Error, Hashable, CustomStringConvertible {
  let description: String
  /// Whether the call failed because the connection is lost, so that it may succeed on the next one.
  var isLoss = false
}
