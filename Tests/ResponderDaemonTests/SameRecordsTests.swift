// The same fingers give the same records, in the daemon and in a replay, however late the loop is.

import Linux
import ResponderKit
import TestSupport
import Testing

@testable import ResponderDaemon

@Suite struct SameRecordsTests {
  /// How the loop is woken: by how much time jumps from one look to the next.
  enum Waking: CaseIterable, CustomTestStringConvertible {
    case punctual, everyMillisecond, oddly, once

    var testDescription: String { "\(self)" }

    /// The jump before a look, in microseconds; nil wakes it at every deadline.
    func jump(_ look: Int) -> Int64? {
      switch self {
      case .punctual: nil
      case .everyMillisecond: 1_000
      case .oddly: [137, 48_000, 950_001, 3, 400_000][look % 5]
      case .once: 60_000_000
      }
    }
  }

  private func text(_ name: String) throws -> String { try Repository.text(of: name) }

  // What the line says besides its number, at times counted from the recording's own zero.
  private func told(_ line: String, startedAt start: Double) throws -> String {
    let afterNumber = try #require(line.split(separator: ",", maxSplits: 1).last)
    let members = afterNumber.split(separator: ",", maxSplits: 1)
    let time = try #require(Double(members[0].dropFirst(#""t":"#.count)))
    let microseconds = Int64(((time - start) * 1_000_000).rounded())
    return "\(microseconds) \(members[1])"
  }

  @Test(arguments: Waking.allCases)
  func `the example's records are the golden ones`(waking: Waking) throws {
    let golden = try text("Tests/Golden/kiosk-demo.jsonl").split(separator: "\n").map {
      try told(String($0).replacing(#""device":"demo""#, with: #""device":"panel""#), startedAt: 0)
    }
    let stage = try Stage.started(
      try text("config/examples/kiosk.yaml"), script: try text("config/examples/demo.touch"))
    let peer = try stage.subscriber()
    var lines: [String] = []
    var look = 0
    let end = stage.time.now + 60_000_000
    while stage.time.now < end {
      if let jump = waking.jump(look) {
        stage.time.now += jump
        while try stage.loop.runOnce(timeout: 0) {}
      } else {
        try stage.play(seconds: 60)
      }
      look += 1
      lines += try peer.lines()
    }
    let records = lines.filter { !$0.contains(#""type":"device""#) }
    #expect(try records.map { try told($0, startedAt: 100) } == golden)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
  }
}
