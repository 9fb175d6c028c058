// The slots that the next report has to look at.

/// A set of slots, as bits; a device has at most 256.
struct SlotSet {
  private var words = InlineArray<4, UInt64>(repeating: 0)

  /// The largest number of slots.
  static let capacity = 256

  mutating func insert(_ slot: Int) { words[slot &>> 6] |= 1 &<< UInt64(slot & 63) }

  mutating func remove(_ slot: Int) { words[slot &>> 6] &= ~(1 &<< UInt64(slot & 63)) }

  func contains(_ slot: Int) -> Bool { words[slot &>> 6] & (1 &<< UInt64(slot & 63)) != 0 }

  /// The first slot of the set from a number on; nil if there is none.
  func first(from slot: Int) -> Int? {
    var word = slot &>> 6
    guard word < words.count else { return nil }
    var bits = words[word] & (UInt64.max &<< UInt64(slot & 63))
    while bits == 0 {
      word &+= 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return word &<< 6 | bits.trailingZeroBitCount
  }
}
