// The contacts that are sent to receivers, with their own numbers and velocities.

/// One contact for receivers; positions and velocities are fractions of the area.
struct TUIOContact: Hashable, Sendable {
  /// The number of the contact, which no other contact has.
  var session: Int32
  /// The position, from the left and from the top, 0 to 1.
  var x: Double
  var y: Double
  /// The velocity, in widths and heights per second.
  var velocityX = 0.0
  var velocityY = 0.0
  /// The change of the speed per second.
  var acceleration = 0.0
  /// The pressure, 0 to 1.
  var pressure = 1.0

  /// A contact at rest.
  init(session: Int32, x: Double, y: Double) {
    self.session = session
    self.x = x
    self.y = y
  }
}

/// The content of one frame.
struct TUIOFrame: Hashable, Sendable {
  /// The contacts that have changed, or all of them.
  var contacts: [TUIOContact]
  /// The numbers of all contacts that are down.
  var alive: [Int32]
  /// Whether the frame repeats the one before.
  var isRepetition = false

  /// A frame.
  init(contacts: [TUIOContact], alive: [Int32], isRepetition: Bool = false) {
    self.contacts = contacts
    self.alive = alive
    self.isRepetition = isRepetition
  }
}

/// Collects the changes of contacts until the next frame. A contact that begins and ends between
/// two frames is in the next one, and is removed in the one after it.
struct ContactBoard {
  fileprivate struct Entry {
    var contact: TUIOContact
    // The contact in the latest frame, and the time of that frame.
    var sent: TUIOContact?
    var sentAt: Int64
    var changedAt: Int64
    var hasChanged = true
    var isOver = false
  }

  private var entries: [String: Entry] = [:]
  private var order: [String] = []
  private var lastSession: Int32 = 0
  private var hasLeft = false

  /// The time without movement after which a contact is reported at rest, in microseconds.
  static let rest: Int64 = 100_000

  /// An empty board.
  init() {}

  /// Whether the next frame has changes.
  var hasNews: Bool { hasLeft || entries.values.contains { $0.hasChanged || $0.isOver } }

  /// The time at which contacts that have stopped are reported at rest.
  var deadline: Int64? {
    entries.values.compactMap { entry in
      guard let sent = entry.sent, !entry.hasChanged,
        sent.velocityX != 0 || sent.velocityY != 0 || sent.acceleration != 0
      else { return nil }
      return entry.changedAt + ContactBoard.rest
    }.min()
  }

  /// Sets the position of a contact; an unknown contact is added.
  mutating func update(
    _ key: String, x: Double, y: Double, pressure: Double? = nil, at time: Int64
  ) {
    let x = min(max(x, 0), 1)
    let y = min(max(y, 0), 1)
    if var entry = entries[key] {
      entry.contact.x = x
      entry.contact.y = y
      if let pressure { entry.contact.pressure = min(max(pressure, 0), 1) }
      entry.changedAt = time
      entry.hasChanged = true
      entries[key] = entry
      return
    }
    lastSession = lastSession == .max ? 1 : lastSession + 1
    var contact = TUIOContact(session: lastSession, x: x, y: y)
    if let pressure { contact.pressure = min(max(pressure, 0), 1) }
    entries[key] = Entry(contact: contact, sent: nil, sentAt: time, changedAt: time)
    order.append(key)
  }

  /// Removes a contact.
  mutating func lift(_ key: String) {
    guard var entry = entries[key] else { return }
    guard entry.sent == nil else { return forget(key) }
    // The next frame still contains the contact, though another finger may have its key by then.
    let name = "over \(entry.contact.session)"
    entry.isOver = true
    entries[key] = nil
    entries[name] = entry
    order = order.map { $0 == key ? name : $0 }
  }

  /// Removes all contacts.
  mutating func liftAll() {
    for key in order where entries[key]?.isOver == false { lift(key) }
  }

  private mutating func forget(_ key: String) {
    entries[key] = nil
    order.removeAll { $0 == key }
    hasLeft = true
  }

  /// The changes since the latest frame.
  mutating func frame(at time: Int64) -> TUIOFrame {
    hasLeft = false
    let alive = order.compactMap { entries[$0]?.contact.session }
    var contacts: [TUIOContact] = []
    for key in order {
      guard var entry = entries[key] else { continue }
      let rests = !entry.hasChanged && entry.changedAt + ContactBoard.rest <= time
      guard entry.hasChanged || (rests && entry.isMoving) else { continue }
      if rests { entry.stop() } else { entry.measure() }
      entry.sent = entry.contact
      entry.sentAt = entry.changedAt
      entry.hasChanged = false
      contacts.append(entry.contact)
      entries[key] = entry
    }
    for key in order where entries[key]?.isOver == true { forget(key) }
    return TUIOFrame(contacts: contacts, alive: alive)
  }

  /// All contacts as in the latest frame.
  var repetition: TUIOFrame {
    let sent = order.compactMap { entries[$0]?.sent }
    return TUIOFrame(contacts: sent, alive: sent.map(\.session), isRepetition: true)
  }
}

extension ContactBoard.Entry {
  fileprivate var isMoving: Bool {
    contact.velocityX != 0 || contact.velocityY != 0 || contact.acceleration != 0
  }

  fileprivate mutating func stop() {
    contact.velocityX = 0
    contact.velocityY = 0
    contact.acceleration = 0
  }

  // From the latest frame to this one, as the receivers would compute it.
  fileprivate mutating func measure() {
    guard let sent, changedAt > sentAt else { return }
    let seconds = Double(changedAt - sentAt) / 1_000_000
    contact.velocityX = (contact.x - sent.x) / seconds
    contact.velocityY = (contact.y - sent.y) / seconds
    let speed = (contact.velocityX * contact.velocityX + contact.velocityY * contact.velocityY)
      .squareRoot()
    let before = (sent.velocityX * sent.velocityX + sent.velocityY * sent.velocityY).squareRoot()
    contact.acceleration = (speed - before) / seconds
  }
}
