// The clients to which lines can be sent as soon as they are chosen, side by side in memory.

import LinuxKit

/// What most records need of each client, in the order of the server's connections.
///
/// The parts of a connection lie apart in memory, so that reading them for each of many clients
/// would wait for memory again and again.
final class DirectReaders {
  private struct Reader {
    // The filter of the client's only subscription, while its lines can be sent directly.
    var filter: SharedFilter?
    // The client's socket, which is open while there is a filter.
    var descriptor: Int32
  }

  private var readers: ContiguousArray<Reader> = []

  /// Adds the socket of a client, behind all others.
  func append(_ descriptor: Int32) {
    readers.append(Reader(filter: nil, descriptor: descriptor))
  }

  /// Removes the client at a position; the last client comes to it.
  func remove(at position: Int) {
    readers.swapAt(position, readers.count - 1)
    readers.removeLast()
  }

  /// Sets the filter whose lines can be sent directly to the client at a position; nil for none.
  func use(_ filter: SharedFilter?, at position: Int) { readers[position].filter = filter }

  /// The filter whose lines can be sent directly to the client at a position.
  func filter(at position: Int) -> SharedFilter? { readers[position].filter }

  /// Sends the lines of a filter to the clients at these positions, one after the other, until one
  /// of them has another filter, or a socket that does not accept all bytes.
  func send(
    _ lines: UnsafeRawBufferPointer, of filter: SharedFilter, to positions: Range<Int>
  ) -> DirectRun {
    for position in positions {
      guard readers[position].filter === filter else {
        return DirectRun(count: position - positions.lowerBound)
      }
      let sent = unsafe UnixStream.sendAtOnce(lines, over: readers[position].descriptor)
      if sent < lines.count {
        return DirectRun(count: position - positions.lowerBound, sentToNext: sent)
      }
    }
    return DirectRun(count: positions.count)
  }
}

/// How far lines were sent directly.
struct DirectRun {
  /// The number of clients that were sent all lines.
  var count: Int
  /// The number of bytes that the socket of the client after them has accepted, if its connection
  /// must handle the rest; nil if the client was not served.
  var sentToNext: Int?
}
