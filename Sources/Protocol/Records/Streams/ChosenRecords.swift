// The records of a ring that a filter chooses: a bit for each.

/// A set of indices that grows at its end and shrinks at its beginning.
struct ChosenRecords {
  private var words: ContiguousArray<UInt64> = []
  // The number of the first word since the start.
  private var base = 0

  /// Adds an index.
  mutating func insert(_ index: Int) {
    let word = index >> 6
    if words.isEmpty { base = word }
    while base + words.count <= word { words.append(0) }
    // A filter that chooses again from the beginning.
    while base > word {
      words.insert(0, at: 0)
      base -= 1
    }
    words[word - base] |= 1 << UInt64(index & 63)
  }

  /// Whether an index is in the set.
  func contains(_ index: Int) -> Bool {
    let word = (index >> 6) - base
    return words.indices.contains(word) && words[word] & 1 << UInt64(index & 63) != 0
  }

  /// The first index from this one on; nil if there is none.
  func next(from index: Int) -> Int? {
    var word = max(0, (index >> 6) - base)
    guard word < words.count else { return nil }
    var rest = words[word]
    if base + word == index >> 6 { rest &= ~0 << UInt64(index & 63) }
    while rest == 0 {
      word += 1
      guard word < words.count else { return nil }
      rest = words[word]
    }
    return (base + word) << 6 + rest.trailingZeroBitCount
  }

  /// Removes the indices before one, as soon as they take much room.
  mutating func forget(before index: Int) {
    let dead = min((index >> 6) - base, words.count)
    guard dead >= 32 || dead == words.count, dead > 0 else { return }
    words.removeSubrange(0..<dead)
    base += dead
  }
}
