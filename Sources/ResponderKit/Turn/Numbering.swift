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

extension Application {
  /// Numbers fingers, presses, questions and frames after those of an application that this one takes
  /// the place of, so that whoever comes late with an old number means nothing of this one. Who may
  /// learn of fingers that stay down is as before.
  package final func continueNumbers(of other: Application) {
    touchNumbers = other.touchNumbers
    turn.continueNumbers(of: other.turn)
    questions.continueNumbers(of: other.questions)
    frames = other.frames
    contacts = other.contacts
  }
}
