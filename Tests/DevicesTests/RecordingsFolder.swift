// Where recordings of real devices lie, if a folder is named, and their bytes.

import Devices
import Glibc
import TestSupport
import Testing

/// The folder of recordings of real devices, or nil where none is named; what lies beside the project
/// makes no difference.
let recordingsFolder: String? = {
  guard let named = unsafe getenv("RESPONDERD_RECORDINGS") else { return nil }
  let folder = unsafe String(cString: named)
  return unsafe access(folder + "/INDEX.tsv", R_OK) == 0 ? folder : nil
}()

/// The bytes of a file, decompressed.
func contents(_ path: String) throws -> [UInt8] {
  let command = path.hasSuffix(".xz") ? "xz -dc '\(path)'" : "cat '\(path)'"
  let pipe = try unsafe #require(unsafe popen(command, "r"))
  defer { unsafe _ = pclose(pipe) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = unsafe fread(&buffer, 1, buffer.count, pipe)
    if count == 0 { return bytes }
    bytes.append(contentsOf: buffer[..<count])
  }
}

/// A recording of the folder, with the description that lies beside it.
func read(_ path: String) throws -> [Recording] {
  let file = try #require(recordingsFolder) + "/" + path
  guard file.hasSuffix(".xz") else { return try RecordingReader.read(file) }
  return try RecordingReader.parse(try contents(file), file: file)
}
