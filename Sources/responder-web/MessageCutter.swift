// Turns lines of the daemon into messages of a WebSocket: one message for each line, in pieces.

/// Cuts a stream of lines into the pieces of messages, without waiting for the end of a line.
struct MessageCutter {
  /// A piece of a message, without the line feed.
  struct Piece: Equatable {
    let range: Range<Int>
    /// The number of bytes of the stream in this piece, the line feed included.
    let used: Int
    let isFirst: Bool
    let isLast: Bool
  }

  // Whether the last piece is not the end of its line.
  private var isInLine = false

  /// The next piece of at most so many bytes; nil if there are no bytes to send.
  mutating func next(_ queue: ByteQueue, atMost limit: Int) -> Piece? {
    let waiting = queue.range
    guard let first = waiting.first else { return nil }
    let end = min(waiting.upperBound, first + limit)
    let lineFeed = queue.bytes[first..<end].firstIndex(of: 0x0A)
    // A line feed alone ends a message whose bytes were all sent.
    let piece = Piece(
      range: first..<(lineFeed ?? end), used: (lineFeed.map { $0 + 1 } ?? end) - first,
      isFirst: !isInLine, isLast: lineFeed != nil)
    isInLine = lineFeed == nil
    return piece
  }
}
