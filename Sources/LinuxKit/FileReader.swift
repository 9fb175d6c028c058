// Whole files as bytes.

import Glibc

/// Reads whole files.
package enum FileReader {
  /// Every byte of a file that is no larger than the limit.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> ContiguousArray<UInt8>
  {
    let file = Descriptor(
      owning: try systemCall("open", path) { unsafe open(path, O_RDONLY | O_CLOEXEC) })
    let raw = file.raw
    var status = stat()
    try systemCall("fstat", path) { unsafe fstat(raw, &status) }
    var bytes: ContiguousArray<UInt8> = []
    if status.st_mode & S_IFMT == S_IFREG { bytes.reserveCapacity(min(limit, Int(status.st_size))) }
    while true {
      let old = bytes.count
      let step = min(max(old, 4096), limit + 1 - old)
      bytes.append(contentsOf: repeatElement(0, count: step))
      let count = try systemCall("read", path) {
        unsafe bytes.withUnsafeMutableBytes {
          unsafe Glibc.read(raw, $0.baseAddress! + old, step)
        }
      }
      bytes.removeLast(step - count)
      if count == 0 { return bytes }
      if bytes.count > limit {
        throw SystemError(
          call: "read", subject: path, number: EFBIG,
          advice: "more than \(limit) bytes are not accepted")
      }
    }
  }
}
