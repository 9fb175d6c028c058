// Guesses which known word a mistyped one was meant to be, in bounded time.

// More than this is no typing mistake, and the work grows with the product of the lengths.
private let longestWord = 64
// A client may name anything, and a tree may have two hundred thousand names.
private let mostSteps = 1_000_000

/// The candidate that a mistyped word most likely means; nil when none is near. Of equally near ones
/// the first in the order of the alphabet.
package func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let own = Array(word.utf8)
  guard own.count <= longestWord else { return nil }
  let limit = max(1, word.count / 3)
  var row: [Int] = []
  var steps = 0
  var best: (distance: Int, word: String)?
  for candidate in candidates {
    guard abs(candidate.utf8.count - own.count) <= limit else { continue }
    steps += own.count * candidate.utf8.count
    guard steps <= mostSteps else { break }
    let found = (distance: distance(Array(candidate.utf8), own, &row), word: candidate)
    guard found.distance <= limit, best.map({ found < $0 }) ?? true else { continue }
    best = found
  }
  return best?.word
}

// Levenshtein's distance: how many letters to add, drop or change.
private func distance(_ left: [UInt8], _ right: [UInt8], _ row: inout [Int]) -> Int {
  row.removeAll(keepingCapacity: true)
  row.append(contentsOf: 0...right.count)
  for (i, a) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in right.enumerated() {
      let cost = a == b ? diagonal : min(diagonal, row[j], row[j + 1]) + 1
      diagonal = row[j + 1]
      row[j + 1] = cost
    }
  }
  return row[right.count]
}
