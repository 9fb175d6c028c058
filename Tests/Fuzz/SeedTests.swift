// What the fuzzer begins with, and what it once found, played by every run of the tests.

import Linux
import TestSupport
import Testing

@Suite(.serialized) struct SeedTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    try FileReader.read(Repository.path("Tests/Fuzz/Seeds/\(name)"), limit: 1 << 20)
  }

  @Test(arguments: ["attacks.session", "attacks.jsonl", "requests.jsonl"])
  func `sessions of attackers end as all others do`(name: String) throws {
    try unsafe SessionPlayer.shared.play(bytes(name))
  }

  @Test(arguments: [0xA5, 0xB5, 0xC5] as [UInt8])
  func `a session has an end, whatever it repeats`(command: UInt8) throws {
    try unsafe SessionPlayer.shared.play(
      Array(repeating: [0xFF, command], count: 5_000).flatMap { $0 })
  }

  @Test(arguments: ["contacts.evemu", "losses.evtest", "ranges.yml", "fingers.touch"])
  func `fingers of recordings come once and go once`(name: String) throws {
    playRecordings(try bytes(name))
  }

  @Test(arguments: 0..<6)
  func `fingers of a kernel device come once and go once`(kind: UInt8) throws {
    translateKernelEvents([kind] + (try bytes("attacks.session")))
    translateKernelEvents([kind | 0xC0] + (try bytes("contacts.evemu")))
  }
}
