// A folder that a test may fill, gone with the test.

import Glibc

/// A new empty folder.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/linuxkit-XXXXXX".utf8CString)
    unsafe mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    TemporaryFolder.remove(path)
  }

  private static func remove(_ path: String) {
    // What is no folder is not listed.
    for name in names(in: path) where unsafe unlink("\(path)/\(name)") != 0 {
      remove("\(path)/\(name)")
    }
    unsafe rmdir(path)
  }

  var names: [String] { TemporaryFolder.names(in: path) }

  private static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}
