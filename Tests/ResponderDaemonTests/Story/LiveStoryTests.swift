// Random stories of people, programs and devices that use a daemon; every promise is checked after each step.

import Glibc
import Linux
import TestSupport
import Testing

@testable import ResponderDaemon

/// How many stories are run, and how long they are.
///
/// `SOAK_STEPS` asks for more, from the seed `SOAK_FIRST` on; `SOAK_SEED` repeats one, `STORY_SCRIPT`
/// plays the script that a failure has left. With `STORY_ALOUD` a script prints the configuration and
/// what root reads after each step, and a story the number of records.
enum Story: CustomTestStringConvertible {
  case told(seed: UInt64, steps: Int)
  case script(String)

  private static let steps = 500
  // One is long, so that memory that grows with time is found.
  static let stepsOfFirst = 4_000
  private static let least = 33
  // A story in which little happens finds nothing: there is at least one record, or one request that
  // succeeded, in so many steps.
  static let stepsForARecord = 4
  static let stepsForADoneRequest = 20

  static var all: [Story] {
    if let path = Soak.setting("STORY_SCRIPT") { return [.script(path)] }
    if let seed = Soak.setting("SOAK_SEED").flatMap({ UInt64($0) }) { return [story(seed)] }
    let wanted = Soak.steps ?? 0
    let count = UInt64(max(least, (wanted - stepsOfFirst) / steps + 1))
    return (Soak.first..<Soak.first + count).map { story($0) }
  }

  private static func story(_ seed: UInt64) -> Story {
    .told(seed: seed, steps: seed == 1 ? stepsOfFirst : steps)
  }

  /// Whether a script is printed while it is played.
  static var isAloud: Bool { Soak.setting("STORY_ALOUD") != nil }

  var testDescription: String {
    switch self {
    case .told(let seed, let steps): "story \(seed), \(steps) steps"
    case .script(let path): path
    }
  }
}

@Suite struct LiveStoryTests {
  @Test(arguments: Story.all)
  func `every promise is kept after every step`(story: Story) throws {
    switch story {
    case .told(let seed, let steps):
      let journal = try StoryJournal(seed: seed)
      guard let complaint = try run(seed, steps, journal) else { return journal.remove() }
      let short = try shorten(journal.script)
      try journal.write(short)
      Issue.record(
        """
        SOAK_SEED=\(seed), step \(journal.script.steps.count):
        \(complaint)
        STORY_SCRIPT=\(journal.path) plays it again, in \(short.steps.count) steps:
        \(short)
        """)
    case .script(let path):
      let text = String(decoding: try FileReader.read(path, limit: 64 << 20), as: UTF8.self)
      let script = try #require(StoryScript(text), "\(path) does not begin with \"story SEED\"")
      if let complaint = try play(script, aloud: Story.isAloud) {
        Issue.record("\(path): \(complaint)")
      }
    }
  }

  /// Runs a story; returns the first complaint.
  private func run(_ seed: UInt64, _ steps: Int, _ journal: StoryJournal) throws -> String? {
    let world = try StoryWorld(seed: seed)
    let maker = StoryMaker(seed: seed)
    for _ in 0..<steps {
      let step = maker.step(in: world)
      try journal.append(step)
      try world.perform(step)
      guard world.complaints.isEmpty else { return world.complaints.joined(separator: "\n") }
    }
    try world.finish()
    // There were many records, and many requests changed something.
    let told = world.clients[0].reader.seq
    let done = world.clients.reduce(0) { $0 + $1.done }
    if Story.isAloud { print("story \(seed): \(told) records, \(done) requests were done") }
    #expect(told > steps / Story.stepsForARecord, "SOAK_SEED=\(seed)")
    #expect(done > steps / Story.stepsForADoneRequest, "SOAK_SEED=\(seed)")
    return world.complaints.isEmpty ? nil : world.complaints.joined(separator: "\n")
  }

  /// Plays a script; returns the first complaint.
  private func play(_ script: StoryScript, aloud isAloud: Bool = false) throws -> String? {
    let world = try StoryWorld(seed: script.seed)
    if isAloud {
      print(StoryTree.configuration(seed: script.seed))
      world.listener = { print($0.text) }
    }
    for step in script.steps {
      if isAloud { print(step) }
      try world.perform(step)
      guard world.complaints.isEmpty else { return world.complaints.joined(separator: "\n") }
    }
    try world.finish()
    return world.complaints.isEmpty ? nil : world.complaints.joined(separator: "\n")
  }

  // The kind of a complaint: its first words, without names and numbers.
  private func kind(of complaint: String) -> String {
    String(complaint.prefix { $0 != "\n" && $0 != "{" }.filter { !$0.isNumber }.prefix(60))
  }

  /// Removes the steps that the failure does not need, as far as a number of runs can find them.
  private func shorten(_ script: StoryScript) throws -> StoryScript {
    guard let wanted = try play(script).map({ kind(of: $0) }) else { return script }
    var best = script
    var size = max(1, best.steps.count / 2)
    var runs = 0
    while runs < 120 {
      var isShorter = false
      var start = 0
      while start < best.steps.count, runs < 120 {
        var shorter = best
        shorter.steps.removeSubrange(start..<min(start + size, shorter.steps.count))
        runs += 1
        if try play(shorter).map({ kind(of: $0) }) == wanted {
          best = shorter
          isShorter = true
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    return best
  }
}

/// Stores the steps of a story while it runs, so that they are in a file when it ends the process.
private final class StoryJournal {
  let path: String
  private(set) var script: StoryScript
  private let descriptor: Descriptor

  init(seed: UInt64) throws {
    script = StoryScript(seed: seed)
    for folder in [".build", ".build/logs"] { unsafe mkdir(Repository.path(folder), 0o755) }
    path = Repository.path(".build/logs/story-\(seed).txt")
    descriptor = Descriptor(
      owning: unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644))
    put("story \(seed)\n")
  }

  func append(_ step: StoryStep) throws {
    script.steps.append(step)
    put("\(step)\n")
  }

  func write(_ script: StoryScript) throws {
    try FileWriter.replace(path, with: ContiguousArray("\(script)".utf8))
  }

  func remove() { unsafe unlink(path) }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(descriptor.raw, bytes, bytes.count)
  }
}
