// What is written about all of the tree: at once when it is small, and in slices when it is big.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// How many names a tree has at most for which such an answer takes less than a millisecond.
  private static let namesAtOnce = 2_000

  /// Writes something, in slices when the tree is big, and goes on at the moment of which it tells.
  func writeInSlices(
    for connection: Connection, _ write: @escaping (LineWriter) -> Void,
    then: @escaping (LineWriter) -> Void
  ) {
    guard configuration.tree.nameCount > Daemon.namesAtOnce, server.longAnswer == nil else {
      let writer = LineWriter()
      write(writer)
      return then(writer)
    }
    server.longAnswer = LongAnswer(to: connection, loop.clock, write: write, then: then)
  }

  /// What is being written in slices has to be written anew if the engine reports a change of what
  /// views show.
  func noteChanges(in outbox: Outbox) {
    guard let answer = server.longAnswer, !answer.isStale else { return }
    answer.isStale = outbox.reports.contains {
      switch $0.kind {
      case .control, .scrolled, .firstResponder: true
      default: false
      }
    }
  }
}
