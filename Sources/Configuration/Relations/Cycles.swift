// Ways that lead back to where they begin.

/// Looks for cycles in a graph.
enum Cycles {
  /// The cycles that a search finds from some points among some, or from each among all; for each point
  /// the points after it are given.
  static func find(
    in following: [[Int]], from starts: [Int]? = nil, among isIncluded: [Bool]? = nil
  ) -> [[Int]] {
    var cycles: [[Int]] = []
    var isDone = isIncluded?.map { !$0 } ?? [Bool](repeating: false, count: following.count)
    for start in starts ?? Array(following.indices) where !isDone[start] {
      // Depth first; a point that is found again on its own way closes a cycle.
      var way: [(index: Int, next: Int)] = [(start, 0)]
      var onWay: Set<Int> = [start]
      while let (index, next) = way.last {
        guard next < following[index].count else {
          isDone[index] = true
          onWay.remove(index)
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let target = following[index][next]
        if onWay.contains(target) {
          let first = way.firstIndex { $0.index == target } ?? 0
          cycles.append(way[first...].map(\.index))
        } else if !isDone[target] {
          way.append((target, 0))
          onWay.insert(target)
        }
      }
    }
    return cycles
  }
}
