// A limit of the rate of moves. The daemon limits them too, but sends what it holds back before every
// other record, and the events of a control or the explanations of a gesture are many.

import Protocol

/// Decides when the moves of each touch, recognizer and device are published.
///
/// The latest move is kept until it is due, or until `release` sends everything that is kept. No move
/// overtakes another one that is kept.
final class MovePacer {
  private struct Lane {
    var nextTime: Int64
    var held: (seq: Int, message: OutgoingMessage)?
  }

  // An hour: a lower rate is no use.
  private static let longest = 3_600_000_000.0

  private let interval: Int64
  private var lanes: [UInt64: Lane] = [:]

  /// The time at which the next move is due, in microseconds.
  private(set) var deadline: Int64?

  /// At most so many moves of one subject per second.
  init(rate: Double) {
    interval = Int64(min(1_000_000 / rate, MovePacer.longest).rounded())
  }

  /// Whether a record is one of many about the same subject, of which the newest is enough.
  static func isMove(_ record: JSON) -> Bool {
    guard let type = record["type"]?.string.flatMap(RecordType.init(word:)) else { return false }
    if type == .raw {
      return (record["contacts"]?.elements ?? []).allSatisfy { $0["change"]?.string == "move" }
    }
    // The daemon explains a recognizer for each change of its gesture.
    if type == .explain { return record["to"]?.string == "changed" }
    let phase = (record["phase"] ?? record["state"])?.string
    return type.declaration.hasMoves && ["moved", "changed"].contains(phase)
  }

  /// Whether a move may be published now; if not, it is kept and replaces the one that was kept
  /// before.
  func admits(_ message: OutgoingMessage, of record: JSON, now: Int64) -> Bool {
    let key = MovePacer.key(message.topic, record)
    // Moves that the daemon sends together after a pause are as far apart as they were.
    let time = record["t"]?.double.map { min(now, Int64($0 * 1_000_000)) } ?? now
    // Lanes of subjects that have ended are removed before there are more.
    if lanes[key] == nil, lanes.count >= 64 {
      lanes = lanes.filter { $0.value.held != nil || $0.value.nextTime > time }
    }
    let due = lanes[key]?.nextTime ?? time
    if deadline == nil, time >= due {
      lanes[key] = Lane(nextTime: time + interval)
      return true
    }
    lanes[key] = Lane(nextTime: due, held: (record["seq"]?.int ?? 0, message))
    updateDeadline()
    return false
  }

  private var held: [(key: UInt64, seq: Int)] {
    lanes.compactMap { lane in lane.value.held.map { (lane.key, $0.seq) } }.sorted {
      $0.seq < $1.seq
    }
  }

  // The move that came first is sent first.
  private func updateDeadline() {
    deadline = held.first.flatMap { lanes[$0.key]?.nextTime }
  }

  /// Removes and returns the moves that are due by a time, or all if no time is given, in order.
  func release(until time: Int64?) -> [OutgoingMessage] {
    var messages: [OutgoingMessage] = []
    for (key, _) in held {
      guard let lane = lanes[key], let move = lane.held, lane.nextTime <= time ?? .max else {
        break
      }
      messages.append(move.message)
      // A late wake-up does not delay the moves after it.
      let next = lane.nextTime + interval
      lanes[key] = Lane(nextTime: time.map { next > $0 ? next : $0 + interval } ?? next)
    }
    updateDeadline()
    return messages
  }

  // Moves of the same subject, and of the same touches if the record has several.
  private static func key(_ topic: String, _ record: JSON) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(topic)
    if record["type"]?.string != "gesture" {
      for touch in record["touches"]?.elements ?? record["contacts"]?.elements ?? [] {
        hasher.combine((touch["id"] ?? touch).int)
      }
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
