// Answers about the whole tree: written at once for a small tree, and in slices for a large one.

import Blueprint
import LinuxKit
import ResponderKit
import Wire

extension Daemon {
  /// The largest number of names in a tree for which such an answer takes less than a millisecond.
  private static let namesAtOnce = 2_000

  /// Writes an answer, in slices if the tree is large, and calls `then` at the time that it
  /// describes.
  func writeInSlices(
    for connection: Connection, _ write: @escaping (LineWriter) -> Void,
    then: @escaping (LineWriter) -> Void
  ) {
    guard configuration.tree.nameCount > Daemon.namesAtOnce, server.service.longAnswer == nil
    else {
      let writer = LineWriter()
      write(writer)
      return then(writer)
    }
    server.service.begin(LongAnswer(to: connection, loop.clock, write: write, then: then))
  }
}

extension LongAnswer {
  /// Marks the answer to be written again if the engine reports a change of views.
  func markStale(after outbox: Outbox) {
    if !isStale, outbox.reports.contains(where: \.kind.changesViews) { markStale() }
  }
}

extension Report.Kind {
  // Whether a view has other properties than before.
  fileprivate var changesViews: Bool {
    switch self {
    case .control, .scrolled, .firstResponder: true
    case .touches, .unhandled, .press, .unhandledPress, .motion, .remoteControl, .contacts, .action,
      .failure, .lost, .performed, .canBecomeFirstResponder, .canResignFirstResponder, .transition,
      .waits, .holds, .released, .refused, .missed, .stuck, .cycle, .asksOutside, .answerMissing,
      .hitTest, .pointInside, .asked, .recognizerTouches, .recognizerPress, .reset, .proposed,
      .tracking:
      false
    }
  }
}
