// Why the daemon does not start.

package import LinuxKit

/// What keeps the daemon from working, and the status it ends with.
package struct StartError: Error, CustomStringConvertible {
  package let description: String
  /// Whose matter it is.
  package let origin: Log.Origin

  /// 1 when the system refuses, 2 when the command line or the configuration is wrong.
  package var status: Int32 {
    switch origin {
    case .config: 2
    case .device, .client, .bug, .service: 1
    }
  }

  /// What keeps the daemon from working, in words, and whose matter it is.
  package init(_ description: String, _ origin: Log.Origin) {
    self.description = description
    self.origin = origin
  }
}
