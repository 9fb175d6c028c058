// A buffer for lines that is used again and again.

/// A growing buffer of bytes that keeps its capacity, with the operations that JSON lines need.
@safe
package final class LineWriter {
  // Private, so that the compiler can prove that no other code changes them
  // meanwhile, and need not check that at every byte.
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var length = 0

  /// The number of bytes written.
  package var count: Int { length }

  /// An empty buffer with this capacity.
  package init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit { unsafe base.deallocate() }

  /// Removes the bytes, and keeps the capacity.
  package func removeAll() { length = 0 }

  /// Makes sure that so many more bytes fit.
  @inline(__always)
  private func reserve(_ more: Int) {
    if length &+ more > capacity { grow(to: length &+ more) }
  }

  @inline(never)
  private func grow(to least: Int) {
    let larger = max(least, capacity * 2)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe fresh.update(from: base, count: length)
    unsafe base.deallocate()
    unsafe base = fresh
    capacity = larger
  }

  /// Writes one byte.
  @inline(__always)
  package func byte(_ value: UInt8) {
    reserve(1)
    unsafe base[length] = value
    length &+= 1
  }

  /// Writes text that is known at compile time, unchanged.
  @inline(__always)
  package func raw(_ text: StaticString) {
    let more = text.utf8CodeUnitCount
    reserve(more)
    unsafe (base + length).update(from: text.utf8Start, count: more)
    length &+= more
  }

  /// Writes bytes unchanged.
  package func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe UnsafeMutableRawPointer(base + length).copyMemory(from: start, byteCount: bytes.count)
    length &+= bytes.count
  }

  /// Writes bytes again that are in the buffer.
  func again(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= length)
    // Copying a fixed length is quicker, and what follows the bytes is overwritten.
    let short = 48
    reserve(max(range.count, short))
    let (from, to) = unsafe (base + range.lowerBound, base + length)
    if range.count <= short {
      unsafe UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: short)
    } else {
      unsafe to.update(from: from, count: range.count)
    }
    length &+= range.count
  }

  /// Inserts text that is JSON already.
  package func insert(_ text: String, at offset: Int) {
    precondition(offset >= 0 && offset <= length)
    var text = text
    text.withUTF8 { bytes in
      let more = bytes.count
      reserve(more)
      unsafe (base + offset + more).update(from: base + offset, count: length - offset)
      unsafe (base + offset).update(from: bytes.baseAddress!, count: more)
      length &+= more
    }
  }

  /// The last byte, or nil at the start.
  @inline(__always)
  package var last: UInt8? { length == 0 ? nil : unsafe base[length &- 1] }

  /// Calls a closure with the bytes in a range; they are valid during the call only.
  package func withBytes<Answer>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Answer
  ) rethrows -> Answer {
    precondition(range.lowerBound >= 0 && range.upperBound <= length)
    return try unsafe body(
      UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Appends the bytes in the range to a queue.
  package func copy(_ range: Range<Int>, to queue: inout ContiguousArray<UInt8>) {
    unsafe withBytes(in: range) { unsafe queue.append(contentsOf: $0) }
  }

  /// All bytes as text.
  package var text: String { text(in: 0..<length) }

  /// A part of the bytes as text.
  package func text(in range: Range<Int>) -> String {
    unsafe withBytes(in: range) { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

// MARK: - Strings and numbers

extension LineWriter {
  /// A byte cursor at the end, with this capacity; call `advance` with it afterwards.
  @inline(__always)
  func cursor(capacity more: Int) -> ByteCursor {
    reserve(more)
    return unsafe ByteCursor(at: base + length, capacity: more)
  }

  /// Sets the end of the buffer to that of a byte cursor.
  @inline(__always)
  func advance(to cursor: ByteCursor) { length = unsafe cursor.position - base }

  /// Writes a JSON string with its quotes: escaped where JSON requires it, otherwise UTF-8.
  package func string(_ text: String) {
    var cursor = cursor(capacity: ByteCursor.capacity(for: text))
    cursor.string(text)
    advance(to: cursor)
  }

  /// Writes an integer.
  package func integer(_ value: Int64) {
    var cursor = cursor(capacity: 20)
    cursor.integer(value)
    advance(to: cursor)
  }

  /// Writes an integer.
  @inline(__always)
  package func integer(_ value: Int) { integer(Int64(value)) }

  /// Writes an integer that is not negative.
  package func unsigned(_ value: UInt64) {
    var cursor = cursor(capacity: 20)
    cursor.unsigned(value)
    advance(to: cursor)
  }

  /// Writes seconds with exactly six decimals from whole microseconds.
  package func seconds(microseconds: Int64) {
    var cursor = cursor(capacity: 28)
    cursor.seconds(microseconds: microseconds)
    advance(to: cursor)
  }

  /// Writes a number with one to three decimals: the form of a coordinate.
  package func coordinate(_ value: Double) {
    var cursor = cursor(capacity: ByteCursor.numberCapacity)
    cursor.coordinate(value)
    advance(to: cursor)
  }

  /// Writes a number with one to six decimals: the form of a ratio or an angle.
  package func ratio(_ value: Double) {
    var cursor = cursor(capacity: ByteCursor.numberCapacity)
    cursor.ratio(value)
    advance(to: cursor)
  }

  /// Writes any finite number in its shortest exact form; `null` for others.
  package func number(_ value: Double) {
    var cursor = cursor(capacity: ByteCursor.numberCapacity)
    cursor.number(value)
    advance(to: cursor)
  }
}
