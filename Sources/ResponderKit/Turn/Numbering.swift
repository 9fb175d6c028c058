// The numbers by which records name touches, presses and questions.

/// Gives out numbers that are never used again: from 1 for everybody, and from 1,000,000,001 for a
/// restricted audience, so that no gap in the first sequence reveals the second.
struct Numbering {
  private var latest = 0
  private var latestRestricted = 1_000_000_000

  /// The next number of something that this audience may learn of.
  mutating func next(for audience: Audience) -> Int {
    if audience.isEmpty {
      latest += 1
      return latest
    }
    latestRestricted += 1
    return latestRestricted
  }
}
