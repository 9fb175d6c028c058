// Frame numbers that do not reveal frames with an audience.

import ResponderKit

/// The frame numbers in records, once there is an audience in the tree.
///
/// Frames without an audience are numbered without gaps; frames with an audience have other
/// numbers.
struct FrameNumbers {
  private struct Count {
    var frame: UInt64 = 0
    var shown: UInt64 = 0
  }

  private var turns = Count()
  // Raw records are numbered apart.
  private var raws = Count()
  // The counts of the places to which the sight of clients is limited, by number sequence.
  private var places: [Int: (turns: Count, raws: Count)] = [:]
  private var kept: (frame: UInt64, offset: Int)?

  /// Adds a frame whose number is shown unchanged.
  @inline(__always)
  mutating func count(_ frame: UInt64, isRaw: Bool) {
    let count = Count(frame: frame, shown: frame)
    if isRaw { raws = count } else { turns = count }
  }

  /// Stores a frame until the audience of the record is known; its number will be written at
  /// `offset`.
  mutating func open(_ frame: UInt64, at offset: Int) { kept = (frame, offset) }

  /// Writes the number of the stored frame.
  mutating func close(for audience: Audience, isRaw: Bool, in lines: LineWriter) {
    guard let (frame, offset) = kept else { return }
    kept = nil
    lines.insert(",\"frame\":\(number(of: frame, for: audience, isRaw: isRaw))", at: offset)
  }

  private mutating func number(
    of frame: UInt64, for audience: Audience, isRaw: Bool
  ) -> UInt64 {
    let sequence = audience.numberSequence
    let first = UInt64(sequence * Audience.numbersOfSequence)
    switch sequence {
    case 0: return FrameNumbers.shown(frame, &turns, &raws, isRaw)
    case 1: return first + frame
    default:
      var (turns, raws) = places[sequence] ?? (Count(), Count())
      defer { places[sequence] = (turns, raws) }
      return first + FrameNumbers.shown(frame, &turns, &raws, isRaw)
    }
  }

  private static func shown(
    _ frame: UInt64, _ turns: inout Count, _ raws: inout Count, _ isRaw: Bool
  ) -> UInt64 {
    var count = isRaw ? raws : turns
    if count.frame != frame { count = Count(frame: frame, shown: count.shown + 1) }
    if isRaw { raws = count } else { turns = count }
    return count.shown
  }
}
