// Numbers of frames that tell nothing of frames of which not everybody may learn.

import ResponderKit

/// The numbers that records show for their frames, once there is anything to hide.
///
/// Frames of which all may learn are counted without the others; these have numbers of their own.
struct FrameNumbers {
  private struct Count {
    var frame: UInt64 = 0
    var shown: UInt64 = 0
  }

  private static let firstHidden: UInt64 = 1_000_000_000

  private var turns = Count()
  // What devices report is counted by itself.
  private var raws = Count()
  private var kept: (frame: UInt64, place: Int)?

  /// Notes a frame that is shown as it is.
  @inline(__always)
  mutating func note(_ frame: UInt64, isRaw: Bool) {
    let count = Count(frame: frame, shown: frame)
    if isRaw { raws = count } else { turns = count }
  }

  /// Keeps a frame until it is known who may learn of the record; its number belongs at the place.
  mutating func open(_ frame: UInt64, at place: Int) { kept = (frame, place) }

  /// Writes the number of the frame that is kept.
  mutating func close(for audience: Audience, isRaw: Bool, in lines: LineWriter) {
    guard let (frame, place) = kept else { return }
    kept = nil
    lines.insert(",\"frame\":\(number(of: frame, for: audience, isRaw: isRaw))", at: place)
  }

  private mutating func number(
    of frame: UInt64, for audience: Audience, isRaw: Bool
  ) -> UInt64 {
    guard audience.isEmpty else { return FrameNumbers.firstHidden + frame }
    var count = isRaw ? raws : turns
    if count.frame != frame { count = Count(frame: frame, shown: count.shown + 1) }
    if isRaw { raws = count } else { turns = count }
    return count.shown
  }
}
