// What a request is answered with. Requests do their work and return it; one place writes it.

import Wire

/// The answer to a request.
enum Reply {
  /// What writes the members of the result, and the lines that come directly after it.
  case now(result: (LineWriter) -> Void, following: ((LineWriter) -> Void)?)
  /// The work goes on in later turns, and gives the answer when it is done.
  case later((@escaping (Result<Reply, ProtocolError>) -> Void) -> Void)

  /// The answer to a request that has nothing to tell.
  static var done: Reply { .result { _ in } }

  /// An answer with these members.
  static func result(
    _ result: @escaping (LineWriter) -> Void, following: ((LineWriter) -> Void)? = nil
  ) -> Reply {
    .now(result: result, following: following)
  }
}

extension Connection {
  /// Answers a request: now, or when what it asks for is done, if the client is still there then.
  func say(_ reply: Result<Reply, ProtocolError>, to id: RequestID?) {
    switch reply {
    case .success(.now(let result, let following)):
      say { $0.reply(to: id, result) }
      if let following { say(following) }
    case .success(.later(let work)):
      work { [weak self] in self?.say($0, to: id) }
    case .failure(let error): say { $0.error(error, to: id) }
    }
  }
}
