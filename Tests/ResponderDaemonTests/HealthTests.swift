// The list of what keeps touches from programs: each fact begins and ends, and nothing else happened.

import Configuration
import Devices
import Glibc
import Linux
import ResponderKit
import Testing

@testable import ResponderDaemon

/// One fact: how it begins in a healthy daemon, and how it ends.
struct HealthCase: CustomTestStringConvertible, Sendable {
  let code: HealthFact.Code
  let words: String
  let begin: @Sendable (HealthStage) throws -> Void
  let end: @Sendable (HealthStage) throws -> Void

  var testDescription: String { code.rawValue }
}

/// A daemon with one panel without any fact.
final class HealthStage {
  static let node = "/dev/input/event3"
  static let panel = DeviceDescription(node: node, name: "Goodix TS 27", kind: .touchscreen)
  static let entry = #"{ match: { name: "Goodix*" }, source: evdev }"#

  let machine = MadeUpMachine([HealthStage.panel])
  let stage: Stage
  /// A program that reports a problem.
  var reporter: Peer?

  init() throws {
    stage = try Stage.started(HealthStage.configuration(HealthStage.entry), on: machine)
    try stage.play(seconds: 0)
  }

  static func configuration(_ entries: String) -> String {
    """
    screens: { panel: { size: [800, 480] } }
    devices: [\(entries)]
    application: { windows: [{ id: main, handles: [touches] }] }
    """
  }

  /// Reads a file with these entries of `devices`.
  func use(_ entries: String) throws { try load(HealthStage.configuration(entries)) }

  func load(_ text: String) throws {
    try stage.write(text)
    stage.daemon.reload(force: true)
    try stage.play(seconds: 0.1)
  }

  func tap() throws {
    machine.touch(HealthStage.node, .down, 0.5, 0.5)
    machine.touch(HealthStage.node, .up, 0.5, 0.5)
    try stage.play(seconds: 1)
  }

  /// The panel changes what it says of itself, and reports something for the log.
  func change(_ body: (MadeUpDevice) -> Void) throws {
    machine.change(HealthStage.node, body)
    let source = try #require(stage.daemon.sources.devices.first?.source)
    stage.daemon.source(source, reported: SourceMessage(.info, kind: "test", "changed"))
    try stage.play(seconds: 0)
  }

  func waitUntilForgotten() throws { try stage.play(seconds: 601) }
}

@Suite struct HealthTests {
  static let cases = [
    HealthCase(
      code: .noTouchDevice, words: "there is no touchscreen and no touchpad",
      begin: {
        try $0.use("")
        $0.machine.unplug(HealthStage.node)
        try $0.stage.play(seconds: 0)
      },
      end: {
        $0.machine.plug(HealthStage.panel)
        try $0.stage.play(seconds: 0)
      }),
    HealthCase(
      code: .unmatchedEntry,
      words: #"devices[0], with the name "Godix*", matches no device that is plugged in"#,
      begin: { try $0.use(#"{ match: { name: "Godix*" } }"#) },
      end: { try $0.use(HealthStage.entry) }),
    HealthCase(
      code: .shadowedEntry,
      words: "devices[1] has no effect on Goodix TS 27: devices[0] matches it, too",
      begin: { try $0.use(HealthStage.entry + ", { match: { kind: touchscreen }, rotate: 90 }") },
      end: { try $0.use(HealthStage.entry) }),
    HealthCase(
      code: .unopenedDevice, words: "cannot be opened by the daemon: it is refused",
      begin: {
        $0.machine.refuse(HealthStage.node, SourceError("it is refused", number: EACCES))
        $0.machine.unplug(HealthStage.node)
        $0.machine.plug(HealthStage.panel)
        try $0.stage.play(seconds: 0)
      },
      end: {
        $0.machine.refuse(HealthStage.node, nil)
        try $0.stage.play(seconds: 0)
      }),
    HealthCase(
      code: .nothingPassedOn, words: "passes nothing on: no uinput",
      begin: { try $0.change { $0.passingTrouble = "no uinput" } },
      end: { try $0.change { $0.passingTrouble = nil } }),
    HealthCase(
      code: .releasedGrab, words: "its grab was released by hand",
      begin: { try $0.change { $0.isReleased = true } },
      end: { try $0.change { $0.isReleased = false } }),
    HealthCase(
      code: .touchesBesideScreen,
      words: "has touches beside screen panel: calibrationMatrix [1.0, 0.0, 2.0, 0.0, 1.0, 0.0]",
      begin: {
        try $0.use(
          HealthStage.entry.replacing("evdev }", with: "evdev, calibrationMatrix: [1,0,2,0,1,0] }"))
        try $0.tap()
      },
      end: { try $0.use(HealthStage.entry) }),
    HealthCase(
      code: .lastingTouch, words: "has a touch that began more than 5 minutes ago",
      begin: {
        $0.machine.touch(HealthStage.node, .down, 0.5, 0.5)
        try $0.stage.play(seconds: 301)
      },
      end: {
        $0.machine.touch(HealthStage.node, .up, 0.5, 0.5)
        try $0.stage.play(seconds: 1)
      }),
    HealthCase(
      code: .faultyDevice,
      words: "sends ids of fingers twice, or releases fingers that are not down",
      begin: {
        try $0.change { $0.counters.replacedContacts = 1 }
      },
      end: { try $0.waitUntilForgotten() }),
    HealthCase(
      code: .lostSocket, words: "was removed or replaced, so no program can connect",
      begin: {
        #expect(unsafe rename("\($0.stage.folder)/socket", "\($0.stage.folder)/away") == 0)
        try $0.tap()
      },
      end: {
        #expect(unsafe rename("\($0.stage.folder)/away", "\($0.stage.folder)/socket") == 0)
        try $0.tap()
      }),
    HealthCase(
      code: .unreadableConfiguration, words: "No such file or directory",
      begin: {
        #expect(unsafe unlink("\($0.stage.folder)/a.yaml") == 0)
        $0.stage.daemon.reload(force: true)
        try $0.stage.play(seconds: 0.1)
      },
      end: { try $0.use(HealthStage.entry) }),
    HealthCase(
      code: .refusedConfiguration, words: "has errors, the previous configuration applies",
      begin: { try $0.load("screns: {}\n") },
      end: { try $0.use(HealthStage.entry) }),
    HealthCase(
      code: .missedDeadline, words: "a recognizer was served more than 1/60 s after its deadline",
      begin: {
        $0.stage.daemon.figures.countMissedDeadline()
        try $0.tap()
      },
      end: { try $0.waitUntilForgotten() }),
    HealthCase(
      code: .jumpedClock, words: "the clock jumped",
      begin: {
        $0.stage.time.slept += 5_000_000
        try $0.stage.play(seconds: 1)
      },
      end: { try $0.waitUntilForgotten() }),
    HealthCase(
      code: .programProblem, words: "reports: no paper",
      begin: {
        $0.reporter = try $0.stage.peer()
        _ = try $0.stage.ask(
          try #require($0.reporter), #"{"id":1,"identify":{"problems":["no paper"]}}"#)
      },
      end: {
        $0.reporter = nil
        try $0.stage.play(seconds: 0)
      }),
  ]

  @Test func `each fact has a case`() {
    #expect(HealthTests.cases.map(\.code) == HealthFact.Code.allCases)
  }

  @Test(arguments: cases)
  func `a fact begins and ends in the journal, in records and in the status, and no other does`(
    one: HealthCase
  ) throws {
    let whole = try HealthStage()
    let stage = whole.stage
    let program = try stage.subscriber(#""types":["health"]"#)
    let other = try stage.subscriber()
    try whole.tap()
    var numbers = SubscriberTests.numbers(of: try other.lines())
    #expect(try stage.ask(program, #"{"id":2,"status":{}}"#)[0].contains(#""health":[]"#))
    _ = stage.logged()

    try one.begin(whole)
    let began = try program.lines()
    #expect(began.count == 1, "\(began)")
    let start = #""type":"health","event":"began","fact":"\#(one.code.rawValue)","about":""#
    #expect(began.first?.contains(start) == true, "\(began)")
    let all = stage.logged()
    let logged = all.filter { $0.contains("to fix it: ") }
    #expect(logged.count == 1 && logged[0].contains(one.words), "\(logged)")
    // Who reads the journal finds the fix in the first three lines of all about it.
    let fix = try #require(whole.stage.daemon.health.facts.first?.fix)
    let lines = all.joined().split(separator: "\n")
      .drop { !$0.hasPrefix("<3>") && !$0.hasPrefix("<4>") && !$0.contains(one.words) }.prefix(3)
    #expect(lines.contains { $0.hasSuffix("  to fix it: \(fix)") }, "\(lines)")
    #expect(lines.contains { $0.contains(one.words) }, "\(lines)")
    // It is a command, which may be followed by what is to be done by hand.
    let command = fix.prefix { $0 != " " }
    #expect(["sudo", "sudoedit", "responderctl", "top"].contains(command), "\(fix)")
    let status = try stage.ask(program, #"{"id":3,"status":{}}"#)[0]
    #expect(status.contains(#""health":[{"fact":"\#(one.code.rawValue)","#), "\(status)")
    #expect(status.ranges(of: #""fact":""#).count == 1, "\(status)")
    let metrics = try stage.ask(program, #"{"id":4,"status":{"prometheus":true}}"#)[0]
    let isProblem = whole.stage.daemon.health.facts.first?.isProblem == true
    for code in HealthFact.Code.allCases {
      for (name, isThere) in [("health", true), ("problems", isProblem)] {
        let number = isThere && code == one.code ? 1 : 0
        let line = #"responderd_\#(name){fact=\"\#(code.rawValue)\"} \#(number)\n"#
        #expect(metrics.contains(line), "\(name) \(code)")
      }
    }
    let isRefused = [.unreadableConfiguration, .refusedConfiguration].contains(one.code)
    #expect(metrics.contains(#"last_reload_successful \#(isRefused ? 0 : 1)\n"#))

    try one.end(whole)
    let ended = try program.lines()
    #expect(ended.count == 1, "\(ended)")
    #expect(ended.first?.contains(start.replacing("began", with: "ended")) == true, "\(ended)")
    let over = stage.logged().filter { $0.contains(": over: ") }
    #expect(over.count == 1 && over[0].contains(one.words), "\(over)")
    #expect(try stage.ask(program, #"{"id":5,"status":{}}"#)[0].contains(#""health":[]"#))
    // Who does not read these sees no gap.
    try whole.tap()
    numbers += SubscriberTests.numbers(of: try other.lines())
    #expect(numbers.count >= 4 && numbers == Array(numbers[0]..<numbers[0] + numbers.count))
  }

  @Test func `a socket that is lost while nothing happens is found when the watchdog is fed`()
    throws
  {
    let manager = try LifeTests.Manager()
    let stage = try Stage.started(
      HealthStage.configuration(HealthStage.entry), on: MadeUpMachine([HealthStage.panel]),
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "10000000"])
    let program = try stage.subscriber(#""types":["health"]"#)
    #expect(unsafe unlink("\(stage.folder)/socket") == 0)
    try stage.play(seconds: 4)
    #expect(try program.lines() == [])
    try stage.play(seconds: 60)
    let lines = try program.lines()
    #expect(lines.count == 1, "\(lines)")
    #expect(lines.first?.contains(#""event":"began","fact":"lostSocket""#) == true, "\(lines)")
  }

  @Test
  func `a daemon that cannot use its file says how to fix it in the first lines of its journal`()
    throws
  {
    let manager = try LifeTests.Manager()
    let error = #expect(throws: StartError.self) {
      try Stage(
        "screns: {}\nfoo: 1\nbar: 2\n", environment: ["NOTIFY_SOCKET": manager.path])
    }
    let lines = (error?.description.split(separator: "\n") ?? []).map(String.init)
    #expect(lines.element(0).contains("screns"), "\(lines)")
    #expect(lines.element(1).hasPrefix("to fix it: responderctl check /"), "\(lines)")
    #expect(
      lines.element(1).hasSuffix(" && sudo systemctl restart responderd.service"), "\(lines)")
  }

  @Test func `a sleep that was announced is no jump`() throws {
    let whole = try HealthStage()
    let program = try whole.stage.subscriber(#""types":["health"]"#)
    whole.stage.daemon.isAsleep = true
    whole.stage.time.slept += 5_000_000
    try whole.stage.play(seconds: 1)
    #expect(try program.lines() == [])
  }

  @Test(arguments: [
    (#"{ name: "Godix*" }"#, #"did you mean "Goodix*"?"#, true),
    (#"{ name: "Goodix TS 28" }"#, #"did you mean "Goodix TS 27"?"#, true),
    (#"{ name: "ELAN*" }"#, "is plugged in", false),
    (#"{ vendor: "1234" }"#, "devices[1] matches no device that is plugged in", false),
  ])
  func `an entry that matches nothing is a problem if a name is near`(
    match: String, words: String, isProblem: Bool
  ) throws {
    let whole = try HealthStage()
    try whole.use(HealthStage.entry + ", { match: \(match), rotate: 90 }")
    let facts = whole.stage.daemon.health.facts
    #expect(facts.count == 1 && facts.first?.isProblem == isProblem, "\(facts)")
    #expect(facts.first?.text.hasSuffix(words) == true, "\(facts)")
  }

  @Test(arguments: [
    (#"["a\nb"]"#, "identify.problems[0]"), (#"["a", ""]"#, "identify.problems[1]"),
    (#"["\#(String(repeating: "a", count: 513))"]"#, "identify.problems[0]"),
    (#"[1,2,3,4,5,6,7,8,9]"#, "identify.problems[0]"),
    (#"["1","2","3","4","5","6","7","8","9"]"#, "identify.problems"),
  ])
  func `what a program reports of itself is a few lines of text`(
    problems: String, place: String
  ) throws {
    let whole = try HealthStage()
    let program = try whole.stage.peer()
    let answer = try whole.stage.ask(program, #"{"id":1,"identify":{"problems":\#(problems)}}"#)
    #expect(answer.count == 1 && answer[0].contains("\"badRequest\""), "\(answer)")
    #expect(answer.first?.contains("\"\(place)\"") == true, "\(answer)")
    #expect(whole.stage.daemon.health.facts.isEmpty)
  }

  @Test func `an entry for more devices may follow one for fewer`() throws {
    let whole = try HealthStage()
    try whole.use(
      HealthStage.entry.replacing("\" }", with: "\", kind: touchscreen }")
        + ", { match: { kind: touchscreen } }, {}")
    #expect(whole.stage.daemon.health.facts.isEmpty)
  }
}
