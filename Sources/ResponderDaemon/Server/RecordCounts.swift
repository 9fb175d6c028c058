// What connections have read by which numbers, so that their clients can resume.

import LinuxKit
import ResponderKit
import Wire

/// The numbers that a connection has read while it saw the same.
struct NumberSpan {
  /// What it saw.
  let audience: Audience
  /// The number before the first one.
  let first: UInt64
  /// The last number.
  let last: UInt64
  /// The daemon's number of the latest record at that time.
  let seq: UInt64
}

/// The numbers that a connection reads, and those that it has read.
final class ReadNumbers {
  /// The count of its records.
  private(set) var numbers: RecordNumbers
  // What it has read by earlier counts, and since when it reads by this one.
  private var spans: [NumberSpan] = []
  private var firstOfSpan: UInt64 = 0

  private static let mostSpans = 16

  /// The numbers of a connection that has read nothing.
  init(_ numbers: RecordNumbers) { self.numbers = numbers }

  /// Numbers its records by a count from now on; `seq` is the daemon's latest number.
  func count(by numbers: RecordNumbers, at seq: UInt64) {
    endSpan(at: seq)
    self.numbers = numbers
    beginSpan(at: seq)
  }

  /// What the client has read, by its numbers.
  func spans(at seq: UInt64) -> [NumberSpan] {
    let span = NumberSpan(
      audience: numbers.audience, first: firstOfSpan, last: numbers.latest(of: seq), seq: seq)
    return spans + [span]
  }

  /// Ends the span of its numbers, which are about to continue from another one.
  func endSpan(at seq: UInt64) { setSpans(spans(at: seq)) }

  /// Begins a span of numbers, which continue from another one.
  func beginSpan(at seq: UInt64) { firstOfSpan = numbers.latest(of: seq) }

  /// Continues after a number, which is `seq` in the daemon's count, and reads `count` records up to
  /// the daemon's number `latest`.
  func resume(
    after number: UInt64, at seq: UInt64, reading count: UInt64, to latest: UInt64
  ) {
    let span = NumberSpan(audience: numbers.audience, first: number, last: number, seq: seq)
    setSpans(spans + [span])
    firstOfSpan = min(firstOfSpan, numbers.latest(of: latest) - count)
  }

  // A client may resume again and again.
  private func setSpans(_ all: [NumberSpan]) { spans = Array(all.suffix(Self.mostSpans)) }
}

/// The counts of a server, and what its connections have read by them.
final class RecordCounts {
  /// The count for clients that see everything, which is the daemon's.
  let ofAll = RecordNumbers(.all)
  /// The number of the last record that was sent.
  private(set) var lastSeq: UInt64 = 0
  // The counts for clients that see less.
  private var counts: [Audience: RecordNumbers] = [:]
  // What connections have read that have ended, by their users, the oldest first.
  private var past: [UInt32: ContiguousArray<(connection: Int, spans: [NumberSpan])>] = [:]

  private static let mostCounts = 256
  private static let mostPastOfUser = 64

  /// Counts the records of a turn, before they are sent.
  func count(_ encoder: RecordEncoder) {
    lastSeq = encoder.seq
    guard !counts.isEmpty else { return }
    for numbers in counts.values { numbers.count(encoder.records) }
  }

  /// The count for an audience, which begins with so many `hidden` records; those that no client
  /// uses any more are dropped when there are too many.
  func count(
    for audience: Audience, hidden: @autoclosure () -> UInt64, isUsed: (Audience) -> Bool
  ) -> RecordNumbers {
    if audience == .all { return ofAll }
    if let known = counts[audience] { return known }
    if counts.count >= Self.mostCounts { counts = counts.filter { isUsed($0.key) } }
    let fresh = RecordNumbers(audience, hidden: hidden())
    counts[audience] = fresh
    return fresh
  }

  /// Keeps what an ended connection of a user has read, so that its client can resume.
  func insert(_ spans: [NumberSpan], of connection: Int, _ user: UInt32) {
    past[user, default: []].append((connection, spans))
    if past[user, default: []].count > Self.mostPastOfUser { past[user]?.removeFirst() }
  }

  /// What an ended connection of a user has read.
  func spans(of connection: Int, _ user: UInt32) -> [NumberSpan]? {
    past[user]?.first { $0.connection == connection }?.spans
  }
}

extension Server {
  /// The number of the last record that was sent.
  var lastSeq: UInt64 { counts.lastSeq }

  /// Numbers the records of a client as for all that see the same; `kept` is the number of records
  /// that it may still read.
  func number(_ connection: Connection, for audience: Audience, kept: @autoclosure () -> Int) {
    // The number of all records would show how many were hidden.
    let numbers = numbers(for: audience, hidden: lastSeq - UInt64(kept()))
    connection.reading.count(by: numbers, at: lastSeq)
  }

  /// Numbers the records of a client whose audience has changed: its numbers never go back.
  func renumber(_ connection: Connection, for audience: Audience) {
    guard connection.numbers.audience != audience else { return }
    let latest = connection.numbers.latest(of: lastSeq)
    let numbers = numbers(for: audience, hidden: lastSeq - latest)
    raise(numbers, to: latest)
    connection.reading.count(by: numbers, at: lastSeq)
  }

  /// The count of the clients of an audience.
  func numbers(for audience: Audience, hidden: @autoclosure () -> UInt64) -> RecordNumbers {
    counts.count(for: audience, hidden: hidden()) { audience in
      connections.contains { $0.numbers.audience == audience }
    }
  }

  /// The daemon's number of the record that has a number in these spans; nil if it is not kept.
  func daemonNumber(of number: UInt64, in spans: [NumberSpan], _ history: History) -> UInt64? {
    guard let span = spans.last(where: { $0.first <= number && number <= $0.last }) else {
      return nil
    }
    return history.number(before: span.last - number, shownTo: span.audience, from: span.seq)
  }

  /// What a connection of a user has read, which may have ended; nil if that is not known any more.
  func spans(of connection: Int, _ user: UInt32) -> [NumberSpan]? {
    let open = connections.first { $0.number == connection && $0.peer.uid == user }
    return open?.reading.spans(at: lastSeq) ?? counts.spans(of: connection, user)
  }

  /// All numbers as a connection counts now.
  func numbers(of connection: Connection) -> [NumberSpan] {
    let numbers = connection.numbers
    let last = numbers.latest(of: lastSeq)
    return [NumberSpan(audience: numbers.audience, first: 0, last: last, seq: lastSeq)]
  }

  /// Continues the numbers of a client after one, which is `seq` in the daemon's count; `count`
  /// records with larger numbers follow.
  func resume(_ connection: Connection, after number: UInt64, at seq: UInt64, reading count: Int) {
    raise(connection.numbers, to: number + UInt64(count))
    connection.reading.resume(after: number, at: seq, reading: UInt64(count), to: lastSeq)
  }

  private func raise(_ numbers: RecordNumbers, to number: UInt64) {
    guard numbers.latest(of: lastSeq) < number else { return }
    let readers = connections.filter { $0.numbers === numbers }
    for reader in readers { reader.reading.endSpan(at: lastSeq) }
    numbers.raise(to: number, of: lastSeq)
    for reader in readers { reader.reading.beginSpan(at: lastSeq) }
  }
}
