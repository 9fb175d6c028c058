// The retained topics of the panel: the latest value of each, and what the broker lacks of them.

/// What the broker is to keep for late subscribers. Only the latest value of a topic is sent.
package struct RetainedTopics {
  private var values: [String: ContiguousArray<UInt8>] = [:]
  private var waiting: Set<String> = []
  // In the order of the first change since the last message about the topic.
  private var order: ContiguousArray<String> = []
  private var head = 0

  /// No topics.
  package init() {}

  /// The topics that have a value.
  package var topics: some Collection<String> { values.keys }

  /// How many topics wait to be published.
  package var waitingCount: Int { waiting.count }

  /// The value of a topic.
  package subscript(topic: String) -> ContiguousArray<UInt8>? { values[topic] }

  /// Gives a topic a value; the same value again is not published again.
  package mutating func set(_ topic: String, to value: ContiguousArray<UInt8>) {
    guard values.updateValue(value, forKey: topic) != value else { return }
    publish(topic)
  }

  /// Removes a topic: the broker is to forget its value.
  package mutating func remove(_ topic: String) {
    values[topic] = nil
    publish(topic)
  }

  /// Publishes the value of a topic again, or its removal.
  package mutating func publish(_ topic: String) {
    if waiting.insert(topic).inserted { order.append(topic) }
  }

  /// Publishes every value again, as after the loss of the broker.
  package mutating func publishAll() {
    for topic in values.keys.sorted() { publish(topic) }
  }

  /// Takes the next topic to publish, and its value; an empty one removes it from the broker.
  package mutating func popFirst() -> (topic: String, value: ContiguousArray<UInt8>)? {
    guard head < order.count else { return nil }
    let topic = order[head]
    head += 1
    if head == order.count {
      order.removeAll(keepingCapacity: true)
      head = 0
    }
    waiting.remove(topic)
    return (topic, values[topic] ?? [])
  }
}
