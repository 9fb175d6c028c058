// Each case is played through a whole daemon in virtual time; a subscriber must read its records.

import Glibc
import Linux
import ResponderKit
import Testing

@testable import Devices
@testable import ResponderDaemon

@Suite struct CaseTests {
  private static let subscription =
    #""types":["touches","unhandled","gesture","control","action","presses","motion","#
    + #""remoteControl","scroll","firstResponder","focus","edit"]"#

  /// A folder that gets every case with its present result, to compare it with the old one.
  private static let told = unsafe getenv("CASES_TOLD").map { unsafe String(cString: $0) }

  @Test func `every file of cases can be read, each name is there once`() throws {
    let names = try Case.all.get().map(\.name)
    #expect(names.count >= 90)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: (try? Case.all.get()) ?? [])
  func `a subscriber reads what the case says`(_ story: Case) throws {
    let got = try play(story)
    if let folder = CaseTests.told {
      let text = got.map { "\($0)\n" }.joined()
      try FileWriter.replace("\(folder)/\(story.name)", with: ContiguousArray(text.utf8))
    }
    let difference = zip(got, story.records).enumerated().first { $1.0 != $1.1 }?.offset
    let first = difference ?? min(got.count, story.records.count)
    #expect(
      got == story.records,
      """
      line \(first + 1)
      expected: \(story.records.element(first))
      got:      \(got.element(first))
      """)
  }

  private func play(_ story: Case) throws -> [String] {
    let stage = try Stage.started(story.configuration, script: "9999999 wait\n")
    let peer = try stage.subscriber(CaseTests.subscription)
    let zero = stage.time.now
    try start(story.devices, on: stage)
    var told: [String] = []
    var now = 0.0
    // What arrived between two requests is handled together, so its steps are counted together.
    func hear(until time: Double) throws {
      var lines: [String] = []
      let end = zero + Int64((time * 1_000_000).rounded())
      while stage.time.now < end {
        let step = max(200_000, (end - stage.time.now) / 16)
        try stage.loop.play(until: min(stage.time.now + step, end))
        lines += try peer.lines()
      }
      told += try BriefRecord.lines(lines, since: Double(zero) / 1_000_000, at: now)
      now = time
    }
    for (index, request) in story.requests.enumerated() {
      try hear(until: request.time)
      let line = "{\"id\":\(10 + index),\(request.line.dropFirst())"
      told += try BriefRecord.lines(
        try stage.ask(peer, line), since: Double(zero) / 1_000_000, at: now)
    }
    try hear(until: story.end)
    #expect(stage.daemon.configuration.application.checkInvariants() == [])
    return told
  }

  /// Plays recordings together, as a replay does.
  private func start(_ devices: [Case.Player], on stage: Stage) throws {
    guard !devices.isEmpty else { return }
    let rules = stage.daemon.sources.rules(isNew: false)
    let parts = try devices.map { device in
      let recordings = try RecordingReader.parse(Array(device.text.utf8), file: device.name)
      let recording = try #require(recordings.first)
      return try #require(RecordingPart(recording, rules))
    }
    let source = RecordingSource(parts)
    source.delegate = stage.daemon
    source.onEnd = { [unowned source, unowned daemon = stage.daemon] in
      daemon.sources.remove(source)
    }
    try source.start(on: stage.loop)
    stage.daemon.sources.append(source)
  }
}
