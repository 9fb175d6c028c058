// A buffer for lines that is used again and again.

/// A growing buffer of bytes that keeps its capacity, with the operations that JSON lines need.
@safe
package final class LineWriter {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes written.
  package private(set) var count = 0

  /// An empty buffer with this capacity.
  package init(capacity: Int = 4096) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity)
  }

  deinit { unsafe base.deallocate() }

  /// Removes the bytes, and keeps the capacity.
  package func removeAll() { count = 0 }

  /// Makes sure that so many more bytes fit.
  @inline(__always)
  private func reserve(_ more: Int) { if count + more > capacity { grow(by: more) } }

  @inline(never)
  private func grow(by more: Int) {
    capacity = max(count + more, capacity * 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
  }

  /// Writes one byte.
  @inline(__always)
  package func byte(_ value: UInt8) {
    reserve(1)
    unsafe base[count] = value
    count += 1
  }

  /// Writes text that is known at compile time, unchanged.
  @inline(__always)
  package func raw(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    unsafe (base + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  /// Writes bytes unchanged.
  package func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  /// Writes bytes again that are in the buffer.
  package func again(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    reserve(range.count)
    unsafe (base + count).update(from: base + range.lowerBound, count: range.count)
    count += range.count
  }

  /// The last byte, or nil at the start.
  package var last: UInt8? { count == 0 ? nil : unsafe base[count - 1] }

  /// Calls a closure with the bytes in a range; they are valid during the call only.
  package func withBytes<Answer>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Answer
  ) rethrows -> Answer {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return try unsafe body(
      UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Appends the bytes in the range to a queue.
  package func copy(_ range: Range<Int>, to queue: inout ContiguousArray<UInt8>) {
    unsafe withBytes(in: range) { unsafe queue.append(contentsOf: $0) }
  }

  /// All bytes as text.
  package var text: String { text(in: 0..<count) }

  /// A part of the bytes as text.
  package func text(in range: Range<Int>) -> String {
    unsafe withBytes(in: range) { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

// MARK: - Strings and numbers

extension LineWriter {
  /// Writes a JSON string with its quotes: escaped where JSON requires it, otherwise UTF-8.
  package func string(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      reserve(utf8.count + 2)
      unsafe base[count] = 0x22
      count += 1
      for index in utf8.indices {
        let value = unsafe utf8[index]
        guard value >= 0x20 && value != 0x22 && value != 0x5C else {
          escape(value)
          reserve(utf8.count - index)
          continue
        }
        unsafe base[count] = value
        count += 1
      }
      unsafe base[count] = 0x22
      count += 1
    }
  }

  private func escape(_ value: UInt8) {
    byte(0x5C)
    switch value {
    case 0x08: byte(0x62)
    case 0x09: byte(0x74)
    case 0x0A: byte(0x6E)
    case 0x0C: byte(0x66)
    case 0x0D: byte(0x72)
    case 0x22, 0x5C: byte(value)
    default:
      raw("u00")
      byte(0x30 + value >> 4)
      byte(value & 15 < 10 ? 0x30 + value & 15 : 0x57 + value & 15)
    }
  }

  /// Writes an integer.
  package func integer(_ value: Int64) {
    if value < 0 { byte(0x2D) }
    unsigned(value.magnitude)
  }

  /// Writes an integer.
  package func integer(_ value: Int) { integer(Int64(value)) }

  /// Writes an integer that is not negative.
  package func unsigned(_ value: UInt64) { digits(value, decimals: 0) }

  /// Writes seconds with exactly six decimals from whole microseconds.
  package func seconds(microseconds: Int64) {
    if microseconds < 0 { byte(0x2D) }
    digits(microseconds.magnitude, decimals: 6)
  }

  /// Writes a number with one to three decimals: the form of a coordinate.
  package func coordinate(_ value: Double) { fixed(value, scale: 1000, decimals: 3) }

  /// Writes a number with one to six decimals: the form of a ratio or an angle.
  package func ratio(_ value: Double) { fixed(value, scale: 1_000_000, decimals: 6) }

  /// Infinity and NaN have no form in JSON: they become `null`.
  private func fixed(_ value: Double, scale: Double, decimals: Int) {
    guard value.magnitude < 1e12 else { return number(value) }
    var scaled = UInt64(value.magnitude * scale + 0.5)
    if value < 0, scaled > 0 { byte(0x2D) }
    var decimals = decimals
    while decimals > 1, scaled % 10 == 0 {
      scaled /= 10
      decimals -= 1
    }
    digits(scaled, decimals: decimals)
  }

  /// Writes the digits of a number, the last of which are decimals.
  private func digits(_ value: UInt64, decimals: Int) {
    var length = 1
    var bound: UInt64 = 10
    while value >= bound || length <= decimals {
      length += 1
      if length == 20 { break }
      bound *= 10
    }
    if decimals > 0 { length += 1 }
    reserve(length)
    var rest = value
    var place = unsafe base + count + length
    for _ in 0..<decimals {
      unsafe place -= 1
      unsafe place.pointee = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    if decimals > 0 {
      unsafe place -= 1
      unsafe place.pointee = 0x2E
    }
    repeat {
      unsafe place -= 1
      unsafe place.pointee = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    count += length
  }

  /// Writes any finite number in its shortest exact form; `null` for others.
  package func number(_ value: Double) {
    if let whole = Int(exactly: value), abs(whole) < 1_000_000_000 {
      integer(whole)
      raw(".0")
      return
    }
    for value in (value.isFinite ? value.description : "null").utf8 { byte(value) }
  }
}
