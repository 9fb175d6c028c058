// A remote panel through its topics at the broker: retained values, records, and answers.

import LinuxKit
import ResponderClient
import Wire

/// Follows the topics of one panel, and sends it requests.
final class FarPanel {
  /// The owner's closures for changes of the panel.
  struct Handlers {
    /// All retained values have arrived.
    var ready: () -> Void = {}
    /// A record, without the members that the panel's bridge has added.
    var record: (JSON) -> Void = { _ in }
    /// The panel or the broker cannot be reached.
    var failed: (String) -> Void = { _ in }
  }

  /// The owner's closures.
  var handlers = Handlers()
  /// The instance of the panel's daemon.
  private(set) var instance = ""
  /// Whether the panel's daemon and bridge work.
  private var isOnline = false

  private let topics: Topics
  private let loop: EventLoop
  private let broker: BrokerConnection
  private let panel: String
  private let panelRequests: PanelRequests
  private var state: [String: JSON] = [:]
  private var isReady = false
  private var quiet: Timer?
  private var patience: Timer?

  // Retained messages arrive at once.
  private static let quietTime: Int64 = 500_000
  private static let longestStart: Int64 = 10_000_000

  init(_ settings: BridgeSettings, panel: String, loop: EventLoop, log: Log) {
    self.loop = loop
    topics = Topics(prefix: settings.prefix, panel: panel)
    self.panel = panel
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    panelRequests = PanelRequests(mark: mark, loop: loop)
    broker = BrokerConnection(
      settings.broker, clientID: "responder-relay-\(mark)", will: nil, loop: loop, log: log)
    quiet = loop.timer { [unowned self] in becomeReady() }
    patience = loop.timer { [unowned self] in giveUp() }
    broker.handlers.connected = { [unowned self] in
      broker.subscribe(to: "\(topics.base)/#", retained: true)
    }
    broker.handlers.message = { [unowned self] in handle($0) }
    broker.handlers.next = { [unowned self] in panelRequests.next() }
    broker.handlers.lost = { [unowned self] in
      guard isReady else { return }
      handlers.failed(broker.problem ?? "the broker is lost")
    }
  }

  /// Starts to connect.
  func start() {
    patience?.deadline = loop.clock.now() + FarPanel.longestStart
    broker.start()
  }

  /// Publishes waiting messages; called before each wait of the loop.
  func beforeWait() { broker.flush() }

  private func giveUp() {
    handlers.failed(
      broker.problem.map { "no connection to the broker: \($0)" }
        ?? "the broker knows no panel with the topics \(topics.base)/…")
  }

  private func becomeReady() {
    guard !isReady else { return }
    isReady = true
    patience?.deadline = nil
    handlers.ready()
  }

  // MARK: Retained values

  /// The windows; nil if the panel does not publish them.
  var windows: JSON? { state[topics.tree]?["windows"] }
  /// The devices; nil if the panel does not publish them.
  var devices: JSON? { state[topics.devices]?["devices"] }
  /// The latest counters of the daemon.
  var status: JSON? { state[topics.health]?["daemon"] }

  // MARK: Messages

  private func handle(_ message: BrokerMessage) {
    if message.topic == topics.status {
      isOnline = String(decoding: message.payload, as: UTF8.self) == "online"
      awaitQuiet(message)
      return
    }
    guard message.topic != topics.request, !message.topic.hasPrefix("\(topics.base)/value/"),
      let payload = try? JSON(parsing: Array(message.payload))
    else { return }
    switch message.topic {
    case topics.tree, topics.devices, topics.health:
      state[message.topic] = payload
      if let text = payload["instance"]?.string { instance = text }
      awaitQuiet(message)
    case topics.response: panelRequests.handle(payload)
    default:
      guard !message.isRetained, payload["seq"] != nil else { return }
      if let text = payload["instance"]?.string { instance = text }
      handlers.record(FarPanel.plain(payload))
    }
  }

  // Records would reset the timer again and again.
  private func awaitQuiet(_ message: BrokerMessage) {
    if !isReady, state[topics.health] != nil, message.isRetained || quiet?.deadline == nil {
      quiet?.deadline = loop.clock.now() + FarPanel.quietTime
    }
  }

  private static func plain(_ payload: JSON) -> JSON {
    .object((payload.members ?? []).filter { $0.name != "panel" && $0.name != "instance" })
  }

  // MARK: Requests

  /// Sends a request; `answer` is called once, without an id.
  func request(_ name: String, _ arguments: JSON, answer: @escaping (JSON) -> Void) {
    guard isOnline else {
      answer(PanelConnection.error(code: "unavailable", "the panel is offline"))
      return
    }
    panelRequests.ask(panel, at: topics, name, arguments, answer: answer)
  }
}
