// The numbers of touches, presses and questions in records.

/// Numbers that are never used again: from 1 without an audience, and from 1,000,000,001 with one,
/// so that no gap in the first sequence reveals the second.
struct Numbering {
  private var latest = 0
  private var latestRestricted = 1_000_000_000

  /// The next number for an audience.
  mutating func next(for audience: Audience) -> Int {
    if audience.isEmpty {
      latest += 1
      return latest
    }
    latestRestricted += 1
    return latestRestricted
  }
}
