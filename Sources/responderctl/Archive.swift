// A tar archive: for each file a head of 512 bytes, and its bytes in whole blocks.

/// Files in one folder, as an archive that every tar reads.
struct Archive {
  private static let block = 512

  private let folder: String
  private let time: Int64
  private var blocks: ContiguousArray<UInt8> = []

  /// An empty archive; its files were changed at this time, in seconds since 1970.
  init(folder: String, time: Int64) {
    self.folder = folder
    self.time = time
  }

  /// The archive, with its end.
  var bytes: ContiguousArray<UInt8> {
    blocks + ContiguousArray(repeating: 0, count: 2 * Self.block)
  }

  /// Adds a file.
  mutating func add(_ name: String, _ text: String) {
    let start = blocks.count
    blocks.append(contentsOf: repeatElement(0, count: Self.block))
    func write(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { blocks[start + offset + index] = byte }
    }
    write("\(folder)/\(name)", at: 0)
    write("0000644", at: 100)
    write("0000000", at: 108)
    write("0000000", at: 116)
    write(Self.octal(Int64(text.utf8.count), digits: 11), at: 124)
    write(Self.octal(time, digits: 11), at: 136)
    write("0", at: 156)
    write("ustar", at: 257)
    write("00", at: 263)
    // While it is summed, the sum is spaces.
    write("        ", at: 148)
    let sum = blocks[start...].reduce(0) { $0 + Int64($1) }
    write("\(Self.octal(sum, digits: 6))\0", at: 148)
    blocks.append(contentsOf: text.utf8)
    let rest = blocks.count % Self.block
    if rest > 0 { blocks.append(contentsOf: repeatElement(0, count: Self.block - rest)) }
  }

  private static func octal(_ number: Int64, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
