// The numbers of touches, presses and questions in records.

/// Numbers that are never used again: from 1 without an audience, and from 1,000,000,001 with one,
/// so that no gap in the first sequence reveals the second. Each set of places has two sequences.
struct Numbering {
  private var latest = 0
  private var latestRestricted = Audience.numbersOfSequence
  private var latestInPlaces: [Int: Int] = [:]

  /// The next number for an audience.
  mutating func next(for audience: Audience) -> Int {
    switch audience.numberSequence {
    case 0:
      latest += 1
      return latest
    case 1:
      latestRestricted += 1
      return latestRestricted
    case let sequence:
      let number = latestInPlaces[sequence, default: sequence * Audience.numbersOfSequence] + 1
      latestInPlaces[sequence] = number
      return number
    }
  }
}

extension Audience {
  /// The distance between the first numbers of two sequences.
  package static let numbersOfSequence = 1_000_000_000

  /// The sequence of numbers for the audience.
  package var numberSequence: Int { 2 * placeNumber + (namesPrograms ? 1 : 0) }
}
