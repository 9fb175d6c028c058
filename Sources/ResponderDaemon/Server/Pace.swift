// So many passing records of one thing a second, the newest of them last.

/// Holds passing lines back that come too soon after the one before.
final class Pace {
  private struct Lane {
    var key: SendQueue.Key
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
  init(rate: Double) { interval = Int64(min(1_000_000 / rate, Pace.longest).rounded()) }

  /// When a held line may go; nil when none is held.
  private(set) var deadline: Int64?

  /// Whether a passing line may go now; otherwise it is held, and one held before is replaced.
  func admits(
    _ key: SendQueue.Key, at time: Int64, seq: UInt64, line: () -> ContiguousArray<UInt8>
  ) -> Bool {
    guard let index = lanes.firstIndex(where: { $0.key == key }) else {
      // Things that ended leave their lanes; they are swept before the list grows.
      if lanes.count >= 64 { lanes.removeAll { $0.held.isEmpty && $0.nextTime <= time } }
      lanes.append(Lane(key: key, nextTime: time + interval))
      return true
    }
    if lanes[index].held.isEmpty, time >= lanes[index].nextTime {
      lanes[index].nextTime = time + interval
      return true
    }
    if !lanes[index].held.isEmpty { lanes[index].replaced += 1 }
    lanes[index].held = line()
    lanes[index].seq = seq
    deadline = min(deadline ?? .max, lanes[index].nextTime)
    return false
  }

  /// Hands out what is held and due by now, all of it when no time is given, oldest first; each
  /// with how many lines it stands for beyond itself.
  func release(
    until time: Int64?, _ body: (ContiguousArray<UInt8>, _ seq: UInt64, _ replaced: Int) -> Void
  ) {
    guard let deadline, time.map({ deadline <= $0 }) ?? true else { return }
    var due: ContiguousArray<Int> = []
    for index in lanes.indices
    where !lanes[index].held.isEmpty && time.map({ lanes[index].nextTime <= $0 }) ?? true {
      due.append(index)
    }
    for index in due.sorted(by: { lanes[$0].seq < lanes[$1].seq }) {
      body(lanes[index].held, lanes[index].seq, lanes[index].replaced)
      lanes[index].held = []
      lanes[index].replaced = 0
      // A late wake-up does not put off those after it.
      let next = lanes[index].nextTime + interval
      lanes[index].nextTime = time.map { next > $0 ? next : $0 + interval } ?? next
    }
    self.deadline = lanes.lazy.filter { !$0.held.isEmpty }.map(\.nextTime).min()
  }
}
