// The slots that the next report has to look at.

/// A set of slots, as bits; a device has at most 256.
struct SlotSet {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// The largest number of slots.
  static let capacity = 256

  private subscript(word: Int) -> UInt64 {
    get {
      switch word {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    }
    set {
      switch word {
      case 0: words.0 = newValue
      case 1: words.1 = newValue
      case 2: words.2 = newValue
      default: words.3 = newValue
      }
    }
  }

  mutating func insert(_ slot: Int) { self[slot &>> 6] |= 1 &<< UInt64(slot & 63) }

  mutating func remove(_ slot: Int) { self[slot &>> 6] &= ~(1 &<< UInt64(slot & 63)) }

  /// The first slot of the set from a number on; nil if there is none.
  func first(from slot: Int) -> Int? {
    var word = slot &>> 6
    guard word < 4 else { return nil }
    var bits = self[word] & (UInt64.max &<< UInt64(slot & 63))
    while bits == 0 {
      word &+= 1
      guard word < 4 else { return nil }
      bits = self[word]
    }
    return word &<< 6 | bits.trailingZeroBitCount
  }
}
