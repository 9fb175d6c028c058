// A directory of a test's own.

import Glibc
package import Linux

/// A new empty directory, which is removed with everything in it when the test releases it.
package final class TemporaryFolder {
  /// Its path.
  package let path: String

  /// Makes the directory.
  package init() {
    var template = Array("/tmp/responderd-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { fatalError("mkdtemp: \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { TemporaryFolder.remove(path) }

  /// The names of the files in it, sorted.
  package var names: [String] { TemporaryFolder.names(in: path) }

  /// The path of a file in it, which need not exist.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws(SystemError) -> String {
    try FileWriter.replace(file(name), with: ContiguousArray(text.utf8))
    return file(name)
  }

  private static func remove(_ path: String) {
    // Only directories are not unlinked.
    for name in names(in: path) where unsafe unlink("\(path)/\(name)") != 0 {
      remove("\(path)/\(name)")
    }
    unsafe rmdir(path)
  }

  private static func names(in path: String) -> [String] {
    FileReader.names(in: path).filter { $0 != "." && $0 != ".." }
  }
}
