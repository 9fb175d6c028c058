// Messages that wait for the broker: bounded, in order, moves dropped before everything else.

/// One message to publish.
package struct OutgoingMessage: Hashable, Sendable {
  /// What may be dropped first.
  package enum Kind: Hashable, Sendable {
    /// A newer message of the same thing follows.
    case move
    /// Nothing else says the same.
    case event
  }

  /// Where to publish it.
  package var topic: String
  /// What to publish.
  package var payload: ContiguousArray<UInt8>
  /// What may be dropped first.
  package var kind: Kind
  /// The quality of service.
  package var qos: Int
  /// Whether the broker keeps it for late subscribers.
  package var isRetained = false
  /// What the sender of a request recognizes its answer by.
  package var correlation: ContiguousArray<UInt8>?
  /// How often it was sent without being acknowledged.
  package var attempts = 0

  /// A message that is not retained.
  package init(topic: String, payload: ContiguousArray<UInt8>, kind: Kind, qos: Int) {
    self.topic = topic
    self.payload = payload
    self.kind = kind
    self.qos = qos
  }

  /// The bytes that count against the bound.
  var size: Int { topic.utf8.count + payload.count + (correlation?.count ?? 0) }
}

/// A bounded queue. Its order is that of `append`; when it is full the oldest move is dropped, and
/// the oldest event only where no move is left.
package struct OutgoingQueue {
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

  /// The bytes that wait.
  package private(set) var bytes = 0
  /// The moves that were dropped.
  package private(set) var droppedMoves = 0
  /// The events that were dropped.
  package private(set) var droppedEvents = 0

  /// An empty queue with these bounds.
  package init(_ settings: QueueSettings) { self.settings = settings }

  /// The messages that wait.
  package var count: Int { moves.count + events.count }

  /// Adds a message at the end; drops others, or this one, where the bounds ask for it.
  package mutating func append(_ message: OutgoingMessage) {
    lastOrder += 1
    insert(Entry(order: lastOrder, message: message), atEnd: true)
    while count > settings.messages || bytes > settings.bytes { dropOne() }
  }

  /// Puts messages back that were taken before all others, in their order. The bounds apply to
  /// them when the next message is added.
  package mutating func putBack(_ messages: [OutgoingMessage]) {
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

  /// Takes the oldest message.
  package mutating func popFirst() -> OutgoingMessage? {
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
