// The daemon's command line, and the errors of an invalid one.

import CommandLine
import Linux
import ResponderDaemon
import Testing

@Suite struct OptionsTests {
  @Test func `without options everything is usual`() throws {
    let options = try #require(try Options.parse([]))
    #expect(options.configuration == "/etc/responderd/responderd.yaml")
    #expect(options.sources == [.configured])
    #expect(options == Options())
  }

  @Test func `every option is read`() throws {
    let options = try #require(
      try Options.parse([
        "--config", "a.yaml", "--socket=/s", "--source", "recording:x:y.touch", "--source",
        "recording:b,repeat", "--source", "evdev:/dev/input/event3", "--source", "libinput",
        "--log", "debug", "--exit-at-end",
      ]))
    #expect(options.configuration == "a.yaml")
    #expect(options.socket == "/s")
    #expect(
      options.sources == [
        .recording("x:y.touch", repeats: false), .recording("b", repeats: true),
        .evdev("/dev/input/event3"), .libinput,
      ])
    #expect(options.threshold == .debug)
    #expect(options.endsWithRecording)
  }

  @Test func `the socket of the environment is the default, and none reads no device`() throws {
    let environment = Environment(["RESPONDERD_SOCKET": "/run/user/7/socket"])
    let options = try #require(try Options.parse(["--source", "none"], environment))
    #expect(options.socket == "/run/user/7/socket")
    #expect(options.sources == [])
    #expect(try Options.parse(["-s", "/a"], environment)?.socket == "/a")
    let service = Environment(["RESPONDERD_SOCKET": "/b", "LISTEN_FDS": "1"])
    let passed = try #require(try Options.parse([], service))
    #expect(passed.socket == nil)
  }

  @Test(arguments: [
    (
      ["--source", "libinptu"],
      "--source libinptu: expected none, libinput, evdev:/dev/input/eventN, recording:FILE or "
        + "recording:FILE,repeat; did you mean libinput?"
    ),
    (
      ["--source", "evdev"],
      "--source evdev: expected none, libinput, evdev:/dev/input/eventN, recording:FILE or "
        + "recording:FILE,repeat"
    ),
    (
      ["--log", "warn"],
      "--log warn: expected one of error, warning, notice, info, debug; did you mean warning?"
    ),
    (
      ["--exit-at-end", "--source", "recording:a,repeat"],
      "--exit-at-end: expected a --source recording:FILE that does not repeat"
    ),
    (["--source", "none", "--source", "libinput"], "--source none: expected no other --source"),
    (["--sokcet", "x"], "argument 1: unknown option --sokcet; did you mean --socket?"),
    (["file.yaml"], "unexpected \"file.yaml\"; expected no operand"),
  ])
  func `an invalid option is explained`(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Options.parse(words) }
    #expect(error?.description == message)
  }

  @Test func `help is help`() throws {
    #expect(try Options.parse(["--help", "--log", "info"]) == nil)
    #expect(Options.help.contains("  --source SPEC  "))
  }
}
