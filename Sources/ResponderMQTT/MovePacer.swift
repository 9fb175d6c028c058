// A limit of the rate of moves. The daemon limits them too, but sends what it holds back before every
// other record, and the events of a control or the explanations of a gesture are many.

package import Wire

/// Decides when the moves of each touch, recognizer and device are published.
///
/// The latest move is kept until it is due, or until `release` sends everything that is kept.
package final class MovePacer {
  private let pace: Pace
  private var held: [UInt64: (seq: UInt64, message: OutgoingMessage)] = [:]

  /// At most so many moves of one subject per second.
  package init(rate: Double) { pace = Pace(rate: rate) }

  /// The time at which the next move is due, in microseconds.
  package var deadline: Int64? { pace.deadline }

  /// Whether a record is one of many about the same subject, of which the newest is enough.
  package static func isMove(_ record: JSON) -> Bool {
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
  package func admits(_ message: OutgoingMessage, of record: JSON, now: Int64) -> Bool {
    let key = MovePacer.key(message.topic, record)
    let seq = record["seq"]?.int.flatMap { UInt64(exactly: $0) } ?? 0
    // Moves that the daemon sends together after a pause are as far apart as they were.
    let time = record["t"]?.double.map { min(now, Int64($0 * 1_000_000)) } ?? now
    return pace.admits(key, at: time, seq: seq) {
      held[key] = (seq, message)
      return [0]
    }
  }

  /// Removes and returns the moves that are due by a time, or all if no time is given, in order.
  package func release(until time: Int64?) -> [OutgoingMessage] {
    var messages: [OutgoingMessage] = []
    pace.release(until: time) { _, seq, _ in
      guard let key = held.first(where: { $0.value.seq == seq })?.key,
        let entry = held.removeValue(forKey: key)
      else { return }
      messages.append(entry.message)
    }
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
