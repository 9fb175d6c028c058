// Files of the repository, for tests that read what is shipped.

import LinuxKit

private let top = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

/// The text of a file of the repository, by its path from the top.
func contents(of path: String) -> String? {
  guard let bytes = try? FileReader.read("\(top)/\(path)", limit: 1 << 24) else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}

/// The paths of the files in a folder of the repository that end in a word.
func files(in folder: String, ending end: String) -> [String] {
  FileReader.names(in: "\(top)/\(folder)").filter { $0.hasSuffix(end) }.map { "\(folder)/\($0)" }
}
