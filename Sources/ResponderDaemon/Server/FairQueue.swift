// The order in which connections are served: users in turn, then the connections of each user in
// turn.
//
//     users          1000 ─► 65534 ─► 0 ─► 1000 …
//     connections    of 1000: #4 ─► #7 ─► #4 …
//
// Each user, and each connection of a user, has a share of time in its turn. If one has used more
// than its share, it has a debt, and its turns are skipped until the debt is paid.

import Wire

/// The time that a user or connection has used beyond its share.
struct TimeShare {
  /// The share of one turn, in microseconds.
  static let quantum: Int64 = 250
  // While no other client waits, a debt is not paid; so it has a maximum.
  private static let largestDebt: Int64 = 100_000

  private var debt: Int64 = 0

  /// The cost of writing records: copying and sending a hundred bytes takes about a microsecond.
  static func cost(ofRecordBytes bytes: Int, readers: Double) -> Int64 {
    Int64(Double(bytes) * readers / 100)
  }

  /// Adds used time, in microseconds.
  mutating func spend(_ cost: Int64) { debt = min(debt + cost, TimeShare.largestDebt) }

  /// The number of turns that the debt takes.
  var turnsOfDebt: Int64 { (debt + TimeShare.quantum - 1) / TimeShare.quantum }

  /// Pays with so many turns.
  mutating func pay(turns: Int64) { debt = max(0, debt - turns * TimeShare.quantum) }

  /// Pays with one turn; returns whether the debt is paid, so that this turn can be used.
  mutating func payTurn() -> Bool {
    pay(turns: 1)
    return debt == 0
  }
}

/// A first-in, first-out list.
struct Line<Element> {
  private var storage: ContiguousArray<Element> = []
  private var first = 0

  var isEmpty: Bool { first == storage.count }

  /// The elements, the first one first.
  var elements: ContiguousArray<Element>.SubSequence { storage[first...] }

  mutating func append(_ element: Element) { storage.append(element) }

  mutating func popFirst() -> Element? {
    guard first < storage.count else { return nil }
    let element = storage[first]
    first += 1
    if first == storage.count {
      storage.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= 64, 2 * first >= storage.count {
      storage.removeFirst(first)
      first = 0
    }
    return element
  }
}

/// What all connections of one user share.
final class UserAccount {
  /// The bytes of records per second that a user's requests may cause for all readers together.
  static let recordBytesPerSecond = 33_554_432.0
  /// The bytes of records that they may cause at once.
  static let recordBurst = 8_388_608.0
  /// With fewer readers, the bytes count as for this number: each reader must keep up.
  static let leastReaders = 32.0

  let user: UInt32
  /// The number of connections.
  private(set) var connections = 0
  /// The number of bytes that wait for all connections.
  private(set) var queuedBytes = 0
  fileprivate var share = TimeShare()
  /// The filters, each with its number of subscriptions.
  private var filters: [Filter: Int] = [:]
  // The number of subscriptions that choose records on their own.
  private var ownChoices = 0
  /// The connections that wait to be served.
  fileprivate var waiting = Line<Connection>()
  fileprivate var isQueued = false
  private var records: TokenBucket

  init(user: UInt32, now: Int64) {
    self.user = user
    records = TokenBucket(
      rate: UserAccount.recordBytesPerSecond, capacity: UserAccount.recordBurst, now: now)
  }

  /// Counts one connection more.
  func connected() { connections += 1 }

  /// Counts one connection less.
  func disconnected() { connections -= 1 }

  /// Counts a change of the bytes that wait.
  func countQueued(_ change: Int) { queuedBytes += change }

  /// Adds used time, in microseconds.
  func spend(_ cost: Int64) { share.spend(cost) }

  /// Charges records that were sent to so many readers.
  func charge(recordBytes: Int, readers: Double) {
    guard readers > 0 else { return }
    records.spend(Double(recordBytes) * max(readers, UserAccount.leastReaders))
    share.spend(TimeShare.cost(ofRecordBytes: recordBytes, readers: readers))
  }

  /// How many times each record is compared for the user: once for each different filter, and once
  /// for each subscription that chooses on its own.
  var looks: Int { filters.count + ownChoices }

  /// Whether one more subscription with this filter costs another comparison.
  func needsLook(for filter: Filter) -> Bool {
    !SharedFilter.fits(filter) || filters[filter] == nil
  }

  /// Adds a subscription.
  func began(_ filter: Filter) {
    if SharedFilter.fits(filter) { filters[filter, default: 0] += 1 } else { ownChoices += 1 }
  }

  /// Removes a subscription.
  func ended(_ filter: Filter) {
    guard SharedFilter.fits(filter) else {
      ownChoices -= 1
      return
    }
    filters[filter, default: 1] -= 1
    if filters[filter] == 0 { filters[filter] = nil }
  }

  /// The time until which the user must wait because of caused records; nil if it need not wait.
  func delay(now: Int64) -> Int64? { records.delay(now: now) }

  fileprivate func nextConnection() -> Connection? {
    var left = waiting.elements.count
    while let connection = waiting.popFirst() {
      if connection.place.share.payTurn() || waiting.isEmpty { return connection }
      waiting.append(connection)
      left -= 1
      // All have a debt. The turns in which none of them is served are skipped together.
      guard left == 0 else { continue }
      let least = waiting.elements.reduce(Int64.max) { min($0, $1.place.share.turnsOfDebt) }
      for connection in waiting.elements { connection.place.share.pay(turns: least - 1) }
    }
    return nil
  }
}

/// The place of one connection in the queue, and the time that it has used of its user's.
final class QueuePlace {
  /// What all connections of the user share.
  let account: UserAccount
  /// Whether the connection waits to be served.
  fileprivate(set) var isQueued = false
  fileprivate var share = TimeShare()

  init(of account: UserAccount) { self.account = account }

  /// Adds used time, in microseconds.
  func spend(_ cost: Int64) { share.spend(cost) }
}

/// The connections that wait to be served.
struct FairQueue {
  private var users = Line<UserAccount>()
  // Users that must wait because of the records that they caused.
  private var delayed: ContiguousArray<UserAccount> = []

  /// Whether no connection can be served now.
  var isEmpty: Bool { users.isEmpty }

  /// Queues a connection, unless it is queued already; returns whether it was queued.
  mutating func append(_ connection: Connection) -> Bool {
    guard !connection.place.isQueued else { return false }
    connection.place.isQueued = true
    let account = connection.account
    account.waiting.append(connection)
    if !account.isQueued {
      account.isQueued = true
      users.append(account)
    }
    return true
  }

  /// Removes the next connection from the queue.
  mutating func next(now: Int64) -> Connection? {
    while let account = users.popFirst() {
      if account.delay(now: now) != nil {
        delayed.append(account)
        continue
      }
      guard account.share.payTurn() || users.isEmpty else {
        users.append(account)
        continue
      }
      guard let connection = account.nextConnection() else {
        account.isQueued = false
        continue
      }
      if account.waiting.isEmpty { account.isQueued = false } else { users.append(account) }
      connection.place.isQueued = false
      return connection
    }
    return nil
  }

  /// Queues users again that have waited long enough; returns when to call it again.
  mutating func resume(now: Int64) -> Int64? {
    var next: Int64?
    delayed.removeAll { account in
      if let time = account.delay(now: now) {
        next = min(next ?? .max, time)
        return false
      }
      users.append(account)
      return true
    }
    return next
  }
}
