// Lines of the daemon become messages of a WebSocket: one line, one message, in pieces.

/// Cuts a stream of lines into the pieces of messages, without waiting for the end of a line.
struct MessageCutter {
  /// A piece of a message, without the line feed.
  struct Piece: Equatable {
    let range: Range<Int>
    /// How many bytes of the stream it used up, the line feed included.
    let used: Int
    let isFirst: Bool
    let isLast: Bool
  }

  // Whether the last piece left its line unfinished.
  private var isInLine = false

  /// The next piece of at most so many bytes; nil when there is nothing to send.
  mutating func next(_ queue: ByteQueue, atMost limit: Int) -> Piece? {
    let waiting = queue.range
    guard let first = waiting.first else { return nil }
    let end = min(waiting.upperBound, first + limit)
    let lineFeed = queue.bytes[first..<end].firstIndex(of: 0x0A)
    // A line feed alone ends a message whose bytes have all been sent.
    let piece = Piece(
      range: first..<(lineFeed ?? end), used: (lineFeed.map { $0 + 1 } ?? end) - first,
      isFirst: !isInLine, isLast: lineFeed != nil)
    isInLine = lineFeed == nil
    return piece
  }
}
