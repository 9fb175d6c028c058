// The lines that wait for one client, in a limited number of bytes.

import LinuxKit
import Wire

/// Lines that a client has not read yet; when it is slow, replaceable lines are dropped for newer
/// ones.
struct SendQueue {
  /// A key that replaceable lines with the same subject share, so that the newest is enough; nil
  /// for a line that must be sent.
  typealias Key = UInt64

  private struct Line {
    var length: Int
    var key: Key?
    // Whether it is replaced only when the queue is full.
    var isWanted: Bool
    // The number of lines that this one replaces; its bytes have the number too.
    var coalesced: Int
    // Whether it is an answer or a snapshot: lines before it are not replaced by lines after it.
    var isBarrier: Bool
  }

  private var bytes: ContiguousArray<UInt8> = []
  private var head = 0
  private var lines: ContiguousArray<Line> = []
  private var firstLine = 0
  private var sentOfFirst = 0
  private var trigger: Int
  // Whether no two replaceable lines have the same key, and this must stay so: the queue is close
  // to its limit, and searching all of it for each line would cost more than the line.
  private var isSettled = false
  private let limit: Int
  // Whether there may be lines that are replaced only when the queue is full.
  private var hasWanted = false

  /// An empty queue with a limit in bytes.
  init(limit: Int) {
    self.limit = limit
    trigger = limit / 2
  }

  /// The number of bytes that are sent to one client before others are served.
  static let sentAtOnce = 262_144

  /// The number of bytes in the queue.
  var count: Int { bytes.count - head }

  /// Whether the queue is empty.
  var isEmpty: Bool { head == bytes.count }

  /// The number of lines that were replaced by newer ones so far.
  private(set) var coalesced = 0

  /// Appends a line; returns whether it fits. An exempt line always does.
  mutating func append(
    _ line: UnsafeRawBufferPointer, key: Key? = nil, isWanted: Bool = false, isExempt: Bool = false
  ) -> Bool {
    // Lines that are all wanted are replaced only when the queue is full.
    if !isExempt, !isSettled, hasWanted {
      if count + line.count > limit {
        coalesce(withWanted: true)
        isSettled = count > limit / 2
      }
    } else if !isExempt, !isSettled, count + line.count > trigger {
      coalesce()
      trigger = min(max(limit / 2, 2 * count), limit)
      isSettled = trigger == limit
    }
    let replaced = isSettled ? key.map { remove($0) } ?? 0 : 0
    let end = replaced == 0 ? [] : Pace.suffix(replaced)
    let length = replaced == 0 ? line.count : line.count - 2 + end.count
    if !isExempt, count + length > limit { return false }
    unsafe bytes.append(contentsOf: line[0..<(length - end.count)])
    bytes.append(contentsOf: end)
    let isWanted = isWanted && key != nil && !isSettled
    lines.append(
      Line(length: length, key: key, isWanted: isWanted, coalesced: replaced, isBarrier: isExempt))
    if isWanted { hasWanted = true }
    return true
  }

  /// Removes the replaceable line with a key, for a newer one; returns how many lines it replaced.
  ///
  /// Only lines that were appended after it are searched, so that it costs no more than appending
  /// them.
  private mutating func remove(_ key: Key) -> Int {
    let first = firstLine + (sentOfFirst > 0 ? 1 : 0)
    var end = bytes.count
    for index in lines.indices.dropFirst(first).reversed() {
      let line = lines[index]
      if line.isBarrier { return 0 }
      guard line.key == key else {
        end -= line.length
        continue
      }
      bytes.removeSubrange((end - line.length)..<end)
      lines.remove(at: index)
      coalesced += 1
      return line.coalesced + 1
    }
    return 0
  }

  /// Removes all lines except the rest of a line that is partly sent.
  mutating func forgetWaiting() {
    guard firstLine < lines.count, sentOfFirst > 0 else { return forgetAll() }
    let rest = lines[firstLine].length - sentOfFirst
    bytes = ContiguousArray(bytes[head..<(head + rest)])
    lines = [lines[firstLine]]
    head = 0
    firstLine = 0
    isSettled = false
  }

  /// Removes all lines, and releases their memory.
  mutating func forgetAll() {
    bytes = []
    lines = []
    head = 0
    firstLine = 0
    sentOfFirst = 0
    isSettled = false
    hasWanted = false
  }

  /// Sends as much as the socket accepts now, within limits.
  mutating func send(over stream: borrowing UnixStream) throws(SystemError) -> Transfer {
    var left = SendQueue.sentAtOnce
    while !isEmpty {
      // The kernel reports again when the socket accepts more.
      guard left > 0 else { return .wouldBlock }
      switch try stream.send(bytes, head..<min(bytes.count, head + left)) {
      case .bytes(let count):
        left -= count
        consume(count)
      case .wouldBlock: return .wouldBlock
      case .closed: return .closed
      }
    }
    return .bytes(0)
  }

  private mutating func consume(_ count: Int) {
    head += count
    sentOfFirst += count
    while firstLine < lines.count, sentOfFirst >= lines[firstLine].length {
      sentOfFirst -= lines[firstLine].length
      firstLine += 1
    }
    if isEmpty {
      // A client that caught up needs no memory; one that is often a little slow keeps a little.
      let keepsRoom = bytes.capacity <= 16_384
      bytes.removeAll(keepingCapacity: keepsRoom)
      lines.removeAll(keepingCapacity: keepsRoom)
      head = 0
      firstLine = 0
      sentOfFirst = 0
    } else if head > bytes.count / 2 {
      bytes.removeSubrange(0..<head)
      lines.removeSubrange(0..<firstLine)
      head = 0
      firstLine = 0
    }
    // Well below the limit, so that a client that reads a little now and then does not cause a
    // search of the queue each time.
    if self.count <= limit / 4 {
      trigger = limit / 2
      isSettled = false
    }
  }

  /// Keeps the newest of the replaceable lines with the same key, with the number that it replaces.
  private mutating func coalesce(withWanted: Bool = false) {
    if withWanted { hasWanted = false }
    var last: [Key: Int] = [:]
    var replaced: [Key: Int] = [:]
    // A line that is partly sent stays as it is.
    let first = firstLine + (sentOfFirst > 0 ? 1 : 0)
    // Keys on the two sides of a barrier differ.
    var keys = lines.map(\.key)
    var side: Key = 0
    for index in lines.indices {
      if lines[index].isBarrier { side &+= 0x9E37_79B9_7F4A_7C15 }
      keys[index] = keys[index].map { $0 ^ side }
    }
    for index in lines.indices.dropFirst(first) {
      guard let key = keys[index], withWanted || !lines[index].isWanted else { continue }
      if last[key] != nil { replaced[key, default: 0] += 1 }
      replaced[key, default: 0] += lines[index].coalesced
      last[key] = index
    }
    var kept: ContiguousArray<Line> = []
    var rest: ContiguousArray<UInt8> = []
    var start = head
    for index in lines.indices.dropFirst(firstLine) {
      var line = lines[index]
      let end = start + line.length - (index == firstLine ? sentOfFirst : 0)
      defer { start = end }
      if index >= first, let key = keys[index], withWanted || !line.isWanted {
        guard last[key] == index else {
          coalesced += 1
          continue
        }
        let count = replaced[key, default: 0]
        if count != line.coalesced {
          let old = Pace.suffix(line.coalesced)
          let new = Pace.suffix(count)
          rest.append(contentsOf: bytes[start..<(end - old.count)])
          rest.append(contentsOf: new)
          line.length += new.count - old.count
          line.coalesced = count
          kept.append(line)
          continue
        }
      }
      rest.append(contentsOf: bytes[start..<end])
      kept.append(line)
    }
    bytes = rest
    lines = kept
    head = 0
    firstLine = 0
  }
}
