// Bytes of lines, written into a buffer that is used again and again.

/// A growing buffer of bytes that keeps its room, with the few moves that JSON lines need.
@safe
package final class LineWriter {
  // Stored for this module alone, so that the compiler can prove that nothing else changes them
  // meanwhile, and need not check it at every byte.
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var length = 0

  /// Called now and then while something long is written, so that others can go on; false when the
  /// rest is not wanted any more.
  package var breathe: (() -> Bool)?
  private var stepsToBreath = LineWriter.stepsOfBreath
  private var isGivenUp = false

  private static let stepsOfBreath = 16

  /// How many bytes are written.
  package var count: Int { length }

  /// An empty buffer with room for this many bytes.
  package init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit { unsafe base.deallocate() }

  /// Forgets what is written, and keeps the room.
  package func removeAll() {
    length = 0
    isGivenUp = false
  }

  /// Lets others go on now and then; false when the rest is not wanted.
  package func breathes() -> Bool {
    guard let breathe else { return true }
    stepsToBreath -= 1
    guard stepsToBreath <= 0, !isGivenUp else { return !isGivenUp }
    stepsToBreath = LineWriter.stepsOfBreath
    isGivenUp = !breathe()
    return !isGivenUp
  }

  /// Forgets what was written after this many bytes.
  package func truncate(to newLength: Int) {
    precondition(newLength >= 0 && newLength <= length)
    length = newLength
  }

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

  /// Writes text that is known at compile time, as it is.
  @inline(__always)
  package func raw(_ text: StaticString) {
    let more = text.utf8CodeUnitCount
    reserve(more)
    unsafe (base + length).update(from: text.utf8Start, count: more)
    length &+= more
  }

  /// Writes bytes as they are.
  package func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe UnsafeMutableRawPointer(base + length).copyMemory(from: start, byteCount: bytes.count)
    length &+= bytes.count
  }

  /// Writes text as it is; it must be JSON already.
  package func rawText(_ text: String) {
    var text = text
    text.withUTF8 { unsafe raw(UnsafeRawBufferPointer($0)) }
  }

  /// Puts text that is JSON already between what is written.
  package func insert(_ text: String, at place: Int) {
    precondition(place >= 0 && place <= length)
    var text = text
    text.withUTF8 { bytes in
      let more = bytes.count
      reserve(more)
      unsafe (base + place + more).update(from: base + place, count: length - place)
      unsafe (base + place).update(from: bytes.baseAddress!, count: more)
      length &+= more
    }
  }

  /// The last byte, or nil at the start.
  @inline(__always)
  package var last: UInt8? { length == 0 ? nil : unsafe base[length &- 1] }

  /// Calls with the bytes in the range; they are valid for the call only.
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

  /// Everything written, as text.
  package var text: String { text(in: 0..<length) }

  /// A part of what is written, as text.
  package func text(in range: Range<Int>) -> String {
    unsafe withBytes(in: range) { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

// MARK: - Strings and numbers

extension LineWriter {
  /// A pen for the end of what is written, with this much room; `put` takes it back.
  @inline(__always)
  func pen(room: Int) -> Pen {
    reserve(room)
    return unsafe Pen(place: base + length, room: room)
  }

  /// Takes a pen back: what it wrote counts.
  @inline(__always)
  func put(_ pen: Pen) { length = unsafe pen.place - base }

  /// Writes a JSON string with its quotes: what must be escaped is, everything else is UTF-8.
  package func string(_ text: String) {
    var pen = pen(room: Pen.room(for: text))
    pen.string(text)
    put(pen)
  }

  /// Writes a whole number.
  package func integer(_ value: Int64) {
    var pen = pen(room: 20)
    pen.integer(value)
    put(pen)
  }

  /// Writes a whole number.
  @inline(__always)
  package func integer(_ value: Int) { integer(Int64(value)) }

  /// Writes a whole number that is not negative.
  package func unsigned(_ value: UInt64) {
    var pen = pen(room: 20)
    pen.unsigned(value)
    put(pen)
  }

  /// Writes seconds with exactly six decimals from whole microseconds.
  package func seconds(microseconds: Int64) {
    var pen = pen(room: 28)
    pen.seconds(microseconds: microseconds)
    put(pen)
  }

  /// Writes a number with at least one decimal and at most three: the form of a coordinate.
  package func coordinate(_ value: Double) {
    var pen = pen(room: Pen.numberRoom)
    pen.coordinate(value)
    put(pen)
  }

  /// Writes a number with at least one decimal and at most six: the form of a ratio or an angle.
  package func ratio(_ value: Double) {
    var pen = pen(room: Pen.numberRoom)
    pen.ratio(value)
    put(pen)
  }

  /// Writes any finite number in its shortest exact form; `null` for others.
  package func number(_ value: Double) {
    var pen = pen(room: Pen.numberRoom)
    pen.number(value)
    put(pen)
  }
}
