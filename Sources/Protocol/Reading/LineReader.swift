// Lines of limited length from a stream of bytes.

/// Splits a stream of bytes into lines; a line that is too long is reported once and skipped.
package struct LineReader {
  /// The next part of the stream.
  package enum Event: Equatable {
    /// A line at this range of `bytes`, without its line feed.
    case line(Range<Int>)
    /// A line was longer than the limit and is skipped.
    case tooLong
  }

  /// The bytes that were not consumed yet, and the latest line.
  package private(set) var bytes: ContiguousArray<UInt8> = []
  /// The number of the latest line that `next()` returned, from 1; empty lines have numbers too.
  package private(set) var lineNumber = 0
  /// The range of a line that was just found to be too long.
  package private(set) var tooLongLine = 0..<0
  private let limit: Int
  private var ended = 0
  private var start = 0
  private var searched = 0
  private var skipping = false

  /// How much of the next line is known, as far as no line feed was found.
  package var begun: Int { searched - start }

  /// A reader that accepts lines of up to so many bytes.
  package init(limit: Int) { self.limit = limit }

  /// Appends received bytes. Call `next()` until it returns nil before the next `append`.
  package mutating func append(_ piece: UnsafeRawBufferPointer) {
    dropConsumed()
    unsafe bytes.append(contentsOf: piece)
  }

  /// Appends received bytes. Call `next()` until it returns nil before the next `append`.
  package mutating func append(_ piece: [UInt8]) {
    dropConsumed()
    bytes.append(contentsOf: piece)
  }

  /// Lets a closure append received bytes, as a socket's `receive` does; see `append`.
  package mutating func fill<Answer, Failure: Error>(
    _ body: (inout ContiguousArray<UInt8>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    dropConsumed()
    return try body(&bytes)
  }

  private mutating func dropConsumed() {
    guard start > 0 else { return }
    bytes.removeSubrange(0..<start)
    searched -= start
    start = 0
  }

  /// The next line, or nil until more bytes arrive; ranges are valid until the next `append`.
  package mutating func next() -> Event? {
    while true {
      guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
        searched = bytes.count
        guard bytes.count - start > limit else { return nil }
        let head = start..<bytes.count
        start = bytes.count
        if skipping { return nil }
        skipping = true
        lineNumber = ended + 1
        tooLongLine = head
        return .tooLong
      }
      let line = start..<end
      ended += 1
      start = end + 1
      searched = start
      if skipping {
        skipping = false
      } else if line.count > limit {
        lineNumber = ended
        tooLongLine = line
        return .tooLong
      } else if bytes[line].allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
        continue
      } else {
        lineNumber = ended
        return .line(line)
      }
    }
  }

  /// Parses the line in a range as JSON.
  package func json(in line: Range<Int>, depth limit: Int = Limits.standard.lineDepth)
    throws(JSONError) -> JSON
  {
    let answer: Result<JSON, JSONError> = unsafe bytes.withUnsafeBytes { all in
      do throws(JSONError) {
        return .success(
          try unsafe JSON(parsing: UnsafeRawBufferPointer(rebasing: all[line]), depth: limit))
      } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }
}
