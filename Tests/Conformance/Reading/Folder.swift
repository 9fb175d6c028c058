// Reading files and folders with the C library alone.

import Glibc

/// A file or folder that could not be read.
struct Unreadable: Error, CustomStringConvertible {
  var path: String
  var code: Int32

  var description: String { unsafe "\(path): \(String(cString: strerror(code)))" }
}

/// What a folder holds, and what its files say.
enum Folder {
  /// The names in a folder with an ending, sorted.
  static func names(in path: String, ending: String) throws(Unreadable) -> [String] {
    guard let folder = unsafe opendir(path) else { throw Unreadable(path: path, code: errno) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasSuffix(ending), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The text of a file.
  static func text(of path: String) throws(Unreadable) -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Unreadable(path: path, code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { room in
        unsafe read(file, room.baseAddress, room.count)
      }
      guard count >= 0 else { throw Unreadable(path: path, code: errno) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
