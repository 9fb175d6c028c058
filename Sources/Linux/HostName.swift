// The name of this machine.

import Glibc

/// The kernel's name for this machine.
package enum HostName {
  /// The name, or nil where there is none.
  package static var current: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    let result = unsafe gethostname(&buffer, buffer.count - 1)
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return result == 0 && !name.isEmpty ? name : nil
  }
}
