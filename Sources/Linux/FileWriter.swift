// Whole files put in place at once.

import Glibc

/// Writes whole files.
package enum FileWriter {
  /// Puts a file in place at once: a reader sees the old one or the whole new one.
  package static func replace(
    _ path: String, with bytes: ContiguousArray<UInt8>, mode: UInt32 = 0o644
  ) throws(SystemError) {
    let draft = "\(path).new"
    do throws(SystemError) {
      let file = Descriptor(
        owning: try systemCall("open", path) {
          unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        })
      let raw = file.raw
      var written = 0
      while written < bytes.count {
        written += try systemCall("write", path) {
          unsafe bytes.withUnsafeBytes {
            unsafe Glibc.write(raw, $0.baseAddress! + written, bytes.count - written)
          }
        }
      }
      try systemCall("fsync", path) { fsync(raw) }
      try systemCall("rename", path) { unsafe rename(draft, path) }
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }
}
