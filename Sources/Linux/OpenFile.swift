// A file that is read in pieces.

import Glibc

/// A regular file that is read in pieces, from any place; it stays readable when it is renamed or removed.
package final class OpenFile: Sendable {
  /// The name that it was opened by.
  package let path: String
  private let descriptor: Descriptor

  /// Opens a file; nil if it is a folder, a pipe, a socket or a device.
  package init?(_ path: String) throws(SystemError) {
    // A pipe is left to who waits for its writer.
    let flags = O_RDONLY | O_CLOEXEC
    var status = stat()
    try systemCall("stat", path) { unsafe stat(path, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    descriptor = Descriptor(owning: try systemCall("open", path) { unsafe open(path, flags) })
  }

  /// Appends at most so many bytes from a place in the file; returns how many, 0 at its end.
  package func read(_ most: Int, at offset: Int, into bytes: inout [UInt8]) throws(SystemError)
    -> Int
  {
    let raw = descriptor.raw
    let piece = try unsafe bytesRead(by: "pread", of: path, atMost: most) {
      unsafe pread(raw, $0, most, offset)
    }
    bytes += piece
    return piece.count
  }
}
