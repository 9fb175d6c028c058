// Requests and signals to read the configuration again.

import Blueprint
import ResponderKit
import Wire

extension Daemon {
  /// Reads the configuration file again; it applies as soon as no finger is on what it removes or moves, or
  /// at once when forced. An invalid file changes nothing. The answer contains the warnings.
  func reload(
    force: Bool, then answer: @escaping (Result<[String], RefusedConfiguration>) -> Void = { _ in }
  ) {
    reloading.reload(force: force, then: answer)
  }

  /// The same as a request, which is answered when the file has been read.
  func reloadAsAsked(force: Bool) -> Reply {
    .later { [self] answer in
      reload(force: force) { [unowned self] read in
        let reply = read.map { warnings in
          Reply.result { [self] in
            $0.member("isWaiting", configurations.next != nil)
            $0.member("warnings", warnings)
          }
        }
        answer(reply.mapError { ProtocolError(.invalidEdit, $0.description) })
      }
    }
  }

  /// Cancels everything that is down.
  func cancelAll(because reason: CancelReason) {
    session.cancelAll(at: now, because: reason)
  }
}
