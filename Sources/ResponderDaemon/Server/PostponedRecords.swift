// The records of earlier turns that a client wants and that are not copied yet.

/// Records that come after the lines in a client's queue.
struct PostponedRecords {
  private var pages: ContiguousArray<(page: RecordPage, chosen: RecordSet)> = []
  /// The number of bytes of their lines.
  private(set) var byteCount = 0

  // A client with few records per page would keep many pages in memory.
  private static let mostPages = 64

  /// Whether there is none.
  var isEmpty: Bool { pages.isEmpty }

  /// Whether they need more memory than their lines should.
  func isTooMuch(for limit: Int) -> Bool {
    pages.count > Self.mostPages || byteCount > limit
  }

  /// Adds these records of a turn, which have so many bytes.
  mutating func append(_ chosen: RecordSet, of page: RecordPage, _ bytes: Int) {
    pages.append((page, chosen))
    byteCount += bytes
  }

  /// Removes all.
  mutating func removeAll() { self = PostponedRecords() }

  /// Removes and returns all, turn by turn.
  mutating func drain() -> ContiguousArray<(page: RecordPage, chosen: RecordSet)> {
    defer { removeAll() }
    return pages
  }
}
