// So many passing records of one thing a second, the newest of them last.

/// Holds passing lines back that come too soon after the one before.
package final class Pace {
  private struct Lane {
    var key: UInt64
    var nextTime: Int64
    var held: ContiguousArray<UInt8> = []
    var seq: UInt64 = 0
    var replaced = 0
  }

  // An hour: who wants less than that wants nothing.
  private static let longest = 3_600_000_000.0

  private let interval: Int64
  private var lanes: ContiguousArray<Lane> = []

  /// A pace of so many lines of one key a second.
  package init(rate: Double) { interval = Int64(min(1_000_000 / rate, Pace.longest).rounded()) }

  /// When a held line may go; nil when none is held.
  package private(set) var deadline: Int64?

  /// Whether a passing line may go now; otherwise it is held, and one held before is replaced. None
  /// overtakes another that is held.
  package func admits(
    _ key: UInt64, at time: Int64, seq: UInt64, line: () -> ContiguousArray<UInt8>
  ) -> Bool {
    let index = lane(of: key, at: time)
    if deadline == nil, time >= lanes[index].nextTime {
      lanes[index].nextTime = time + interval
      return true
    }
    if !lanes[index].held.isEmpty { lanes[index].replaced += 1 }
    lanes[index].held = line()
    lanes[index].seq = seq
    updateDeadline()
    return false
  }

  private func lane(of key: UInt64, at time: Int64) -> Int {
    if let index = lanes.firstIndex(where: { $0.key == key }) { return index }
    // Things that ended leave their lanes; they are swept before the list grows.
    if lanes.count >= 64 { lanes.removeAll { $0.held.isEmpty && $0.nextTime <= time } }
    lanes.append(Lane(key: key, nextTime: time))
    return lanes.count - 1
  }

  // The oldest that is held goes first.
  private func updateDeadline() {
    deadline = lanes.lazy.filter { !$0.held.isEmpty }.min { $0.seq < $1.seq }?.nextTime
  }

  /// Hands out what is held and due by now, all of it when no time is given, oldest first; each
  /// with how many lines it stands for beyond itself.
  package func release(
    until time: Int64?, _ body: (ContiguousArray<UInt8>, _ seq: UInt64, _ replaced: Int) -> Void
  ) {
    guard let deadline, time.map({ deadline <= $0 }) ?? true else { return }
    let held = lanes.indices.filter { !lanes[$0].held.isEmpty }
    for index in held.sorted(by: { lanes[$0].seq < lanes[$1].seq }) {
      if let time, lanes[index].nextTime > time { break }
      body(lanes[index].held, lanes[index].seq, lanes[index].replaced)
      lanes[index].held = []
      lanes[index].replaced = 0
      // A late wake-up does not put off those after it.
      let next = lanes[index].nextTime + interval
      lanes[index].nextTime = time.map { next > $0 ? next : $0 + interval } ?? next
    }
    updateDeadline()
  }

  /// The line with the count of those that it stands for beyond itself.
  package static func counting(
    _ count: Int, in line: ContiguousArray<UInt8>
  ) -> ContiguousArray<UInt8> {
    ContiguousArray(line.dropLast(2)) + suffix(count)
  }

  // Every line is an object, so a member more goes before its end.
  package static func suffix(_ coalesced: Int) -> [UInt8] {
    coalesced == 0 ? Array("}\n".utf8) : Array(",\"coalesced\":\(coalesced)}\n".utf8)
  }
}
