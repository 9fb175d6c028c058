// Removes all retained topics of a panel from the broker.
//
//             a second without         everything is
//             a retained message       acknowledged            nothing is left
//   looking ───────────────────▶ removing ────────────▶ checking ─────────────▶ removed
//                                                          │
//                                                          └─▶ failed

import Linux

/// Finds the retained topics of panels at the broker, removes them, and checks that they are gone.
final class Purge {
  /// The result of a purge.
  enum Outcome: Hashable, Sendable {
    /// Everything was removed; these topics had a value.
    case removed([String])
    /// Not everything was removed; these topics were.
    case failed(String, removed: [String])
  }

  private enum Step {
    case looking, removing, checking, finished
  }

  private let names: [PublishedNames.Name]
  private let loop: EventLoop
  private let broker: BrokerConnection
  private let finished: (Outcome) -> Void
  private var step = Step.looking
  private var quiet: Timer?
  private var limit: Timer?
  private var found: Set<String> = []
  private var waiting: [String] = []
  // The topics whose removal the broker has not acknowledged.
  private var open: Set<String> = []
  private var removed: Set<String> = []
  // The topics that the broker still has.
  private var left: Set<String> = []

  // Retained messages arrive at once; a second without one means that all have arrived.
  private static let quietTime: Int64 = 1_000_000
  private static let patience: Int64 = 20_000_000

  /// A purge of these names, connected as this panel; `finished` is called once.
  init(
    _ settings: BridgeSettings, panel: String, names: [PublishedNames.Name], loop: EventLoop,
    log: Log, finished: @escaping (Outcome) -> Void
  ) {
    self.names = names
    self.loop = loop
    self.finished = finished
    broker = BrokerConnection(
      settings.broker, clientID: settings.broker.clientID ?? "responder-mqtt-\(panel)", will: nil,
      loop: loop, log: log)
    quiet = loop.timer { [unowned self] in allHaveArrived() }
    limit = loop.timer { [unowned self] in
      finish(broker.problem ?? "the broker does not answer")
    }
    broker.handlers.connected = { [unowned self] in if step != .removing { subscribe() } }
    broker.handlers.lost = { [unowned self] in quiet?.deadline = nil }
    broker.handlers.message = { [unowned self] in receive($0) }
    broker.handlers.next = { [unowned self] in nextMessage() }
    broker.handlers.putBack = { [unowned self] in waiting = $0.map(\.topic) + waiting }
    broker.handlers.delivered = { [unowned self] in
      removed.insert($0.topic)
      answered($0)
    }
    broker.handlers.failed = { [unowned self] in answered($0) }
    broker.handlers.closed = { [unowned self] in
      self.finished(.removed(removed.intersection(found).sorted()))
    }
  }

  /// Starts the purge.
  func start() {
    wait()
    broker.start()
  }

  /// Publishes waiting messages; called before each wait of the loop.
  func beforeWait() { broker.flush() }

  // Every sign of the broker is progress.
  private func wait() { limit?.deadline = loop.clock.now() + Purge.patience }

  // MARK: Reading the topics

  private func subscribe() {
    left = []
    for name in names {
      broker.subscribe(to: "\(topics(name).base)/#", retained: true)
      if let topic = name.announcement { broker.subscribe(to: topic, retained: true) }
    }
    waitForQuiet()
  }

  private func topics(_ name: PublishedNames.Name) -> Topics {
    Topics(prefix: name.prefix, panel: name.panel)
  }

  private func waitForQuiet() {
    wait()
    quiet?.deadline = loop.clock.now() + Purge.quietTime
  }

  private func receive(_ message: BrokerMessage) {
    guard message.isRetained, !message.payload.isEmpty else { return }
    switch step {
    case .looking: found.insert(message.topic)
    case .checking: left.insert(message.topic)
    case .removing, .finished: return
    }
    waitForQuiet()
  }

  private func allHaveArrived() {
    switch step {
    case .looking:
      // The topics with fixed names are removed even if the access list hides them.
      let fixed = names.map(topics).flatMap {
        [$0.status, $0.health, $0.tree, $0.devices, $0.activity]
      }
      waiting = found.union(fixed).sorted()
      step = .removing
    case .checking:
      guard let one = left.min() else {
        step = .finished
        limit?.deadline = nil
        broker.close()
        return
      }
      removed.subtract(left)
      let more = left.count > 1 ? " and \(left.count - 1) more" : ""
      finish("the broker still has \(one)\(more); check its access list")
    case .removing, .finished: break
    }
  }

  // MARK: Removing

  private func nextMessage() -> OutgoingMessage? {
    guard step == .removing, !waiting.isEmpty else { return nil }
    var message = OutgoingMessage(
      topic: waiting.removeFirst(), payload: [], kind: .event, qos: 1)
    message.isRetained = true
    message.suspicion = .none
    open.insert(message.topic)
    return message
  }

  private func answered(_ message: OutgoingMessage) {
    wait()
    open.remove(message.topic)
    guard step == .removing, waiting.isEmpty, open.isEmpty else { return }
    step = .checking
    subscribe()
  }

  private func finish(_ reason: String) {
    guard step != .finished else { return }
    step = .finished
    finished(.failed(reason, removed: removed.intersection(found).sorted()))
  }
}
