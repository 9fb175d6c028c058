// The error for an unknown name, with the nearest name that its client may see.

import CommandLine
import Configuration
import Protocol

extension VisibleTree {
  /// The error for a name that no responder, view or recognizer has, as `what` says.
  func unknown(_ what: String, _ name: String, path: String) -> ProtocolError {
    if let item = self[name] {
      return ProtocolError(
        .notFound, at: path, "expected a \(what), found \"\(name)\", which is \(item.inWords)")
    }
    let hint =
      didYouMean(nearest(to: name) { $0.isA(what) }).map { "; \($0)" } ?? ""
    return ProtocolError(.notFound, at: path, "no \(what) is named \"\(name)\"\(hint)")
  }
}
