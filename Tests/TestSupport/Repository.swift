// The files of the project, for tests that read what is shipped.

import Glibc
package import Linux

/// The source code that the tests belong to.
package enum Repository {
  /// The directory of the project.
  package static let root =
    #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// The path of a file, given by its path from the root.
  package static func path(_ file: String) -> String { "\(root)/\(file)" }

  /// The text of a file.
  package static func text(of file: String) throws(SystemError) -> String {
    String(decoding: try FileReader.read(path(file), limit: 1 << 24), as: UTF8.self)
  }

  /// The paths of the files in a directory whose names have an ending, from the root.
  package static func files(in directory: String, ending: String) -> [String] {
    FileReader.names(in: path(directory)).filter { $0.hasSuffix(ending) }
      .map { "\(directory)/\($0)" }
  }

  /// The path of a program that was built together with the running test.
  package static func program(_ name: String) -> String {
    let own = CommandLine.arguments[0]
    let directory = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    let beside = "\(directory)/\(name)"
    return unsafe access(beside, X_OK) == 0 ? beside : path(".build/debug/\(name)")
  }
}
