// The secret token that pages send.

import Linux

/// Reads tokens from files.
enum Token {
  /// The token in a file: its first line, 16 to 256 letters, digits, `-` and `_`.
  static func read(_ path: String) throws(StartError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileReader.read(path, limit: 4096)
    } catch {
      throw StartError("--token-file: \(error)", .config)
    }
    let line = bytes.prefix { $0 != 0x0A }
    let isToken = line.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isToken, 16...256 ~= line.count else {
      throw StartError(
        "--token-file \(path): expected one line of 16 to 256 letters, digits, - and _; "
          + "make one with: openssl rand -hex 16", .config)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
