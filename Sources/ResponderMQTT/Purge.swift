// Removes all retained topics of a panel from the broker.

package import LinuxKit

/// Finds the retained topics of a panel at the broker, and removes them.
package final class Purge {
  /// The result of a purge.
  package enum Outcome: Hashable, Sendable {
    /// These topics were removed.
    case removed([String])
    /// The broker could not be reached.
    case failed(String)
  }

  private let topics: Topics
  private let discovery: String
  private let loop: EventLoop
  private let broker: BrokerConnection
  private let finished: (Outcome) -> Void
  private var quiet: Timer?
  private var limit: Timer?
  private var found: Set<String> = []
  private var waiting: [String] = []
  private var removed: [String] = []

  // Retained messages arrive at once; a second without one means that all have arrived.
  private static let quietTime: Int64 = 1_000_000
  private static let patience: Int64 = 20_000_000

  /// A purge for a panel with this name; `finished` is called once.
  package init(
    _ settings: BridgeSettings, panel: String, loop: EventLoop, log: Log,
    finished: @escaping (Outcome) -> Void
  ) {
    self.loop = loop
    self.finished = finished
    topics = Topics(prefix: settings.prefix, panel: panel)
    // Discovery may have been configured earlier.
    discovery =
      DeviceMessage(settings, settings.homeAssistant ?? HomeAssistantSettings(), panel: panel).topic
    broker = BrokerConnection(
      settings.broker, clientID: settings.broker.clientID ?? "responder-mqtt-\(panel)", will: nil,
      loop: loop, log: log)
    quiet = loop.timer { [unowned self] in removeFound() }
    limit = loop.timer { [unowned self] in giveUp() }
    broker.handlers.connected = { [unowned self] in connected() }
    broker.handlers.message = { [unowned self] message in
      guard message.isRetained, !message.payload.isEmpty else { return }
      found.insert(message.topic)
      waitForQuiet()
    }
    broker.handlers.next = { [unowned self] in nextMessage() }
    broker.handlers.closed = { [unowned self] in self.finished(.removed(removed.sorted())) }
  }

  /// Starts the purge.
  package func start() {
    limit?.deadline = loop.clock.now() + Purge.patience
    broker.start()
  }

  /// Publishes waiting messages; called before each wait of the loop.
  package func beforeWait() { broker.flush() }

  private func connected() {
    broker.subscribe(to: "\(topics.base)/#", retained: true)
    broker.subscribe(to: discovery, retained: true)
    waitForQuiet()
  }

  private func waitForQuiet() { quiet?.deadline = loop.clock.now() + Purge.quietTime }

  private func removeFound() {
    // The topics with fixed names are removed even if the access list hides them.
    let fixed = [topics.status, topics.health, topics.tree, topics.devices, topics.activity]
    waiting = found.union(fixed).sorted()
    removed = found.sorted()
    broker.close()
  }

  private func nextMessage() -> OutgoingMessage? {
    guard !waiting.isEmpty else { return nil }
    var message = OutgoingMessage(
      topic: waiting.removeFirst(), payload: [], kind: .event, qos: 1)
    message.isRetained = true
    return message
  }

  private func giveUp() {
    guard !broker.isConnected else { return }
    finished(.failed(broker.problem ?? "no answer"))
  }
}
