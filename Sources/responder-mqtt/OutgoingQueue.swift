// Messages that wait for the broker: limited, in order, moves dropped before all others, and none
// that is too old.

/// One message to publish.
struct OutgoingMessage: Hashable, Sendable {
  /// Which messages are dropped first.
  enum Kind: Hashable, Sendable {
    /// A newer message about the same subject follows.
    case move
    /// No other message has the same content.
    case event
  }

  /// Why a broker may end the connection instead of refusing a message, in the order of likelihood.
  enum Suspicion: Int, Hashable, Sendable {
    /// It cannot: brokers accept short messages to the panel's own topics.
    case none
    /// The message may be longer than the broker allows.
    case size
    /// Another program chose the topic.
    case topic
  }

  /// The topic.
  var topic: String
  /// The payload.
  var payload: ContiguousArray<UInt8>
  /// Whether the message is dropped first.
  var kind: Kind
  /// The quality of service.
  var qos: Int
  /// Whether the broker retains the message for later subscribers.
  var isRetained = false
  /// The data with which the sender of a request matches the answer.
  var correlation: ContiguousArray<UInt8>?
  /// How many lost connections the message may have caused.
  var attempts = 0
  /// Why the broker may end the connection when it receives the message.
  var suspicion = Suspicion.size
  /// When it is of no use any more, in microseconds of the loop's clock; nil for never.
  var expires: Int64?
  /// What it begins or ends for its readers.
  var life: Life?

  /// A message that is not retained.
  init(topic: String, payload: ContiguousArray<UInt8>, kind: Kind, qos: Int) {
    self.topic = topic
    self.payload = payload
    self.kind = kind
    self.qos = qos
  }

  /// The size in bytes that the limit applies to.
  var size: Int { topic.utf8.count + payload.count + (correlation?.count ?? 0) }
}

/// A limited queue in the order of `append`; when it is full, the oldest move is dropped, and
/// the oldest event only if there is no move.
struct OutgoingQueue {
  private struct Entry {
    var order: Int64
    var message: OutgoingMessage
  }

  /// A first-in, first-out list that drops consumed entries in batches.
  private struct Lane {
    private var entries: ContiguousArray<Entry?> = []
    private var head = 0

    var first: Entry? { head < entries.count ? entries[head] : nil }
    var count: Int { entries.count - head }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    mutating func prepend(_ entry: Entry) {
      if head == 0 {
        entries.insert(entry, at: 0)
      } else {
        head -= 1
        entries[head] = entry
      }
    }

    mutating func popFirst() -> Entry? {
      guard head < entries.count else { return nil }
      defer {
        entries[head] = nil
        head += 1
        if head >= 64, head * 2 >= entries.count {
          entries.removeFirst(head)
          head = 0
        }
      }
      return entries[head]
    }
  }

  private let settings: QueueSettings
  private var moves = Lane()
  private var events = Lane()
  private var lastOrder: Int64 = 0
  private var firstOrder: Int64 = 0

  /// The number of bytes in the queue.
  private(set) var bytes = 0
  /// The number of dropped moves.
  private(set) var droppedMoves = 0
  /// The number of dropped events.
  private(set) var droppedEvents = 0
  /// The number of messages that were too old.
  private(set) var expired = 0
  // What has begun for the broker's clients, and not ended.
  private var begun: Set<String> = []

  /// An empty queue with these limits.
  init(_ settings: QueueSettings) { self.settings = settings }

  /// The number of messages in the queue.
  var count: Int { moves.count + events.count }

  /// Appends a message; drops others, or this one, if a limit is exceeded.
  mutating func append(_ message: OutgoingMessage) {
    lastOrder += 1
    insert(Entry(order: lastOrder, message: message), atEnd: true)
    while count > settings.messages || bytes > settings.bytes { dropOne() }
  }

  /// Puts removed messages back to the front, in order. The limits apply to them when the next
  /// message is added.
  mutating func putBack(_ messages: [OutgoingMessage]) {
    for message in messages.reversed() {
      firstOrder -= 1
      insert(Entry(order: firstOrder, message: message), atEnd: false)
    }
  }

  private mutating func insert(_ entry: Entry, atEnd: Bool) {
    bytes += entry.message.size
    switch (entry.message.kind, atEnd) {
    case (.move, true): moves.append(entry)
    case (.move, false): moves.prepend(entry)
    case (.event, true): events.append(entry)
    case (.event, false): events.prepend(entry)
    }
  }

  private mutating func dropOne() {
    if let move = moves.popFirst() {
      bytes -= move.message.size
      droppedMoves += 1
    } else if let event = events.popFirst() {
      bytes -= event.message.size
      droppedEvents += 1
    }
  }

  /// Removes and returns the oldest message that is of use at a time, in microseconds.
  mutating func popFirst(now: Int64) -> OutgoingMessage? {
    while let message = popOldest() {
      if let useful = inTime(message, now) { return useful }
    }
    return nil
  }

  // What has begun for readers ends for them, but not as if it happened now.
  private mutating func inTime(_ message: OutgoingMessage, _ now: Int64) -> OutgoingMessage? {
    let isLate = message.expires.map { $0 <= now } ?? false
    var hasBegun = false
    switch message.life {
    case .begins(let subjects)?: if !isLate { begun.formUnion(subjects) }
    case .ends(let subjects)?:
      hasBegun = !begun.isDisjoint(with: subjects)
      begun.subtract(subjects)
    case nil: break
    }
    guard isLate else { return message }
    expired += 1
    return hasBegun ? message.cancelled : nil
  }

  private mutating func popOldest() -> OutgoingMessage? {
    let isMove: Bool
    switch (moves.first, events.first) {
    case (nil, nil): return nil
    case (_?, nil): isMove = true
    case (nil, _?): isMove = false
    case (let move?, let event?): isMove = move.order < event.order
    }
    guard let entry = isMove ? moves.popFirst() : events.popFirst() else { return nil }
    bytes -= entry.message.size
    return entry.message
  }
}
