// Hands out the frames of several recordings together, in the order of time.

package import ResponderKit

/// Hands out the frames of several recordings together, in the order of time.
package struct RecordingSequence {
  private let players: [RecordingPlayer]
  private let origin: Instant
  private let maximumGap: TimeInterval?
  /// Microseconds that were cut out of idle gaps so far.
  private var cut: Int64 = 0
  private var last: Int64 = 0

  /// The frames of these players, whose common start is at `origin`.
  ///
  /// An idle gap longer than the maximum, in seconds, is cut to it.
  package init(
    _ players: [RecordingPlayer], origin: Instant, maximumGap: TimeInterval? = nil
  ) {
    self.players = players
    self.origin = origin
    self.maximumGap = maximumGap
  }

  private var nextPlayer: RecordingPlayer? {
    var first: RecordingPlayer?
    for player in players {
      guard let time = player.nextTime else { continue }
      if let other = first?.nextTime, other <= time { continue }
      first = player
    }
    return first
  }

  /// The time of the next frame; nil at the end.
  package var nextTime: Instant? {
    guard let time = nextPlayer?.nextTime else { return nil }
    return Instant(
      microseconds: origin.microseconds + time.microseconds - cut - excess(time.microseconds))
  }

  private func excess(_ time: Int64) -> Int64 {
    guard let maximumGap else { return 0 }
    return max(0, time - last - Instant.microseconds(in: maximumGap))
  }

  /// Hands the next frame out; false at the end.
  @discardableResult
  package mutating func next(_ body: (borrowing Frame) -> Void) -> Bool {
    guard let player = nextPlayer, let time = player.nextTime?.microseconds else { return false }
    cut += excess(time)
    last = time
    return player.next(
      at: Instant(microseconds: origin.microseconds + time - cut), body)
  }

  /// Why one of the recordings ended early; nil if all could be read.
  package var failure: RecordingError? { players.lazy.compactMap(\.failure).first }

  /// Hands every frame out, as fast as it can.
  package mutating func forEachFrame(_ body: (borrowing Frame) -> Void) {
    while next(body) {}
  }
}
