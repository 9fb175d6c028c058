// What a new client reads of a daemon, to compare with what the others know.

import Linux
import Protocol

@testable import ResponderDaemon

/// The picture of a snapshot.
struct StoryPicture {
  private var truth = PictureOfLines()

  /// Reads a snapshot as a new client of a user.
  init(for user: UInt32, of stage: Stage) throws {
    let peer = try Peer(of: stage.daemon.server, uid: user)
    try peer.send(#"{"id":1,"subscribe":{"types":[],"snapshot":true}}"#)
    // A long snapshot does not fit into the kernel's buffer at once.
    for _ in 0..<10_000 where !truth.isComplete {
      try stage.loop.play(until: stage.time.now)
      for line in try peer.lines() { truth.apply(line) }
    }
    peer.vanish()
    try stage.loop.play(until: stage.time.now)
  }

  /// What a picture from lines has otherwise.
  func differences(from known: PictureOfLines) -> [String] {
    [
      difference("tree", known.treeAtRest, truth.treeAtRest),
      difference("touches", fingers(in: known), fingers(in: truth)),
      difference("gestures", known.gestures.sorted(), truth.gestures.sorted()),
    ].compactMap { $0 }
  }

  private func fingers(in picture: PictureOfLines) -> [String] {
    picture.touches.map { "\($0) \($1)" }.sorted()
  }

  private func difference(_ what: String, _ known: [String], _ truth: [String]) -> String? {
    guard known != truth else { return nil }
    let place =
      zip(known, truth).enumerated().first { $1.0 != $1.1 }?.offset
      ?? min(known.count, truth.count)
    return "knows other \(what): \(known.element(place)) instead of \(truth.element(place))"
  }
}
