// Guesses which known word an unknown one was meant to be.

extension String {
  /// The nearest of the words, if one is near enough to be meant.
  package func nearest(in words: some Sequence<String>) -> String? {
    let own = Array(utf8)
    var best: (word: String, distance: Int)?
    for word in words {
      let distance = Self.distance(own, Array(word.utf8))
      if distance <= Swift.max(1, Swift.max(own.count, word.utf8.count) / 3),
        (distance, word) < (best?.distance ?? .max, best?.word ?? "")
      {
        best = (word, distance)
      }
    }
    return best?.word
  }

  /// How many letters must be put in, left out, replaced or swapped; capitals count as small letters.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    // Long names are nobody's slip of the finger, and the table grows with their product.
    guard left.count <= 64, right.count <= 64 else { return .max }
    var rows = [Array(0...right.count)]
    for (row, one) in left.enumerated() {
      var line = [row + 1]
      for (column, other) in right.enumerated() {
        var least = Swift.min(line[column], rows[row][column + 1]) + 1
        least = Swift.min(least, rows[row][column] + (one | 0x20 == other | 0x20 ? 0 : 1))
        if row > 0, column > 0, one == right[column - 1], left[row - 1] == other {
          least = Swift.min(least, rows[row - 1][column - 1] + 1)
        }
        line.append(least)
      }
      rows.append(line)
    }
    return rows[left.count][right.count]
  }
}
