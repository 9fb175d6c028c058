// Replies about the whole tree.

import Blueprint
import Wire

extension Daemon {
  /// A reply with many members; it is sent at the time that it describes.
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
}
