// The panel in Home Assistant: announced once, updated when it changes, and removed in the two
// steps that Home Assistant requires.
//
//              connected              the broker's copy, or a second without one
//   unsettled ───────────▶ comparing ─────────────────────────────────────────────▶ settled
//       ▲                      │                                                       │
//       └──────────────────────┴───────────────────── lost ───────────────────────────┘

import Linux

/// Announces one panel to Home Assistant.
final class HomeAssistant {
  private enum State {
    case unsettled, comparing, settled
  }

  private let settings: HomeAssistantSettings
  private let message: DeviceMessage
  private let qos: Int
  private let loop: EventLoop
  private let broker: BrokerConnection
  private let born: () -> Void
  private var state = State.unsettled
  private var comparing: Timer?
  private var birth: Timer?
  private var components: [DeviceMessage.Component]?
  // The components that Home Assistant may know, by key, with their platforms.
  private var known: [String: String] = [:]
  // The message that the broker retains, or that is being sent.
  private var published: ContiguousArray<UInt8>?
  private var waiting: ContiguousArray<UInt8>?
  // How many lost connections the announcement may have caused.
  private var attempts = 0

  // Retained messages arrive at once.
  private static let patience: Int64 = 1_000_000
  // Panels that receive the same birth message do not answer at the same time.
  private static let jitter: Int64 = 5_000_000

  /// The announcement of a panel; `born` is called when Home Assistant has started and needs all
  /// states.
  init(
    _ settings: BridgeSettings, _ own: HomeAssistantSettings, panel: String, loop: EventLoop,
    broker: BrokerConnection, born: @escaping () -> Void
  ) {
    self.settings = own
    self.loop = loop
    self.broker = broker
    self.born = born
    message = DeviceMessage(settings, own, panel: panel)
    qos = settings.qos.state
    comparing = loop.timer { [unowned self] in finishComparison() }
    birth = loop.timer { [unowned self] in announceAgain() }
  }

  // MARK: The panel

  /// Updates the components of the panel.
  func describe(_ tree: PanelTree, hasActivity: Bool) {
    components = message.components(of: tree, hasActivity: hasActivity)
    refresh()
  }

  private func refresh() {
    guard state == .settled, let components else { return }
    let present = Set(components.map(\.key))
    let payload = message.payload(
      of: components, without: known.filter { !present.contains($0.key) })
    waiting = payload == published ? nil : payload
  }

  // MARK: The broker

  /// The broker accepted a connection.
  func connected() {
    state = .comparing
    broker.subscribe(to: message.topic, retained: true)
    broker.subscribe(to: settings.effectiveBirthTopic)
    comparing?.deadline = loop.clock.now() + HomeAssistant.patience
  }

  /// The connection is lost.
  func lost() {
    state = .unsettled
    comparing?.deadline = nil
    birth?.deadline = nil
    waiting = nil
    published = nil
  }

  /// Handles a message for this object; returns whether it was one.
  func handle(_ arrived: BrokerMessage) -> Bool {
    if arrived.topic == settings.effectiveBirthTopic {
      let word = String(decoding: arrived.payload, as: UTF8.self)
      if !arrived.isRetained, word == settings.birthPayload {
        birth?.deadline = loop.clock.now() + Int64.random(in: 0...HomeAssistant.jitter)
      }
      return true
    }
    guard arrived.topic == message.topic else { return false }
    if state == .comparing, arrived.isRetained {
      published = arrived.payload
      known.merge(DeviceMessage.components(of: arrived.payload)) { _, new in new }
      finishComparison()
    }
    return true
  }

  private func finishComparison() {
    state = .settled
    comparing?.deadline = nil
    broker.unsubscribe(from: message.topic)
    refresh()
  }

  private func announceAgain() {
    guard state == .settled else { return }
    published = nil
    refresh()
    born()
  }

  // MARK: Messages

  /// The next message to publish.
  func next() -> OutgoingMessage? {
    guard let payload = waiting, attempts < BrokerConnection.mostAttempts else { return nil }
    waiting = nil
    published = payload
    var outgoing = OutgoingMessage(
      topic: message.topic, payload: payload, kind: .event, qos: qos)
    outgoing.isRetained = true
    outgoing.attempts = attempts
    return outgoing
  }

  /// Whether a message is the announcement, which is made again after a loss of the broker.
  func owns(_ outgoing: OutgoingMessage) -> Bool { outgoing.topic == message.topic }

  /// An announcement was lost with the connection, or was given up.
  func putBack(_ outgoing: OutgoingMessage) { attempts = outgoing.attempts }

  /// Sends an announcement that was given up once more.
  func retry() {
    guard attempts >= BrokerConnection.mostAttempts else { return }
    attempts = BrokerConnection.mostAttempts - 1
    published = nil
    refresh()
  }

  /// Handles an acknowledged message; removed components are omitted from the next one.
  func delivered(_ outgoing: OutgoingMessage) {
    attempts = 0
    guard outgoing.payload == published else { return }
    known = DeviceMessage.components(of: outgoing.payload)
    refresh()
  }
}
