// An owner of a server that answers each request with a text.

import Linux
import Protocol
import Records

@testable import ResponderDaemon

/// Answers `unsubscribe` with its number, `tree` with a long text, and `describe` with a longer one.
final class EchoDelegate: ServerDelegate {
  var closed: [Int] = []
  let stream = RecordStream()
  /// The number of bytes in the answer to a `describe`.
  var answerBytes = 200_000
  /// Called with the number of an `unsubscribe` before it is answered.
  var work: (Int) -> Void = { _ in }

  func serverWillServe(_ server: Server) {}

  func server(_ server: Server, didAccept connection: Connection) {
    connection.send { $0.raw("{\"type\":\"hello\"}\n" as StaticString) }
  }

  func server(_ server: Server, didReceive request: Request, from connection: Connection) {
    switch request.kind {
    case .unsubscribe(let number):
      work(number)
      connection.send { $0.reply(to: request.id) { $0.member("number", number) } }
    case .tree:
      connection.send {
        $0.reply(to: request.id) { $0.member("text", String(repeating: "x", count: 20_000)) }
      }
    case .describe:
      connection.send {
        $0.reply(to: request.id) { $0.member("text", String(repeating: "x", count: answerBytes)) }
      }
    case .subscribe(let filter, _, _):
      connection.subscriptions.append(
        Subscription(id: 1, filter: filter, to: stream, for: connection.names))
    default: break
    }
  }

  func server(_ server: Server, finds peer: PeerCredentials, toBe actor: String) -> Bool { false }

  func server(_ server: Server, shouldSendSnapshotTo connection: Connection) {}

  func server(_ server: Server, didClose connection: Connection) -> Bool {
    closed.append(connection.number)
    return true
  }
}
