// A byte cursor for lines that are written every frame: it writes into memory that is reserved
// already.

/// A position in a buffer and the end of its capacity; writing beyond the end stops the program.
///
/// All primitives are here; `LineWriter` reserves memory and uses a cursor for each of its own.
@safe
struct ByteCursor {
  private(set) var position: UnsafeMutablePointer<UInt8>
  private let end: UnsafeMutablePointer<UInt8>

  /// A cursor at a position with this capacity.
  @unsafe @inline(__always)
  init(at position: UnsafeMutablePointer<UInt8>, capacity: Int) {
    unsafe self.position = position
    unsafe end = position + capacity
  }

  /// Moves the cursor over bytes that will be written, and returns their start.
  @inline(__always)
  private mutating func advance(_ length: Int) -> UnsafeMutablePointer<UInt8> {
    let start = unsafe position
    unsafe precondition(length <= end - start, "a line is longer than the memory reserved for it")
    unsafe position = start + length
    return unsafe start
  }

  /// The most bytes that a JSON string of this text needs.
  @inline(__always)
  static func capacity(for text: String) -> Int { text.utf8.count &* 6 &+ 2 }

  /// Writes one byte.
  @inline(__always)
  mutating func byte(_ value: UInt8) {
    unsafe advance(1).pointee = value
  }

  /// Writes text that is known at compile time, unchanged.
  @inline(__always)
  mutating func raw(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    unsafe advance(length).update(from: text.utf8Start, count: length)
  }

  /// Writes a JSON string with its quotes: escaped where JSON requires it, otherwise UTF-8.
  @inline(__always)
  mutating func string(_ text: String) {
    unsafe position = ByteCursor.string(text, at: advance(ByteCursor.capacity(for: text)))
  }

  /// Writes an integer; at most 20 bytes.
  @inline(__always)
  mutating func integer(_ value: Int64) {
    if value < 0 { byte(0x2D) }
    unsigned(value.magnitude)
  }

  /// Writes an integer that is not negative; at most 20 bytes.
  @inline(__always)
  mutating func unsigned(_ value: UInt64) {
    if value < 10 { return byte(0x30 &+ UInt8(truncatingIfNeeded: value)) }
    let length = ByteCursor.digitCount(of: value)
    unsafe ByteCursor.digits(value, length: length, at: advance(length))
  }

  /// Writes seconds with exactly six decimals from whole microseconds; at most 28 bytes.
  @inline(__always)
  mutating func seconds(microseconds: Int64) {
    if microseconds < 0 { byte(0x2D) }
    let (whole, part) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    unsigned(whole)
    byte(0x2E)
    unsafe ByteCursor.digits(part, length: 6, at: advance(6))
  }

  /// The most bytes that a number with decimals needs.
  static var numberCapacity: Int { 32 }

  /// Writes a number with one to three decimals: the form of a coordinate. Returns the bytes.
  @inline(__always) @discardableResult
  mutating func coordinate(_ value: Double) -> Number {
    let start = unsafe advance(ByteCursor.numberCapacity)
    unsafe position = ByteCursor.coordinate(value, at: start)
    return unsafe Number(start: start, length: position - start)
  }

  /// Writes a number again that this cursor has written.
  @inline(__always)
  mutating func again(_ number: Number) {
    let start = unsafe advance(ByteCursor.numberCapacity)
    // All that a number can need, as copying a fixed length is quicker.
    unsafe UnsafeMutableRawPointer(start).copyMemory(
      from: number.start, byteCount: ByteCursor.numberCapacity)
    unsafe position = start + number.length
  }

  /// Bytes of a number that a cursor has written.
  @safe
  struct Number {
    fileprivate let start: UnsafeMutablePointer<UInt8>
    fileprivate let length: Int
  }

  /// Writes a number with one to six decimals: the form of a ratio or an angle.
  @inline(__always)
  mutating func ratio(_ value: Double) {
    unsafe position = ByteCursor.ratio(value, at: advance(ByteCursor.numberCapacity))
  }

  /// Writes any finite number in its shortest exact form; at most 32 bytes.
  @inline(__always)
  mutating func number(_ value: Double) {
    unsafe position = ByteCursor.number(value, at: advance(ByteCursor.numberCapacity))
  }
}

// Each of these functions writes at a position and returns the position after it. Positions are
// passed by value, so that a cursor stays in the processor's registers.
extension ByteCursor {
  private typealias Position = UnsafeMutablePointer<UInt8>

  @inline(never)
  private static func string(_ text: String, at position: Position) -> Position {
    let end = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe ByteCursor.string($0, at: position)
    }
    if let end = unsafe end { return unsafe end }
    var text = text
    return text.withUTF8 { unsafe ByteCursor.string($0, at: position) }
  }

  @inline(__always)
  private static func string(_ bytes: UnsafeBufferPointer<UInt8>, at position: Position) -> Position
  {
    var to = unsafe position
    unsafe to.pointee = 0x22
    unsafe to += 1
    var index = 0
    // Names are plain nearly always, so eight bytes are looked at together.
    while index &+ 8 <= bytes.count, let start = bytes.baseAddress {
      let word = unsafe UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
      guard isPlain(word) else { break }
      unsafe UnsafeMutableRawPointer(to).storeBytes(of: word, as: UInt64.self)
      unsafe to += 8
      index &+= 8
    }
    if index &+ 4 <= bytes.count, let start = bytes.baseAddress {
      let half = unsafe UnsafeRawPointer(start + index).loadUnaligned(as: UInt32.self)
      // With spaces in front of it, which are plain.
      if isPlain(UInt64(half) | 0x2020_2020_0000_0000) {
        unsafe UnsafeMutableRawPointer(to).storeBytes(of: half, as: UInt32.self)
        unsafe to += 4
        index &+= 4
      }
    }
    while index < bytes.count {
      let value = unsafe bytes[index]
      if value >= 0x20 && value != 0x22 && value != 0x5C {
        unsafe to.pointee = value
        unsafe to += 1
      } else {
        unsafe to = escape(value, at: to)
      }
      index &+= 1
    }
    unsafe to.pointee = 0x22
    return unsafe to + 1
  }

  /// Whether JSON requires none of eight bytes to be escaped.
  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    // The top bit of a byte: it is below a space, a quote, a backslash.
    let control = (word &- ones &* 0x20) & ~word
    let quote = (quotes &- ones) & ~quotes
    let backslash = (backslashes &- ones) & ~backslashes
    return (control | quote | backslash) & (ones &* 0x80) == 0
  }

  @inline(never)
  private static func escape(_ value: UInt8, at position: Position) -> Position {
    unsafe position[0] = 0x5C
    switch value {
    case 0x22, 0x5C: unsafe position[1] = value
    case 0x08: unsafe position[1] = 0x62
    case 0x09: unsafe position[1] = 0x74
    case 0x0A: unsafe position[1] = 0x6E
    case 0x0C: unsafe position[1] = 0x66
    case 0x0D: unsafe position[1] = 0x72
    default:
      let digits: StaticString = "0123456789abcdef"
      unsafe position[1] = 0x75
      unsafe position[2] = 0x30
      unsafe position[3] = 0x30
      unsafe position[4] = digits.utf8Start[Int(value >> 4)]
      unsafe position[5] = digits.utf8Start[Int(value & 15)]
      return unsafe position + 6
    }
    return unsafe position + 2
  }

  @inline(__always)
  static func digitCount(of value: UInt64) -> Int {
    var length = 1
    var bound: UInt64 = 10
    while value >= bound {
      length &+= 1
      if length == 20 { break }
      bound &*= 10
    }
    return length
  }

  /// Exactly so many decimal digits, with leading zeros.
  @inline(__always)
  private static func digits(_ value: UInt64, length: Int, at position: Position) {
    var rest = value
    var index = length
    while index > 1 {
      index &-= 2
      let (more, two) = rest.quotientAndRemainder(dividingBy: 100)
      unsafe pair(UInt32(truncatingIfNeeded: two), at: position + index)
      rest = more
    }
    if index > 0 {
      unsafe position[0] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
    }
  }

  @inline(never)
  private static func coordinate(_ value: Double, at position: Position) -> Position {
    guard value.magnitude < 9999 else {
      return unsafe fixed(value, scale: 1000, decimals: 3, at: position)
    }
    // Nearly every coordinate: seven digits at most, written in pairs.
    var to = unsafe position
    let scaled = Int32(value * 1000 + (value < 0 ? -0.5 : 0.5))
    if scaled < 0 {
      unsafe to.pointee = 0x2D
      unsafe to += 1
    }
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: 1000)
    if whole >= 100 {
      let (high, low) = whole.quotientAndRemainder(dividingBy: 100)
      unsafe to = short(high, at: to)
      unsafe pair(low, at: to)
      unsafe to += 2
    } else {
      unsafe to = short(whole, at: to)
    }
    let (tenths, rest) = part.quotientAndRemainder(dividingBy: 100)
    unsafe to[0] = 0x2E
    unsafe to[1] = 0x30 &+ UInt8(truncatingIfNeeded: tenths)
    guard rest != 0 else { return unsafe to + 2 }
    unsafe pair(rest, at: to + 2)
    return unsafe to[3] == 0x30 ? to + 3 : to + 4
  }

  /// A number below 100 without leading zero.
  @inline(__always)
  private static func short(_ value: UInt32, at position: Position) -> Position {
    guard value >= 10 else {
      unsafe position.pointee = 0x30 &+ UInt8(truncatingIfNeeded: value)
      return unsafe position + 1
    }
    unsafe pair(value, at: position)
    return unsafe position + 2
  }

  /// The two digits of a number below 100.
  @inline(__always)
  private static func pair(_ value: UInt32, at position: Position) {
    let digits = unsafe UnsafeRawPointer(pairs.utf8Start + 2 * Int(value))
    unsafe UnsafeMutableRawPointer(position).copyMemory(from: digits, byteCount: 2)
  }

  // Looking two digits up is quicker than to divide them.
  private static var pairs: StaticString {
    """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
  }

  @inline(never)
  private static func ratio(_ value: Double, at position: Position) -> Position {
    unsafe fixed(value, scale: 1_000_000, decimals: 6, at: position)
  }

  /// Infinity and NaN have no form in JSON: they become `null`.
  @inline(__always)
  private static func fixed(
    _ value: Double, scale: UInt64, decimals: Int, at position: Position
  ) -> Position {
    guard value.magnitude < 1e12 else { return unsafe number(value, at: position) }
    var to = unsafe position
    let scaled = Int64(value * Double(scale) + (value < 0 ? -0.5 : 0.5))
    if scaled < 0 {
      unsafe to.pointee = 0x2D
      unsafe to += 1
    }
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: scale)
    let length = digitCount(of: whole)
    unsafe digits(whole, length: length, at: to)
    unsafe to[length] = 0x2E
    unsafe to += length + 1
    unsafe digits(part, length: decimals, at: to)
    var kept = decimals
    var rest = part
    while kept > 1 && rest % 10 == 0 {
      rest /= 10
      kept &-= 1
    }
    return unsafe to + kept
  }

  @inline(never)
  private static func number(_ value: Double, at position: Position) -> Position {
    var to = unsafe position
    // The longest description of a number, such as -2.2250738585072014e-308, has 24 bytes.
    for byte in (value.isFinite ? value.description : "null").utf8 {
      unsafe to.pointee = byte
      unsafe to += 1
    }
    return unsafe to
  }
}
