// Files of the repository, for tests that read what is shipped.

import Glibc

/// The text of a file of the repository, by its path from the top.
func contents(of path: String) -> String? {
  var parts = #filePath.split(separator: "/").dropLast(3)
  parts += path.split(separator: "/")
  guard let file = unsafe fopen("/" + parts.joined(separator: "/"), "r") else { return nil }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 {
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The paths of the files in a folder of the repository that end in a word.
func files(in folder: String, ending end: String) -> [String] {
  let parts = #filePath.split(separator: "/").dropLast(3)
  let path = "/" + parts.joined(separator: "/") + "/" + folder
  guard let directory = unsafe opendir(path) else { return [] }
  defer { unsafe closedir(directory) }
  var names: [String] = []
  while let entry = unsafe readdir(directory) {
    let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name.hasSuffix(end) { names.append(folder + "/" + name) }
  }
  return names.sorted()
}
