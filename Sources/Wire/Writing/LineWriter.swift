// Bytes of lines, written into a buffer that is used again and again.

/// A growing buffer of bytes that keeps its room, with the few moves that JSON lines need.
@safe
package final class LineWriter {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes are written.
  package private(set) var count = 0

  /// An empty buffer with room for this many bytes.
  package init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit { unsafe base.deallocate() }

  /// Forgets what is written, and keeps the room.
  package func removeAll() { count = 0 }

  /// Forgets what was written after this many bytes.
  package func truncate(to length: Int) {
    precondition(length >= 0 && length <= count)
    count = length
  }

  /// Makes sure that so many more bytes fit.
  @inline(__always)
  private func reserve(_ more: Int) {
    if count &+ more > capacity { grow(to: count &+ more) }
  }

  @inline(never)
  private func grow(to least: Int) {
    let larger = max(least, capacity * 2)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe fresh.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = fresh
    capacity = larger
  }

  /// Writes one byte.
  @inline(__always)
  package func byte(_ value: UInt8) {
    reserve(1)
    unsafe base[count] = value
    count &+= 1
  }

  /// Writes text that is known at compile time, as it is.
  @inline(__always)
  package func raw(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    unsafe (base + count).update(from: text.utf8Start, count: length)
    count &+= length
  }

  /// Writes bytes as they are.
  package func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Writes text as it is; it must be JSON already.
  package func raw(_ text: String) {
    var text = text
    text.withUTF8 { unsafe raw(UnsafeRawBufferPointer($0)) }
  }

  /// The last byte, or nil at the start.
  @inline(__always)
  package var last: UInt8? { count == 0 ? nil : unsafe base[count &- 1] }

  /// Calls with the bytes in the range; they are valid for the call only.
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

  /// Everything written, as text.
  package var text: String { text(in: 0..<count) }

  /// A part of what is written, as text.
  package func text(in range: Range<Int>) -> String {
    unsafe withBytes(in: range) { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

// MARK: - Strings and numbers

extension LineWriter {
  /// Writes a JSON string with its quotes: what must be escaped is, everything else is UTF-8.
  package func string(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // Six bytes a character is the most that escaping makes of it.
      reserve(bytes.count &* 6 &+ 2)
      unsafe base[count] = 0x22
      var end = count &+ 1
      for index in 0..<bytes.count {
        let value = unsafe bytes[index]
        if value >= 0x20 && value != 0x22 && value != 0x5C {
          unsafe base[end] = value
          end &+= 1
        } else {
          end = escape(value, at: end)
        }
      }
      unsafe base[end] = 0x22
      count = end &+ 1
    }
  }

  private func escape(_ value: UInt8, at start: Int) -> Int {
    var end = start
    func put(_ byte: UInt8) {
      unsafe base[end] = byte
      end += 1
    }
    put(0x5C)
    switch value {
    case 0x22, 0x5C: put(value)
    case 0x08: put(0x62)
    case 0x09: put(0x74)
    case 0x0A: put(0x6E)
    case 0x0C: put(0x66)
    case 0x0D: put(0x72)
    default:
      let digits: StaticString = "0123456789abcdef"
      put(0x75)
      put(0x30)
      put(0x30)
      unsafe put(digits.utf8Start[Int(value >> 4)])
      unsafe put(digits.utf8Start[Int(value & 15)])
    }
    return end
  }

  /// Writes a whole number.
  package func integer(_ value: Int64) {
    if value < 0 { byte(0x2D) }
    unsigned(value.magnitude)
  }

  /// Writes a whole number.
  @inline(__always)
  package func integer(_ value: Int) { integer(Int64(value)) }

  /// Writes a whole number that is not negative.
  package func unsigned(_ value: UInt64) {
    reserve(20)
    var length = 1
    var bound: UInt64 = 10
    while value >= bound {
      length &+= 1
      if length == 20 { break }
      bound &*= 10
    }
    digits(value, length: length)
  }

  /// Writes exactly so many decimal digits, leading zeros included.
  @inline(__always)
  private func digits(_ value: UInt64, length: Int) {
    reserve(length)
    var rest = value
    var place = count &+ length
    while place > count &+ 1 {
      let pair = Int(truncatingIfNeeded: rest % 100)
      rest /= 100
      place &-= 2
      unsafe base[place] = Self.pairs.utf8Start[pair &* 2]
      unsafe base[place &+ 1] = Self.pairs.utf8Start[pair &* 2 &+ 1]
    }
    if place > count { unsafe base[count] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10) }
    count &+= length
  }

  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445\
    46474849505152535455565758596061626364656667686970717273747576777879808182838485868788899091\
    9293949596979899
    """

  /// Writes seconds with exactly six decimals from whole microseconds.
  package func seconds(microseconds: Int64) {
    if microseconds < 0 { byte(0x2D) }
    let (whole, part) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    unsigned(whole)
    byte(0x2E)
    digits(part, length: 6)
  }

  /// Writes a number with at least one decimal and at most three: the form of a coordinate.
  package func coordinate(_ value: Double) { fixed(value, scale: 1000, decimals: 3) }

  /// Writes a number with at least one decimal and at most six: the form of a ratio or an angle.
  package func ratio(_ value: Double) { fixed(value, scale: 1_000_000, decimals: 6) }

  /// A number that is not finite has no form in JSON: it becomes `null`.
  private func fixed(_ value: Double, scale: Double, decimals: Int) {
    guard value.magnitude < 1e12 else {
      if value.isFinite { raw(value.description) } else { raw("null") }
      return
    }
    let scaled = Int64((value * scale).rounded())
    if scaled < 0 { byte(0x2D) }
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    unsigned(whole)
    byte(0x2E)
    digits(part, length: decimals)
    for _ in 1..<decimals where unsafe base[count &- 1] == 0x30 {
      count &-= 1
    }
  }

  /// Writes any finite number in its shortest exact form.
  package func number(_ value: Double) {
    if value.isFinite { raw(value.description) } else { raw("null") }
  }
}
