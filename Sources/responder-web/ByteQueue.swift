// Bytes that wait to be sent.

/// A first-in, first-out queue of bytes; each byte is moved at most twice.
struct ByteQueue {
  private(set) var bytes: ContiguousArray<UInt8> = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  /// The range of the waiting bytes in `bytes`.
  var range: Range<Int> { start..<bytes.count }

  mutating func append(_ more: ContiguousArray<UInt8>) { bytes.append(contentsOf: more) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Removes bytes at the front that were sent.
  mutating func removeFirst(_ count: Int) {
    start += count
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
      start = 0
    } else if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
  }

  mutating func removeAll() {
    bytes = []
    start = 0
  }
}
