// Requests and signals to read the configuration again.

import Blueprint
import ResponderKit
import Wire

extension Daemon {
  /// Reads the configuration file again; it applies as soon as no finger is on what it removes or moves, or
  /// at once when forced. An invalid file changes nothing. The answer contains the warnings.
  func reload(
    force: Bool,
    then answer: @escaping (Result<ConfigurationWarnings, RefusedConfiguration>) -> Void = { _ in }
  ) {
    reloading.reload(force: force, then: answer)
  }

  /// The same as a request, which is answered when the file has been read.
  func reloadAsAsked(_ connection: Connection, force: Bool) -> Reply {
    let reads = readsEverything(connection)
    return .later { [self] answer in
      reload(force: force) { [unowned self] read in
        let reply = read.map { warnings in
          Reply.result { [self] in
            $0.member("isWaiting", configurations.next != nil)
            $0.member("warnings", reads ? warnings.all : warnings.ofPublicWindows)
          }
        }
        answer(
          reply.mapError {
            ProtocolError(.invalidEdit, reads ? $0.description : Daemon.unreadErrors)
          })
      }
    }
  }

  /// Why a file was refused, for those who do not read all windows.
  static let unreadErrors = "the file has errors; the journal has them"

  /// Cancels everything that is down.
  func cancelAll(because reason: CancelReason) {
    panel.cancelAll(at: now, because: reason)
  }
}
