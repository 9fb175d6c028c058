// A text in little memory, kept until it is read again.

/// A text whose repetitions are stored once: large configurations consist of similar lines.
///
/// It is a row of pieces: new bytes, and then bytes that are a repetition.
///
///     number of new bytes │ the bytes │ number of repeated bytes │ how far back these begin
///
/// A number has seven bits in each byte; the highest bit marks that another byte follows.
package struct PackedText: Equatable {
  private var pieces: ContiguousArray<UInt8> = []
  private let count: Int

  /// The memory of the text, in bytes.
  var size: Int { pieces.count }

  // A shorter repetition takes hardly less memory than its bytes.
  private static let shortest = 8
  private static let slots = 1 << 13
  // The bytes after which others are served.
  private static let stride = 1 << 16

  /// Packs a text; it calls `pauseIfDue` often, so that a caller can serve other work meanwhile.
  package init(_ bytes: [UInt8], pausing pauseIfDue: () -> Void = {}) {
    count = bytes.count
    // The latest index of bytes with a hash.
    var latest = ContiguousArray<Int32>(repeating: -1, count: Self.slots)
    var (index, new, pause) = (0, 0, 0)
    unsafe bytes.withUnsafeBytes { text in
      while index + Self.shortest <= text.count {
        if index >= pause {
          pauseIfDue()
          pause = index + Self.stride
        }
        let word = unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let slot = Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 51)
        let earlier = Int(latest[slot])
        latest[slot] = Int32(truncatingIfNeeded: index)
        guard earlier >= 0,
          unsafe text.loadUnaligned(fromByteOffset: earlier, as: UInt64.self) == word
        else {
          index += 1
          continue
        }
        var end = index + Self.shortest
        while unsafe end < text.count && text[end] == text[earlier + end - index] { end += 1 }
        unsafe append(text[new..<index], repeated: end - index, distance: index - earlier)
        index = end
        new = end
      }
      if new < text.count { unsafe append(text[new...], repeated: 0, distance: 0) }
    }
    // What grows has more room than it needs.
    var exact: ContiguousArray<UInt8> = []
    exact.reserveCapacity(pieces.count)
    exact.append(contentsOf: pieces)
    pieces = exact
  }

  private mutating func append(
    _ new: Slice<UnsafeRawBufferPointer>, repeated: Int, distance: Int
  ) {
    append(unsafe new.count)
    unsafe pieces.append(contentsOf: new)
    append(repeated)
    append(distance)
  }

  private mutating func append(_ number: Int) {
    var rest = number
    while rest > 0x7F {
      pieces.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    pieces.append(UInt8(truncatingIfNeeded: rest))
  }

  /// The text; it pauses like the packing.
  package func bytes(pausing pauseIfDue: () -> Void = {}) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var (index, pause) = (0, 0)
    while index < pieces.count {
      let new = number(&index)
      bytes.append(contentsOf: pieces[index..<index + new])
      index += new
      let repeated = number(&index)
      let start = bytes.count - number(&index)
      // A repetition may contain its own beginning.
      for place in start..<start + repeated { bytes.append(bytes[place]) }
      if bytes.count >= pause {
        pauseIfDue()
        pause = bytes.count + Self.stride
      }
    }
    return bytes
  }

  private func number(_ index: inout Int) -> Int {
    var (number, shift) = (0, 0)
    while true {
      let byte = pieces[index]
      index += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }
}
