// The bridge: records, state and requests of one panel, carried to a broker and back.
//
//   daemon ──records──▶ RecordFeed ──▶ OutgoingQueue ──┐
//          ◀─requests─▶ PanelState ──▶ RetainedTopics ─┼▶ BrokerConnection ──▶ broker
//                           └───▶ HomeAssistant ───────┘        │
//                       RequestHandler ◀────────────────────────┘

import Glibc
import Linux
import Protocol

/// One panel at one broker.
final class Bridge {
  private let settings: BridgeSettings
  private let topics: Topics
  private let envelope: Envelope
  private let loop: EventLoop
  private let log: Log
  private let broker: BrokerConnection
  private let state: PanelState
  private var feed: RecordFeed?
  private var requests: RequestHandler?
  private var homeAssistant: HomeAssistant?
  private var queue: OutgoingQueue
  private var retained = RetainedTopics()
  private var pacer: ControlPacer
  private let moves: MovePacer
  private var pacing: Timer?
  private var retrying: Timer?
  private let leftovers: LeftoverTopics
  // Whether the daemon has described the panel.
  private var isDescribed = false
  private var isAvailable = false
  private var isStopping = false
  private var failedMessages = 0
  private let startTime: Int64
  private let ended: () -> Void

  // The time between two attempts to publish a value that was given up, in microseconds.
  private static let retryInterval: Int64 = 60_000_000
  // Brokers allow messages of this size in bytes.
  private static let usualSize = 16_384

  /// A bridge for a panel with this name; `ended` is called when the bridge has stopped.
  init(
    _ settings: BridgeSettings, panel: String, loop: EventLoop, log: Log,
    ended: @escaping () -> Void
  ) {
    self.settings = settings
    self.loop = loop
    self.log = log
    self.ended = ended
    startTime = loop.clock.now()
    topics = Topics(prefix: settings.prefix, panel: panel)
    envelope = Envelope(panel: panel)
    queue = OutgoingQueue(settings.queue)
    pacer = ControlPacer(rate: settings.publish.rate)
    moves = MovePacer(rate: settings.publish.rate)
    broker = BrokerConnection(
      settings.broker, clientID: settings.broker.clientID ?? "responder-mqtt-\(panel)",
      will: Bridge.status("offline", topics, settings), loop: loop, log: log)
    leftovers = LeftoverTopics(topics, broker: broker, loop: loop)
    state = PanelState(settings, topics: topics, envelope: envelope, loop: loop, log: log)
    feed = RecordFeed(settings.publish, path: settings.socket, loop: loop, log: log) {
      [unowned self] record, line, instance in enqueue(record, line, instance)
    }
    requests = RequestHandler(
      settings, topics: topics, connection: state.connection, log: log
    ) { [unowned self] in answer(on: $0, $1, $2) }
    if let own = settings.homeAssistant {
      homeAssistant = HomeAssistant(settings, own, panel: panel, loop: loop, broker: broker) {
        [unowned self] in retained.publishAll()
      }
    }
    pacing = loop.timer { [unowned self] in publishDueValues() }
    retrying = loop.timer { [unowned self] in retry() }
    connectHandlers()
  }

  private static func status(
    _ word: String, _ topics: Topics, _ settings: BridgeSettings
  ) -> OutgoingMessage {
    var message = OutgoingMessage(
      topic: topics.status, payload: ContiguousArray(word.utf8), kind: .event,
      qos: settings.qos.state)
    message.isRetained = true
    return message
  }

  private func connectHandlers() {
    broker.handlers.connected = { [unowned self] in connected() }
    broker.handlers.lost = { [unowned self] in homeAssistant?.lost() }
    broker.handlers.delivered = { [unowned self] in delivered($0) }
    broker.handlers.message = { [unowned self] in handle($0) }
    broker.handlers.next = { [unowned self] in nextMessage() }
    broker.handlers.putBack = { [unowned self] in putBack($0) }
    broker.handlers.failed = { [unowned self] in failed($0) }
    broker.handlers.closed = { [unowned self] in ended() }
    state.handlers.available = { [unowned self] in
      isDescribed = $0
      isAvailable = $0 && feed?.isReady == true
      publishStatus()
      removeLeftovers()
    }
    // A panel is online when the records of the next touch will be published.
    feed?.ready = { [unowned self] in
      isAvailable = isDescribed
      publishStatus()
    }
    state.handlers.value = { [unowned self] topic, value in
      guard let value else { return retained.remove(topic) }
      retained.set(topic, to: value, at: WallClock.now() / 1000)
    }
    state.handlers.described = { [unowned self] in
      homeAssistant?.describe(state.tree, hasActivity: state.hasActivity)
    }
    state.handlers.figures = { [unowned self] in figures }
    state.handlers.problems = { [unowned self] in broker.problems }
    // It cannot be reported to the broker that it is not reached.
    state.handlers.allProblems = { [unowned self] in
      ([broker.problem].compactMap(\.self) + broker.problems).map { "MQTT: \($0)" }
    }
    broker.handlers.reached = { [unowned self] in state.reportProblems() }
  }

  // MARK: Start and end

  /// Starts to connect to the daemon and to the broker.
  func start() {
    publishStatus()
    broker.start()
    state.start()
    feed?.start()
  }

  /// Reports the panel as offline, and ends when the broker has acknowledged everything.
  func stop() {
    guard !isStopping else { return }
    isStopping = true
    publishStatus()
    broker.close()
  }

  /// Publishes waiting messages; called before each wait of the loop.
  func beforeWait() { broker.flush() }

  // MARK: The broker

  private func connected() {
    for topic in requests?.requestTopics ?? [] { broker.subscribe(to: topic) }
    retained.publishAll()
    homeAssistant?.connected()
    leftovers.look()
    retrying?.deadline = loop.clock.now() + Bridge.retryInterval
  }

  private func retry() {
    retrying?.deadline = loop.clock.now() + Bridge.retryInterval
    guard broker.isConnected else { return }
    retained.retry()
    homeAssistant?.retry()
  }

  // The topics of values are known when the daemon has described the panel.
  private func removeLeftovers() {
    guard isDescribed else { return }
    for topic in leftovers.drain() where retained[topic] == nil { retained.remove(topic) }
  }

  private func handle(_ message: BrokerMessage) {
    if let requests, requests.owns(message.topic) {
      requests.handle(message)
    } else if homeAssistant?.handle(message) ?? false {
      return
    } else if message.isRetained, !message.payload.isEmpty,
      message.topic.hasPrefix("\(topics.base)/")
    {
      leftovers.insert(message.topic)
      removeLeftovers()
    }
  }

  private func nextMessage() -> OutgoingMessage? {
    if let message = homeAssistant?.next() { return message }
    if let (topic, value) = retained.popFirst() {
      var message = OutgoingMessage(
        topic: topic, payload: value, kind: .event, qos: settings.qos.state)
      message.isRetained = true
      message.attempts = retained.attempts(at: topic)
      return message
    }
    return queue.popFirst(now: loop.clock.now())
  }

  // Only the latest value of a retained topic matters.
  private func putBack(_ messages: [OutgoingMessage]) {
    for message in messages where message.isRetained {
      if homeAssistant?.owns(message) == true {
        homeAssistant?.putBack(message)
      } else {
        retained.putBack(message)
      }
    }
    queue.putBack(messages.filter { !$0.isRetained })
  }

  private func delivered(_ message: OutgoingMessage) {
    guard message.isRetained else { return }
    if homeAssistant?.owns(message) == true {
      homeAssistant?.delivered(message)
    } else {
      retained.delivered(message.topic)
    }
  }

  private func failed(_ message: OutgoingMessage) {
    failedMessages += 1
    // Only a message that may have ended connections is not sent again.
    guard message.isRetained, message.attempts >= BrokerConnection.mostAttempts else { return }
    if homeAssistant?.owns(message) == true {
      homeAssistant?.putBack(message)
    } else {
      retained.giveUp(message.topic)
    }
  }

  // MARK: The panel

  private func publishStatus() {
    let word = isAvailable && !isStopping ? "online" : "offline"
    retained.set(topics.status, to: ContiguousArray(word.utf8))
  }

  private func enqueue(_ record: JSON, _ line: ContiguousArray<UInt8>, _ instance: String) {
    let type = (record["type"]?.string).flatMap(RecordType.init(word:))
    // The activity is published as a retained message on the same topic.
    if type == .activity { return }
    let event = type == .control ? record["event"]?.string : nil
    let pace = ControlPacer.Event(named: event ?? "")
    let isMove = event == nil ? MovePacer.isMove(record) : pace == .drag
    // All of what a device reports is of the same kind, so that its order is kept.
    let isEvent = !isMove && type != .raw
    let now = loop.clock.now()
    // The records after a loss of the daemon are older than their arrival.
    let happened = record["t"]?.double.map { min(now, Int64($0 * 1_000_000)) } ?? now
    let payload = envelope.payload(
      line: line, instance: instance, at: (WallClock.now() - (now - happened)) / 1000)
    var message = OutgoingMessage(
      topic: topics.topic(of: record), payload: payload, kind: isEvent ? .event : .move,
      qos: isEvent ? settings.qos.events : settings.qos.moves)
    if message.size <= Bridge.usualSize { message.suspicion = .none }
    message.life = type.flatMap { .init(of: record, $0) }
    message.expires = settings.queue.maximumAge.age(of: type).map {
      happened + Int64($0 * 1_000_000)
    }
    if event != nil, let control = record["control"]?.string {
      let admitted = pacer.admit(message, of: control, pace, now: now)
      if pace == .other { append(moves.release(until: nil)) }
      append(admitted)
    } else if !isMove {
      // It may be the end of what moved.
      append(moves.release(until: nil) + [message])
    } else if moves.admits(message, of: record, now: now) {
      queue.append(message)
    }
    schedulePacing()
  }

  private func append(_ messages: [OutgoingMessage]) {
    for message in messages { queue.append(message) }
  }

  private func publishDueValues() {
    let now = loop.clock.now()
    append(moves.release(until: now) + pacer.due(now: now))
    schedulePacing()
  }

  private func schedulePacing() {
    pacing?.deadline = [moves.deadline, pacer.deadline].compactMap { $0 }.min()
  }

  private func answer(
    on topic: String, _ answer: JSON, _ correlation: ContiguousArray<UInt8>?
  ) {
    let line = ContiguousArray(answer.text.utf8)
    let payload = envelope.payload(line: line, instance: nil, at: WallClock.now() / 1000)
    var message = OutgoingMessage(
      topic: topic, payload: payload, kind: .event, qos: settings.qos.events)
    message.correlation = correlation
    if !topic.hasPrefix(topics.response) { message.suspicion = .topic }
    queue.append(message)
  }

  private var figures: [JSON.Member] {
    [
      .init("version", .string(ProgramVersion.current)),
      .init("uptime", .integer(Int((loop.clock.now() - startTime) / 1_000_000))),
      .init("waiting", .integer(queue.count + retained.waitingCount)),
      .init("waitingBytes", .integer(queue.bytes)),
      .init("droppedMoves", .integer(queue.droppedMoves)),
      .init("droppedEvents", .integer(queue.droppedEvents)),
      .init("expired", .integer(queue.expired)),
      .init("failedMessages", .integer(failedMessages)),
      .init("connections", .integer(broker.connections)),
    ]
  }
}
