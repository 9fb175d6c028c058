// Bytes that arrive in any pieces become lines of limited length.

/// Cuts a stream of bytes at its line ends; a line that is too long is reported once and skipped.
package struct LineReader {
  /// What the stream says next.
  package enum Event: Equatable {
    /// A line lies at these places of `bytes`, without its end.
    case line(Range<Int>)
    /// A line was longer than the limit and is thrown away up to its end.
    case tooLong
  }

  /// What has arrived and is not consumed yet, and the line just cut.
  package private(set) var bytes: ContiguousArray<UInt8> = []
  /// The number of the line that `next()` told of last, from 1; empty lines count.
  package private(set) var lineNumber = 0
  /// What has arrived of a line that was just found to be too long.
  package private(set) var tooLongLine = 0..<0
  private let limit: Int
  private var ended = 0
  private var start = 0
  private var searched = 0
  private var skipping = false

  /// A reader that accepts lines of up to so many bytes.
  package init(limit: Int) { self.limit = limit }

  /// Takes bytes that arrived. Call `next()` until it is nil before taking more.
  package mutating func append(_ piece: UnsafeRawBufferPointer) {
    dropConsumed()
    unsafe bytes.append(contentsOf: piece)
  }

  /// Takes bytes that arrived. Call `next()` until it is nil before taking more.
  package mutating func append(_ piece: [UInt8]) {
    dropConsumed()
    bytes.append(contentsOf: piece)
  }

  /// Lets the body append bytes that arrived, as a socket's `receive` does; see `append`.
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

  /// The next line, or nil until more arrives; ranges are valid until the next `append`.
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

  /// Reads the line at these places as JSON.
  package func json(in line: Range<Int>, depth limit: Int = 32) throws(JSONError) -> JSON {
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
