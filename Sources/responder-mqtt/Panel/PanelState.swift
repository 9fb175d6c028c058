// The current state of the panel: its tree, devices, values of controls, activity and health.

import ConfigurationText
import Glibc
import Linux
import Protocol
import ResponderClient

/// Follows the state of the panel, and reports changes to its owner.
final class PanelState {
  /// The owner's closures for changes of the state.
  struct Handlers {
    /// The panel is available, or is not.
    var available: (Bool) -> Void = { _ in }
    /// The value of a retained topic; nil removes it.
    var value: (_ topic: String, ContiguousArray<UInt8>?) -> Void = { _, _ in }
    /// The tree has changed, or the panel reports activity for the first time.
    var described: () -> Void = {}
    /// Returns the counters of the bridge, for the health of the panel.
    var figures: () -> [JSON.Member] = { [] }
    /// Returns the problems of the connection to the broker, for the health of the panel.
    var problems: () -> [String] = { [] }
    /// Returns these and those that do not reach the broker, for the daemon's list.
    var allProblems: () -> [String] = { [] }
  }

  /// The owner's closures.
  var handlers = Handlers()
  /// The connection, which other objects use for requests as well.
  let connection: PanelConnection
  /// The controls and recognizers of the panel.
  private(set) var tree = PanelTree()
  /// Whether the panel reports activity.
  private(set) var hasActivity = false {
    didSet { if hasActivity != oldValue { handlers.described() } }
  }

  private let settings: StateSettings
  private let topics: Topics
  private let envelope: Envelope
  private let loop: EventLoop
  private let interval: Int64
  private var instance: String?
  // What the daemon has in its list.
  private var reported: [String] = []
  // The time of the latest touch, in milliseconds since 1970.
  private var lastTouch: Int64?
  private var refresh: Timer?
  private var health: Timer?
  private var lastRefresh: Int64 = .min / 2
  private var isTreeStale = false
  private var areDevicesStale = false
  private var staleValues: Set<String> = []
  // The topics of existing controls, to remove those of removed controls.
  private var valueTopics: Set<String> = []

  init(
    _ settings: BridgeSettings, topics: Topics, envelope: Envelope, loop: EventLoop, log: Log
  ) {
    self.settings = settings.state
    self.topics = topics
    self.envelope = envelope
    self.loop = loop
    interval = Int64(settings.state.interval * 1_000_000)
    connection = PanelConnection(path: settings.socket, loop: loop, log: log)
    connection.handlers.ready = { [unowned self] in subscribe(to: $0) }
    connection.handlers.line = { [unowned self] line, bytes in handle(line, bytes) }
    connection.handlers.lost = { [unowned self] in lost() }
    refresh = loop.timer { [unowned self] in refreshNow() }
    health = loop.timer { [unowned self] in reportHealth() }
  }

  /// Begins to follow the panel.
  func start() {
    connection.start()
    reportHealth()
  }

  // MARK: The daemon

  private func subscribe(to instance: String) {
    self.instance = instance
    reported = []
    reportProblems()
    let types: [JSON] = ["edit", "device", "health", "activity", "control"].map(JSON.string)
    let wanted: JSON = .object([
      .init("types", .array(types)), .init("snapshot", .bool(true)),
    ])
    connection.request("subscribe", wanted) { _ in }
    // Every touch begins or ends with one of these records.
    let touched: JSON = .object([
      .init("types", .array(["touches", "unhandled", "gesture"].map(JSON.string))),
      .init("phases", .array(["began", "ended"].map(JSON.string))),
    ])
    connection.request("subscribe", touched) { _ in }
  }

  private func lost() {
    handlers.available(false)
    reportHealth()
  }

  private func handle(_ line: JSON, _ bytes: ContiguousArray<UInt8>) {
    switch line["type"]?.string {
    case "snapshot":
      lastRefresh = loop.clock.now()
      isTreeStale = false
      areDevicesStale = false
      replaceTree(by: line["windows"] ?? .array([]), seq: line["seq"])
      publishDevices(line["devices"] ?? .array([]))
      if let since = line["idleSince"] {
        publishActivity([
          .init("type", .string("activity")), .init("state", .string("idle")),
          .init("since", since),
        ])
      } else if hasActivity {
        publishActivity([
          .init("type", .string("activity")), .init("state", .string("active")),
        ])
      }
      handlers.available(true)
      reportHealth()
    case "edit":
      isTreeStale = true
      scheduleRefresh()
    case "device":
      areDevicesStale = true
      scheduleRefresh()
    case "health": reportHealth()
    case "activity":
      hasActivity = true
      handlers.value(topics.activity, envelope.payload(line: bytes, instance: instance))
    case "touches", "unhandled", "gesture": lastTouch = WallClock.now() / 1000
    case "control":
      guard let control = line["control"]?.string, let value = line["value"]?.double,
        tree.change(control, to: value)
      else { return }
      staleValues.insert(control)
      scheduleRefresh()
    default: break
    }
  }

  private func publishActivity(_ members: [JSON.Member]) {
    hasActivity = true
    handlers.value(topics.activity, envelope.payload(members, instance: instance))
  }

  // MARK: Refreshing

  private func scheduleRefresh() {
    guard refresh?.deadline == nil else { return }
    refresh?.deadline = max(loop.clock.now(), lastRefresh + interval)
  }

  private func refreshNow() {
    lastRefresh = loop.clock.now()
    for control in staleValues.sorted() { publishValue(of: control) }
    staleValues.removeAll()
    if isTreeStale {
      isTreeStale = false
      connection.request("tree", .object([])) { [unowned self] answer in
        guard let result = answer["result"] else { return }
        replaceTree(by: result["windows"] ?? .array([]), seq: nil)
      }
    }
    if areDevicesStale {
      areDevicesStale = false
      connection.request("devices", .object([])) { [unowned self] answer in
        guard let result = answer["result"] else { return }
        publishDevices(result["devices"] ?? .array([]))
      }
    }
  }

  private func replaceTree(by windows: JSON, seq: JSON?) {
    tree = PanelTree(windows: windows)
    if settings.tree {
      let payload = envelope.payload([.init("windows", windows)], instance: instance)
      handlers.value(topics.tree, payload)
    }
    var present: Set<String> = []
    for control in tree.controls where control.value != nil {
      present.insert(topics.value(control.id))
      publishValue(of: control.id)
    }
    for topic in valueTopics.subtracting(present).sorted() { handlers.value(topic, nil) }
    valueTopics = present
    handlers.described()
  }

  private func publishDevices(_ devices: JSON) {
    guard settings.devices else { return }
    handlers.value(
      topics.devices, envelope.payload([.init("devices", devices)], instance: instance))
  }

  private func publishValue(of id: String) {
    guard let control = tree.control(id), let value = control.value else { return }
    let members: [JSON.Member] = [
      .init("control", .string(id)), .init("kind", .string(control.kind)), .init("value", value),
      .init("isEnabled", .bool(control.isEnabled)),
    ]
    handlers.value(topics.value(id), envelope.payload(members, instance: instance))
  }

  // MARK: Health

  /// Reports to the daemon what the bridge has trouble with, if that has changed.
  func reportProblems() {
    let problems = (handlers.allProblems() + clockProblems).map { text in
      let visible = String(text.unicodeScalars.map { $0.isInvisible ? "?" : Character($0) })
      // The daemon accepts 512 bytes.
      return String(decoding: visible.utf8.prefix(509), as: UTF8.self)
    }
    guard connection.isReady, problems != reported else { return }
    reported = problems
    let members: [JSON.Member] = [.init("problems", .array(problems.map(JSON.string)))]
    connection.request("identify", .object(members)) { _ in }
  }

  /// Publishes the health now, and again after the configured time.
  private func reportHealth() {
    health?.deadline = loop.clock.now() + Int64(settings.healthInterval * 1_000_000)
    guard connection.isReady else {
      publishHealth(daemon: .null)
      return
    }
    reportProblems()
    connection.request("status", .object([])) { [unowned self] answer in
      guard let result = answer["result"], let members = result.members else { return }
      // Other connected clients are not reported to the broker's clients.
      publishHealth(daemon: .object(members.filter { $0.name != "clients" }))
    }
  }

  private func publishHealth(daemon: JSON) {
    var members: [JSON.Member] = [
      .init("daemon", daemon), .init("bridge", .object(handlers.figures())),
    ]
    if let lastTouch { members.append(.init("lastTouch", .integer(Int(lastTouch)))) }
    members.append(.init("problems", .array(problems(of: daemon).map(JSON.string))))
    handlers.value(topics.health, envelope.payload(members, instance: instance))
  }

  // What keeps touches from programs, as the daemon and the bridge have found it, in words.
  private func problems(of daemon: JSON) -> [String] {
    let own = "pid \(getpid())"
    let facts = (daemon["health"]?.elements ?? []).filter {
      $0["isProblem"]?.bool == true && $0["about"]?.string != own
    }
    let texts = facts.compactMap { fact in
      fact["text"]?.string.map { "\($0); to fix it: \(fact["fix"]?.string ?? "")" }
    }
    return [connection.problem].compactMap { $0 } + texts + handlers.problems() + clockProblems
  }

  private var clockProblems: [String] {
    guard !WallClock.isSet else { return [] }
    return [
      "the clock of this machine is not set: it shows a time before 2025; "
        + "to fix it: sudo timedatectl set-ntp true"
    ]
  }
}
