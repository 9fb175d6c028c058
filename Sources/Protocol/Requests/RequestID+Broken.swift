// The id of an invalid line, so that the client can match the error to its request.

extension RequestID {
  /// The id in a line that is not JSON, or the beginning of one; nil if none is found.
  package init?(inBroken line: some RandomAccessCollection<UInt8>) {
    var depth = 0
    var index = line.startIndex
    while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let end = Self.endOfString(in: line[index...])
        if depth == 1, line[index..<end].elementsEqual("\"id\"".utf8),
          let id = Self(after: line[end...])
        {
          self = id
          return
        }
        index = end
        continue
      default: break
      }
      index = line.index(after: index)
    }
    return nil
  }

  // Reads a colon and a complete value.
  private init?(after name: some RandomAccessCollection<UInt8>) {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var rest = name.drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: ":") else { return nil }
    rest = rest.drop(while: isBlank)
    let value: [UInt8]
    if rest.first == UInt8(ascii: "\"") {
      value = Array(rest[..<Self.endOfString(in: rest)])
    } else {
      let number = rest.prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
      // A number at the very end may have been cut off.
      guard let next = rest[number.endIndex...].first, isBlank(next) || ",}".utf8.contains(next)
      else { return nil }
      value = Array(number)
    }
    let list = try? JSON(parsing: [UInt8(ascii: "[")] + value + [UInt8(ascii: "]")])
    self.init(list?.elements?.first)
  }

  // The index after the closing quote; the end if there is none.
  private static func endOfString<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes
  ) -> Bytes.Index {
    var index = bytes.index(after: bytes.startIndex)
    while index < bytes.endIndex {
      let byte = bytes[index]
      index = bytes.index(after: index)
      if byte == UInt8(ascii: "\"") { return index }
      if byte == UInt8(ascii: "\\"), index < bytes.endIndex { index = bytes.index(after: index) }
    }
    return index
  }
}
