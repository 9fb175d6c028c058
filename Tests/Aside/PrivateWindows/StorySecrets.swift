// Which names each client of a story may read.

import ResponderKit

@testable import ResponderDaemon

/// The names that clients may see before and after a step.
struct StorySecrets {
  private var seenBefore: [Audience] = []
  private var namesBefore: StoryNames
  private var namesNow: StoryNames?

  /// The names before the first step.
  init(_ names: StoryNames) { namesBefore = names }

  /// What a client could see before the step; nil before the first step.
  func seenBefore(by number: Int) -> Audience? {
    seenBefore.indices.contains(number) ? seenBefore[number] : nil
  }

  /// Reads the names of the tree again at the next line, because it may have changed.
  mutating func forgetNow() { namesNow = nil }

  /// Ends a step with these names, of which clients see these audiences.
  mutating func endStep(_ names: StoryNames, seenBy audiences: [Audience]) {
    namesBefore = names
    seenBefore = audiences
  }

  /// Complaints of names that are hidden from a client before and after the step.
  mutating func judge(
    _ line: StoryLine, of number: Int, seeing audience: Audience, in application: Application
  ) -> [String] {
    guard line.type != "error" else { return [] }
    let seen = audience.union(seenBefore(by: number) ?? [])
    let now = namesNow ?? StoryNames(of: application)
    namesNow = now
    return StoryNames.told(in: line.json).compactMap { name in
      let before = namesBefore.shows(name, to: seen)
      let after = now.shows(name, to: seen)
      guard before != true, after != true, before != nil || after != nil else { return nil }
      return "client \(number) reads of \(name), which is hidden from it: \(line.text)"
    }
  }
}
