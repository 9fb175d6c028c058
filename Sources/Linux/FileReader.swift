// Whole files as bytes.

import Glibc

/// Reads whole files.
package enum FileReader {
  /// Every byte of a file that is no larger than the limit.
  ///
  /// A pipe is read until its writer closes it. With `waits: false` a pipe, a socket or a device is an
  /// error instead, so that reading never waits for another program.
  package static func read(
    _ path: String, limit: Int, waits: Bool = true
  ) throws(SystemError) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)
    let file = Descriptor(owning: try systemCall("open", path) { unsafe open(path, flags) })
    let raw = file.raw
    var status = stat()
    try systemCall("fstat", path) { unsafe fstat(raw, &status) }
    guard waits || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      throw SystemError(
        call: "read", subject: path, number: EINVAL,
        advice: "expected a file, found a pipe, a socket or a device")
    }
    var bytes: [UInt8] = []
    // The size of a file is known, so that its bytes need no more room than that, and a little to
    // find its end.
    let size = status.st_mode & S_IFMT == S_IFREG ? min(limit, Int(status.st_size)) : 0
    while true {
      let old = bytes.count
      let rest = old < size ? size - old : old == size ? 4096 : max(old, 4096)
      let step = min(rest, limit + 1 - old)
      let piece = try unsafe bytesRead(by: "read", of: path, atMost: step) {
        unsafe Glibc.read(raw, $0, step)
      }
      if piece.isEmpty { return bytes }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limit {
        throw SystemError(
          call: "read", subject: path, number: EFBIG,
          advice: "more than \(limit) bytes are not accepted")
      }
    }
  }

  /// The command that lets the daemon read a file, for the first part of the path that it may not
  /// use; `may` asks for that with the flags of access.
  package static func commandToRead(_ path: String, may: (String, Int32) -> Bool) -> String {
    let closed = path.indices.filter { path[$0] == "/" && $0 != path.startIndex }
      .map { String(path[..<$0]) }.first { !may($0, X_OK) }
    return closed.map { "sudo chmod a+x \($0)" }
      ?? "sudo chgrp responderd \(path) && sudo chmod g+r \(path)"
  }

  /// The names in a folder, in order; none if it cannot be read.
  package static func names(in folder: String) -> [String] {
    names(in: folder) { _ in true }
  }

  /// The names of the folders in a folder, in order; none if it cannot be read.
  package static func folders(in folder: String) -> [String] {
    names(in: folder) { $0 == DT_DIR }.filter { $0 != "." && $0 != ".." }
  }

  private static func names(in folder: String, ofType fits: (Int) -> Bool) -> [String] {
    guard let open = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(open) }
    var names: [String] = []
    while let entry = unsafe readdir(open) {
      guard unsafe fits(Int(entry.pointee.d_type)) else { continue }
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names.sorted()
  }
}
