// Retained topics of an earlier run, as the broker reports them after each connection.

import Linux

/// Topics that an earlier run may have published and this one may not.
final class LeftoverTopics {
  private var found: Set<String> = []
  private let topics: Topics
  private let broker: BrokerConnection
  private let loop: EventLoop
  private var timer: Timer?

  // The time to wait for retained messages, in microseconds.
  private static let patience: Int64 = 5_000_000

  init(_ topics: Topics, broker: BrokerConnection, loop: EventLoop) {
    self.topics = topics
    self.broker = broker
    self.loop = loop
    timer = loop.timer { [unowned self] in
      for topic in searched { self.broker.unsubscribe(from: topic) }
    }
  }

  private var searched: [String] {
    ["\(topics.base)/value/+", topics.activity, topics.tree, topics.devices]
  }

  /// Asks the broker for the retained messages of the panel, for a while.
  func look() {
    for topic in searched { broker.subscribe(to: topic, retained: true) }
    timer?.deadline = loop.clock.now() + LeftoverTopics.patience
  }

  /// Adds a topic with a retained message.
  func insert(_ topic: String) { found.insert(topic) }

  /// Removes and returns the topics, in order.
  func drain() -> [String] {
    defer { found.removeAll() }
    return found.sorted()
  }
}
