// "Did you mean …?": finds the known word that is nearest to a misspelt one.

/// A hint with the known word nearest to a written one, or nil where none is near.
func didYouMean(_ written: String, among known: [String]) -> String? {
  nearest(to: written, among: known).map { "did you mean \"\($0)\"?" }
}

/// The known word nearest to a written one, or nil where none is near.
func nearest(to written: String, among known: [String]) -> String? {
  let word = Array(written.lowercased().unicodeScalars.prefix(64))
  let limit = max(1, word.count / 3)
  var best: (word: String, distance: Int)?
  for candidate in known {
    let other = Array(candidate.lowercased().unicodeScalars)
    guard abs(other.count - word.count) <= limit else { continue }
    let distance = edits(word, other)
    if distance <= limit, distance < word.count, distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.word ?? longer(than: written, among: known)
}

// A word that was cut short, such as "touch" for "touches".
private func longer(than written: String, among known: [String]) -> String? {
  guard written.utf8.count >= 3 else { return nil }
  return known.filter { $0.hasPrefix(written) && $0.utf8.count <= written.utf8.count + 3 }
    .min { $0.utf8.count < $1.utf8.count }
}

// The number of insertions, deletions, replacements and swaps of neighbours between two words.
private func edits(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var previous = Array(0...right.count)
  for i in left.indices {
    var current = [i + 1]
    for j in right.indices {
      let same = left[i] == right[j]
      var cost = min(previous[j] + (same ? 0 : 1), previous[j + 1] + 1, current[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, before[j - 1] + 1)
      }
      current.append(cost)
    }
    before = previous
    previous = current
  }
  return previous[right.count]
}
