// The answers to requests. Requests return them; one place writes them.

import Protocol

/// The answer to a request.
enum Reply {
  /// A closure that writes the members of the result, and one for the lines directly after it.
  case now(result: (LineWriter) -> Void, following: ((LineWriter) -> Void)?)
  /// The work continues in later turns, and calls its closure with the answer.
  case later((@escaping (Result<Reply, ProtocolError>) -> Void) -> Void)

  /// An answer with an empty result.
  static var done: Reply { .result { _ in } }

  /// An answer with these members.
  static func result(
    _ result: @escaping (LineWriter) -> Void, following: ((LineWriter) -> Void)? = nil
  ) -> Reply {
    .now(result: result, following: following)
  }
}

extension Connection {
  /// Sends the answer to a request: now, or when it is ready, if the client is still connected
  /// then. What the request has changed is counted in both cases.
  func send(_ reply: Result<Reply, ProtocolError>, to request: Request) {
    switch reply {
    case .success(.now(let result, let following)):
      changes?.count(request.kind)
      send { $0.reply(to: request.id, result) }
      if let following { send(following) }
    case .success(.later(let work)):
      work { [self] in send($0, to: request) }
    case .failure(let error): send { $0.error(error, to: request.id) }
    }
  }
}
