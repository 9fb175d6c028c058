// A live run decides as a replay of the same scripts, however late the loop wakes up and whatever
// clients request around the deadlines.

import Configuration
import Linux
import Protocol
import Records
import ResponderKit
import Testing

@testable import Devices
@testable import ResponderDaemon

@Suite struct LiveTimeTests {
  private static let configuration = """
    screens: { panel: { size: [400, 400] } }
    application:
      windows:
        - id: main
          handles: [touches]
          isMultipleTouchEnabled: true
          gestureRecognizers: [{ id: main.pan, pan: { cancelsTouchesInView: false } }]
          subviews:
            - id: taps
              frame: [0, 0, 200, 200]
              handles: [touches]
              gestureRecognizers:
                - { id: hold, longPress: {} }
                - { id: once, tap: { requiresFailureOf: [twice] } }
                - { id: twice, tap: { numberOfTapsRequired: 2 } }
            - id: list
              scrollView:
                frame: [200, 0, 200, 400]
                contentSize: [200, 4000]
                subviews: [{ id: row, button: { frame: [0, 0, 200, 4000] } }]
            - { id: steps, stepper: { frame: [0, 200, 200, 100] } }
            - { id: aside, frame: [0, 300, 200, 100], gestureRecognizers: [{ id: aside.tap, tap: {} }] }
    """

  private static let requests = [
    #"{"id":2,"hitTest":{"point":[50,50],"trace":true}}"#, #"{"id":3,"status":{}}"#,
    #"{"id":4,"tree":{}}"#, #"{"id":5,"set":{"view":"aside","alpha":0.5}}"#,
    #"{"id":6,"set":{"recognizer":"aside.tap","isEnabled":false}}"#,
    #"{"id":7,"set":{"recognizer":"aside.tap","isEnabled":true}}"#,
    #"{"id":8,"set":{"view":"aside","isInhibited":true}}"#,
    #"{"id":9,"answer":{"question":77,"yes":true}}"#, #"{"id":10,"cancel":{"touches":[987654]}}"#,
  ]

  private static let subscription =
    #"{"id":1,"subscribe":{"types":["touches","unhandled","gesture","control","action","scroll"],"explain":true}}"#

  /// The engine without a loop, which gets the same frames.
  private struct Replay {
    let configuration: DaemonConfiguration
    let session: Session
    let reader: SessionReader
    var lines: [String] = []

    init(reading path: String) throws {
      configuration = try DaemonConfiguration(
        reading: path, log: Log(format: .journal, threshold: .error) { _ in })
      var filter = Filter()
      filter.types = [.touches, .unhandled, .gesture, .control, .action, .scroll, .explain].reduce(
        into: RecordTypes()
      ) { $0.insert(RecordTypes($1)) }
      session = Session(configuration.tree, configuration.blueprint.wanted)
      reader = SessionReader(filter, of: session)
    }

    mutating func play(_ scripts: [Recording], from origin: Int64, until end: Int64) {
      let rules = DeviceRules(
        rules: configuration.settings.deviceRules, screens: configuration.tree.screens)
      var sequence = RecordingSequence(
        scripts.compactMap { RecordingPart($0, rules) }.map { RecordingPlayer($0) },
        origin: Instant(microseconds: origin))
      let session = session
      while sequence.next({ session.feed($0) }) { drain() }
      session.advance(to: Instant(microseconds: end))
      drain()
    }

    private mutating func drain() {
      reader.read(session) { lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    }
  }

  /// What lines say besides their own numbers: edits, devices and other clients count as well.
  private func normalized(_ lines: [String]) throws -> [String] {
    var frames: [Substring: Int] = [:]
    return try lines.map { line in
      let members = line.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
      try #require(members.count == 4 && members[2].hasPrefix(#""frame":"#), "\(line)")
      let frame = frames[members[2], default: frames.count]
      frames[members[2]] = frame
      return "\(members[1]) \(frame) \(members[3])"
    }
  }

  private func time(of line: String) throws -> Double {
    let members = line.split(separator: ",", maxSplits: 2)
    return try #require(Double(members[1].dropFirst(#""t":"#.count)), "\(line)")
  }

  // Fingers with pauses around the times that recognizers, scroll views and controls wait for.
  private func script(_ dice: inout Dice) -> String {
    let waits: [Int] = [500_000, 350_000, 150_000, 100_000, 750_000, 16_667, 30_000, 0]
    let around: [Int] = [0, 0, 1, -1, 2, -2, 10, -10, 500, -500]
    let places = [(50, 50), (60, 150), (300, 200), (300, 300), (50, 250), (150, 250)]
    var now = dice.below(200_000)
    var down: [Int: (x: Int, y: Int)] = [:]
    var lines: [String] = []
    for number in 1...(3 + dice.below(12)) {
      now += max(1, waits[dice.below(waits.count)] + around[dice.below(around.count)])
      let stamp = "\(now / 1_000_000).\(String(1_000_000 + now % 1_000_000).dropFirst())"
      if let (id, place) = down.min(by: { $0.key < $1.key }), dice.below(3) > 0 {
        if dice.below(2) == 0 {
          down[id] = nil
          lines.append("\(stamp) up \(id)")
        } else {
          let moved = (place.x + dice.below(9) - 4, place.y + [-30, -5, 0, 2, 40][dice.below(5)])
          down[id] = moved
          lines.append("\(stamp) move \(id) \(moved.0),\(moved.1)")
        }
      } else {
        let place = places[dice.below(places.count)]
        down[number] = place
        lines.append("\(stamp) down \(number) \(place.0),\(place.1)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: 1...8)
  func `a live run writes what a replay of the same scripts writes`(seed: Int) throws {
    let stage = try Stage.started(LiveTimeTests.configuration, script: "9999.0 wait\n")
    let subscriber = try stage.peer()
    _ = try stage.ask(subscriber, LiveTimeTests.subscription)
    let client = try stage.peer()
    var replay = try Replay(reading: "\(stage.folder)/a.yaml")
    var dice = Dice(seed: UInt64(seed))
    for round in 1...125 {
      let texts = dice.below(3) == 0 ? [script(&dice), script(&dice)] : [script(&dice)]
      let origin = stage.time.now
      var live: [String] = []
      for (index, text) in texts.enumerated() {
        let recording = try recording(text, "r\(index)")
        let part = try #require(RecordingPart(recording, stage.daemon.sources.rules(isNew: false)))
        let source = RecordingSource([part])
        source.delegate = stage.daemon
        source.onEnd = { [unowned source] in
          stage.daemon.sources.remove(source)
        }
        try source.start(on: stage.loop)
        stage.daemon.sources.append(source)
      }
      var quiet = 0
      while quiet < 4_000_000 {
        if dice.below(3) == 0 {
          for _ in 0...dice.below(3) {
            try client.send(LiveTimeTests.requests[dice.below(LiveTimeTests.requests.count)])
          }
        }
        for _ in 0..<dice.below(4) { try stage.loop.runOnce(timeout: 0) }
        let jump = jump(to: stage.loop.nextDeadline, from: stage.time.now, &dice)
        stage.time.now += jump
        quiet = stage.daemon.sources.recordings.count == 1 ? quiet + Int(jump) : 0
        while try stage.loop.runOnce(timeout: 0), dice.below(4) > 0 {}
        for line in try subscriber.lines() {
          #expect(try time(of: line) <= Double(stage.time.now) / 1_000_000)
          live.append(line)
        }
        _ = try client.lines()
      }
      try stage.play(seconds: 0)
      live += try subscriber.lines()
      let recordings = try texts.enumerated().map { try recording($1, "r\($0)") }
      replay.play(recordings, from: origin, until: stage.time.now)
      let times = try live.map { try time(of: $0) }
      try #require(times == times.sorted(), "seed \(seed), round \(round): \(texts)")
      let expected = try normalized(replay.lines)
      let found = try normalized(live)
      let difference = zip(found, expected).first { $0 != $1 }
      try #require(
        found == expected,
        "seed \(seed), round \(round): \(found.count) and \(expected.count) records, first different: \(difference.map { "\($0)" } ?? "none") of \(texts)"
      )
      replay.lines = []
    }
  }

  private func recording(_ text: String, _ name: String) throws -> Recording {
    Recording(
      name: name, content: .script(try TouchScript(parsing: Array(text.utf8), file: "script")))
  }

  // To the next deadline, to an instant just beside it, or past many.
  private func jump(to deadline: Int64?, from now: Int64, _ dice: inout Dice) -> Int64 {
    let next = max(0, (deadline.map { min($0, now + 1_000_000) } ?? now + 1_000_000) - now)
    switch dice.below(6) {
    case 0: return next + 1 + Int64(dice.below(20))
    case 1: return max(0, next - 1 - Int64(dice.below(20)))
    case 2: return Int64(dice.below(700_000))
    case 3: return Int64(dice.below(3_000_000))
    default: return next
    }
  }
}
