// Notices that a node's owner, mode or access list changed, which udev does not report.

import Glibc
import Linux

/// Notices that a node's owner, mode or access list changed: it may be openable now.
@safe
final class NodePermissions {
  private let descriptor: Descriptor
  private var watch: Watch?

  /// Calls the handler with the names of nodes in the directory from now on.
  init(
    folder: String = "/dev/input", on loop: EventLoop, _ handler: @escaping (String) -> Void
  ) throws(SystemError) {
    descriptor = Descriptor(
      owning: try systemCall("inotify_init1") {
        inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      })
    let raw = descriptor.raw
    try systemCall("inotify_add_watch", folder) {
      unsafe inotify_add_watch(raw, folder, UInt32(IN_ATTRIB))
    }
    watch = try loop.watch(raw, .readable) { [unowned self] _ in
      for name in names() { handler("\(folder)/\(name)") }
    }
  }

  deinit { watch?.cancel() }

  private func names() -> [String] {
    let raw = descriptor.raw
    var names: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = try? systemCallUnlessBlocked("read") {
        unsafe buffer.withUnsafeMutableBytes { unsafe read(raw, $0.baseAddress, $0.count) }
      }
      guard let count = count ?? nil, count > 0 else { return names }
      // Each event is a head of 16 bytes, whose last four say how long the name is.
      var position = 0
      while position + 16 <= count {
        let length =
          Int(buffer[position + 12]) | Int(buffer[position + 13]) << 8 | Int(buffer[position + 14])
          << 16
        let name = buffer[(position + 16)..<min(count, position + 16 + length)].prefix { $0 != 0 }
        let text = String(decoding: name, as: UTF8.self)
        if !text.isEmpty, !names.contains(text) { names.append(text) }
        position += 16 + length
      }
    }
  }
}
