// Requests and signals to read the configuration again.

import Configuration
import Protocol
import Records
import ResponderKit

extension Daemon {
  /// Reads the configuration file again; it applies as soon as no finger is on what it removes or moves, or
  /// at once when forced. An invalid file changes nothing. The answer contains the warnings.
  func reload(
    force: Bool, confirmWithin seconds: Int? = nil,
    then answer: @escaping (Result<ConfigurationWarnings, RefusedConfiguration>) -> Void = { _ in }
  ) {
    reloading.reload(force: force, confirmWithin: seconds, then: answer)
  }

  /// The same as a request, which is answered when the file has been read.
  func reloadAsAsked(
    _ connection: Connection, force: Bool, confirmWithin seconds: Int?
  ) -> Reply {
    let reads = readsEverything(connection)
    return .later { [self] answer in
      reload(force: force, confirmWithin: seconds) { [unowned self] read in
        let reply = read.map { warnings in
          Reply.result { [self] in
            $0.member("isWaiting", configurations.next != nil)
            if let seconds = reloading.secondsToConfirmLatest {
              $0.member("confirmWithin", seconds)
            }
            $0.member("warnings", reads ? warnings.all : warnings.ofPublicWindows)
          }
        }
        answer(
          reply.mapError {
            ProtocolError(.invalidEdit, reads ? $0.description : $0.reason.publicText)
          })
      }
    }
  }

  /// Keeps the configuration that applies.
  func confirm() throws(ProtocolError) -> Reply {
    try reloading.confirm()
    return .done
  }

  /// Cancels everything that is down.
  func cancelAll(because reason: CancelReason) {
    panel.cancelAll(at: now, because: reason)
  }
}
