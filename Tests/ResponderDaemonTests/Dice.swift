// Random numbers that a seed repeats.

/// A small generator, so that a seed gives the same session everywhere.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
    // Neighbouring seeds would give the same numbers, one place apart.
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

extension Dice {
  /// One of these.
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
