// A limit of replaceable records per second, for each subject.

/// Holds back a replaceable line that comes too soon after the one before.
package final class Pace {
  private struct Lane {
    var key: UInt64
    var nextTime: Int64
    var held: ContiguousArray<UInt8> = []
    var seq: UInt64 = 0
    var replaced = 0
  }

  // An hour: a lower rate is no use.
  private static let longest = 3_600_000_000.0

  private let interval: Int64
  private var lanes: ContiguousArray<Lane> = []

  /// A limit of so many lines per second for each key.
  package init(rate: Double) { interval = Int64(min(1_000_000 / rate, Pace.longest).rounded()) }

  /// The time at which a held line may be sent; nil when none is held.
  package private(set) var deadline: Int64?

  /// Whether a replaceable line may be sent now; if not, it is held and replaces one that was held
  /// before. No line overtakes another one that is held.
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
    // Lanes of subjects that have ended are removed before the list grows.
    if lanes.count >= 64 { lanes.removeAll { $0.held.isEmpty && $0.nextTime <= time } }
    lanes.append(Lane(key: key, nextTime: time))
    return lanes.count - 1
  }

  // The line that was held first is sent first.
  private func updateDeadline() {
    deadline = lanes.lazy.filter { !$0.held.isEmpty }.min { $0.seq < $1.seq }?.nextTime
  }

  /// Returns the lines that are held and due by a time, or all if no time is given, oldest first;
  /// each with the number of lines that it replaced.
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
      // A late wake-up does not delay the lines after it.
      let next = lanes[index].nextTime + interval
      lanes[index].nextTime = time.map { next > $0 ? next : $0 + interval } ?? next
    }
    updateDeadline()
  }

  /// The line with the number of lines that it replaced.
  package static func counting(
    _ count: Int, in line: ContiguousArray<UInt8>
  ) -> ContiguousArray<UInt8> {
    ContiguousArray(line.dropLast(2)) + suffix(count)
  }

  // Every line is an object, so a member is inserted before its end.
  package static func suffix(_ coalesced: Int) -> [UInt8] {
    coalesced == 0 ? Array("}\n".utf8) : Array(",\"coalesced\":\(coalesced)}\n".utf8)
  }
}
