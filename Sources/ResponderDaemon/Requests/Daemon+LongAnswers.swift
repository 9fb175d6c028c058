// Answers about all of the tree: at once when it is small, and in slices when it is big.

import Blueprint
import LinuxKit
import Wire

extension Daemon {
  /// How many names a tree has at most for which such an answer takes less than a millisecond.
  private static let namesAtOnce = 2_000

  /// A reply with members that may be many; it is given at the moment of which it tells.
  func longReply(
    to connection: Connection,
    _ result: @escaping (LineWriter) throws(ProtocolError) -> Void
  ) -> Reply {
    .later { [unowned self] answer in
      var failure: ProtocolError?
      writeInSlices(
        for: connection,
        { writer in
          failure = nil
          do throws(ProtocolError) {
            try result(writer)
          } catch {
            failure = error
          }
        },
        then: { written in
          if let failure { return answer(.failure(failure)) }
          answer(
            .success(
              .result { writer in
                unsafe written.withBytes(in: 0..<written.count) { unsafe writer.raw($0) }
              }))
        })
    }
  }

  /// Writes something, in slices when the tree is big, and goes on at the moment of which it tells.
  func writeInSlices(
    for connection: Connection, _ write: @escaping (LineWriter) -> Void,
    then: @escaping (LineWriter) -> Void
  ) {
    guard configuration.tree.nameCount > Daemon.namesAtOnce else {
      let writer = LineWriter()
      write(writer)
      return then(writer)
    }
    precondition(server.longAnswer == nil, "bug: a client is served while another one waits")
    server.longAnswer = LongAnswer(to: connection, loop.clock, write: write, then: then)
  }
}
