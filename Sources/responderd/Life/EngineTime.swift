// The time up to which the engine has all frames.

import Linux
import ResponderKit

/// The current time of the engine, which is not before that of any frame.
final class EngineTime {
  private let loop: EventLoop
  private var latestFrame = Int64.min

  init(_ loop: EventLoop) { self.loop = loop }

  /// The current time: all frames up to it were given to the engine.
  var now: Instant { Instant(microseconds: max(loop.moment, latestFrame)) }

  /// Follows a frame, whose time may be later than the loop's.
  func follow(_ frame: borrowing Frame) { latestFrame = max(latestFrame, frame.time.microseconds) }
}
