// Two traces of records side by side: what only one of them has.

import CommandLine
import Protocol

/// Compares expected records with those of a replay.
struct TraceDifference {
  /// A run of records at one place that are not the same in both.
  struct Hunk: Equatable {
    /// The number of the first line in the expected trace that is different, from 1.
    var line: Int
    var missing: [String] = []
    var surplus: [String] = []
  }

  private(set) var hunks: [Hunk] = []

  // Above this number, finding the smallest difference takes too long.
  private static let limit = 4_000

  /// Compares lines; the numbers that count records and frames do not matter.
  init(expected: [String], found: [String]) {
    let left = expected.map(Self.meaning)
    let right = found.map(Self.meaning)
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var same = 0
    while same < min(left.count, right.count) - start,
      left[left.count - 1 - same] == right[right.count - 1 - same]
    {
      same += 1
    }
    let middle = (start..<left.count - same, start..<right.count - same)
    if middle.0.isEmpty && middle.1.isEmpty { return }
    if middle.0.count + middle.1.count > Self.limit {
      hunks = [
        Hunk(
          line: start + 1, missing: Array(expected[middle.0]), surplus: Array(found[middle.1]))
      ]
      return
    }
    let steps = Array(right[middle.1]).difference(from: Array(left[middle.0]))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for step in steps {
      switch step {
      case .remove(let offset, _, _): removed.insert(start + offset)
      case .insert(let offset, _, _): inserted.insert(start + offset)
      }
    }
    walk(expected, found, middle, removed, inserted)
  }

  private mutating func walk(
    _ expected: [String], _ found: [String], _ middle: (Range<Int>, Range<Int>),
    _ removed: Set<Int>, _ inserted: Set<Int>
  ) {
    var (left, right) = (middle.0.lowerBound, middle.1.lowerBound)
    var hunk: Hunk?
    while left < middle.0.upperBound || right < middle.1.upperBound {
      if left < middle.0.upperBound, removed.contains(left) {
        hunk = hunk ?? Hunk(line: left + 1)
        hunk?.missing.append(expected[left])
        left += 1
      } else if right < middle.1.upperBound, inserted.contains(right) {
        hunk = hunk ?? Hunk(line: left + 1)
        hunk?.surplus.append(found[right])
        right += 1
      } else {
        if let hunk { hunks.append(hunk) }
        hunk = nil
        left += 1
        right += 1
      }
    }
    if let hunk { hunks.append(hunk) }
  }

  /// A record without its numbers, which shift when one record more or less comes before.
  private static func meaning(_ line: String) -> String {
    guard let members = (try? JSON(parsing: line))?.members else { return line }
    return members.filter { $0.name != "seq" && $0.name != "frame" }
      .map { "\($0.name):\($0.value.text)" }.joined(separator: ",")
  }

  // MARK: Words

  /// Prints each difference with missing and unexpected records, then the counts.
  func write(to output: Output, counting unit: String) {
    var (missing, surplus) = (0, 0)
    for hunk in hunks {
      output.line("line \(hunk.line)")
      for line in hunk.missing { output.line("- \(Self.readable(line))") }
      for line in hunk.surplus { output.line("+ \(Self.readable(line))") }
      missing += hunk.missing.count
      surplus += hunk.surplus.count
    }
    let places = hunks.count == 1 ? "1 place differs" : "\(hunks.count) places differ"
    output.line("\(places): \(counted(missing, unit)) missing, \(surplus) not expected")
  }

  private static func readable(_ line: String) -> String {
    (try? JSON(parsing: line)).map(Readable.line) ?? line
  }
}
