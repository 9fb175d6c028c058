// The retained topics of the panel: the latest value of each, and the topics that wait to be
// published.

/// The values that the broker retains for later subscribers. Only the latest value of a topic is
/// sent.
struct RetainedTopics {
  private struct Value {
    var content: ContiguousArray<UInt8>
    // When it became so, in milliseconds since 1970; nil for a content without members.
    var time: Int64?
  }

  private var values: [String: Value] = [:]
  private var waiting: Set<String> = []
  // In the order of the first change since the last message on the topic.
  private var order: ContiguousArray<String> = []
  private var head = 0
  // How many lost connections the message on a topic may have caused.
  private var attempts: [String: Int] = [:]

  /// No topics.
  init() {}

  /// The topics that have a value.
  var topics: some Collection<String> { values.keys }

  /// The number of topics that wait to be published.
  var waitingCount: Int { waiting.count }

  /// What a topic contains, without its time.
  subscript(topic: String) -> ContiguousArray<UInt8>? { values[topic]?.content }

  /// Sets the value of a topic; an unchanged value is not published again, and has its first time.
  mutating func set(_ topic: String, to content: ContiguousArray<UInt8>, at time: Int64? = nil) {
    guard values[topic]?.content != content else { return }
    values[topic] = Value(content: content, time: time)
    // Another value may be acceptable, so it is sent once.
    if let count = attempts[topic] { attempts[topic] = min(count, RetainedTopics.mostAttempts - 1) }
    publish(topic)
  }

  /// Removes a topic and its value at the broker.
  mutating func remove(_ topic: String) {
    values[topic] = nil
    publish(topic)
  }

  /// Publishes the value of a topic again, or its removal, unless it was given up.
  mutating func publish(_ topic: String) {
    guard attempts[topic, default: 0] < RetainedTopics.mostAttempts else { return }
    if waiting.insert(topic).inserted { order.append(topic) }
  }

  /// Publishes a topic again after its message was lost with the connection.
  mutating func putBack(_ message: OutgoingMessage) {
    attempts[message.topic] = message.attempts > 0 ? message.attempts : nil
    publish(message.topic)
  }

  /// The broker has acknowledged the value of a topic.
  mutating func delivered(_ topic: String) { attempts[topic] = nil }

  /// The value of a topic is not sent again.
  mutating func giveUp(_ topic: String) { attempts[topic] = RetainedTopics.mostAttempts }

  /// Publishes every value again, for example after a loss of the broker.
  mutating func publishAll() {
    for topic in values.keys.sorted() { publish(topic) }
  }

  /// Publishes once more what was given up: perhaps only the network was bad.
  mutating func retry() {
    let given = attempts.filter { $0.value >= RetainedTopics.mostAttempts }.keys.sorted()
    for topic in given {
      attempts[topic] = RetainedTopics.mostAttempts - 1
      publish(topic)
    }
  }

  private static let mostAttempts = BrokerConnection.mostAttempts

  /// How many lost connections the message on a topic may have caused.
  func attempts(at topic: String) -> Int { attempts[topic, default: 0] }

  /// Removes and returns the next topic to publish, with its value; an empty one removes it at the
  /// broker.
  mutating func popFirst() -> (topic: String, value: ContiguousArray<UInt8>)? {
    guard head < order.count else { return nil }
    let topic = order[head]
    head += 1
    if head == order.count {
      order.removeAll(keepingCapacity: true)
      head = 0
    }
    waiting.remove(topic)
    guard let value = values[topic] else { return (topic, []) }
    return (topic, value.time.map { Envelope.stamped(value.content, at: $0) } ?? value.content)
  }
}
