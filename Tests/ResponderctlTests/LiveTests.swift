// The commands that ask the daemon, against the daemon's own program.

import Glibc
import Linux
import Protocol
import TestSupport
import Testing

@testable import responderctl

/// The daemon's program, with a panel and a finger that taps again and again.
final class LiveDaemon {
  let socket: String
  let configuration: String
  private let sandbox: Sandbox
  private let pid: pid_t

  init() throws {
    sandbox = Sandbox()
    socket = "@responderctl-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    configuration = try sandbox.file("panel.yaml", Sandbox.panel)
    let script = try sandbox.file("tap.touch", "0 down 1 32.5,60\n0.05 up 1\n0.1 wait\n")
    let pidFile = try sandbox.file("pid", "")
    let log = try sandbox.file("log", "")
    let command =
      "'\(Repository.program("responderd"))' --config '\(configuration)' --socket '\(socket)' "
      + "--source 'recording:\(script),repeat' 2> '\(log)' & echo $! > '\(pidFile)'"
    try #require(unsafe system(command) == 0)
    // It is ready when its log says so; the socket then listens.
    var ready = false
    for _ in 0..<500 where !ready {
      ready = String(decoding: try FileReader.read(log, limit: 65_536), as: UTF8.self)
        .contains("ready")
      if !ready { poll(nil, 0, 20) }
    }
    let number = String(decoding: try FileReader.read(pidFile, limit: 64), as: UTF8.self)
    pid = pid_t(number.filter(\.isNumber)) ?? 0
    try #require(ready && pid > 0)
  }

  deinit { if pid > 0 { kill(pid, SIGTERM) } }

  /// Runs a command against this daemon.
  func run(_ words: String...) -> Run { Run([words[0], "--socket", socket] + words.dropFirst()) }
}

@Suite(.serialized) struct `Live` {
  let daemon: LiveDaemon

  init() throws { daemon = try LiveDaemon() }

  @Test func `watch prints what happens, as lines for people or for programs`() throws {
    let readable = daemon.run("watch", "--count", "3", "--type", "touches", "--type", "gesture")
    #expect(readable.status == .done)
    #expect(readable.lines.count == 3)
    #expect(readable.output.contains("gesture        ended     red.tap              at 12.5,40"))
    let json = daemon.run("watch", "--count", "2", "--json", "--recognizer", "red.tap")
    let checked = try json.lines.map { try JSON(parsing: $0)["seq"]?.int }
    #expect(checked.count == 2 && checked.allSatisfy { $0 != nil })
  }

  @Test func `watch and explain end when what they print cannot be written`() throws {
    for words in [["watch", "--json"], ["watch"], ["explain"]] {
      let output = try Output(creating: "/dev/full")
      let status = Tool.run(words + ["--socket", daemon.socket], output)
      #expect(status == .done)
      #expect(output.failure?.number == ENOSPC)
    }
  }

  @Test func `watch and explain begin with what has just happened`() throws {
    let first = daemon.run("watch", "--count", "2", "--json", "--recognizer", "red.tap")
    let numbers = try first.lines.map { try JSON(parsing: $0)["seq"]?.int ?? 0 }
    let again = daemon.run(
      "watch", "--since", "30", "--count", "2", "--json", "--recognizer", "red.tap")
    let former = try again.lines.map { try JSON(parsing: $0)["seq"]?.int ?? .max }
    #expect(former.count == 2 && former[0] <= numbers[0])
    #expect(daemon.run("explain", "--since", "0").status == .usage)
  }

  @Test func `a filter chooses the types that have what it filters by`() throws {
    let gestures = daemon.run("watch", "--count", "3", "--json", "--recognizer", "red.tap")
    #expect(gestures.status == .done)
    #expect(gestures.lines.count == 3)
    #expect(gestures.lines.allSatisfy { $0.contains(#""type":"gesture""#) })
    let none = daemon.run("on", "--recognizer", "red.tap", "--event", "touchDown", "--", "true")
    #expect(none.status == .usage)
    #expect(none.errors.contains("--recognizer and --event: no type of record has both"))
  }

  @Test func `names that the daemon does not know are reported, and with strict an error`() {
    let loose = daemon.run(
      "watch", "--count", "1", "--view", "rde", "--view", "red", "--recognizer", "red.tap")
    #expect(loose.status == .done)
    #expect(
      loose.errors == "responderctl watch: warning: \"rde\" does not exist; "
        + "did you mean \"red\"?\n")
    let strict = daemon.run("on", "--strict", "--recognizer", "red.tap,red.pan", "--", "true")
    #expect(strict.status == .no)
    #expect(strict.output == "")
    #expect(
      strict.errors == "responderctl on: error: \"red.tap,red.pan\" does not exist; "
        + "give the option once for each name\n")
    let known = daemon.run("watch", "--strict", "--count", "1", "--recognizer", "red.tap")
    #expect(known.status == .done)
    #expect(known.errors == "")
  }

  @Test func `tree, chain and hit say the same live as from the file`() {
    for words in [
      ["tree"], ["tree", "red"], ["tree", "--yaml"], ["tree", "--yaml", "red"], ["tree", "--svg"],
      ["chain", "red"], ["hit", "--trace", "30", "30"],
      ["why", "red.tap", "30", "30"],
    ] {
      let live = Run([words[0], "--socket", daemon.socket] + words.dropFirst())
      let offline = Run([words[0], "--config", daemon.configuration] + words.dropFirst())
      #expect(live.status == .done)
      #expect(live.output == offline.output, "\(words)")
    }
    #expect(daemon.run("hit", "900", "900").status == .no)
    let unknown = daemon.run("chain", "rde")
    #expect(unknown.status == .no)
    #expect(unknown.errors.contains("(notFound)"))
  }

  @Test func `an error names what was typed, and not its place in the request`() {
    for (words, errors) in [
      (["chain", "rde"], "responderctl chain: no responder is named \"rde\""),
      (["tree", "rde"], "responderctl tree: no view is named \"rde\""),
      (["why", "rde.tap", "1", "1"], "responderctl why: no recognizer is named \"rde.tap\""),
      (["remove", "rde"], "responderctl remove: no view is named \"rde\""),
      (["set", "ok", "alpha=two"], "responderctl set: alpha: expected a number"),
      (
        [
          "put", "home.view",
          #"{"id":"a","frame":[0,0,9,9],"subviews":[{"id":"b","frame":[0,0,1,1],"frme":1}]}"#,
        ],
        "responderctl put: view.subviews[0].frme: unknown key"
      ),
      (["request", #"{"chain":{"responder":"rde"}}"#], "responderctl request: chain.responder: "),
    ] {
      let run = Run([words[0], "--socket", daemon.socket] + words.dropFirst())
      #expect(run.status == .no)
      #expect(run.errors.hasPrefix(errors), "\(run.errors)")
    }
  }

  @Test func `the socket may come before the command, and status has a path that others can use`() {
    for words in [
      ["--socket", daemon.socket, "status"], ["-s", daemon.socket, "status"],
      ["--socket=\(daemon.socket)", "status"], ["status", "-s", daemon.socket],
    ] {
      let status = Run(words)
      #expect(status.status == .done)
      #expect(status.output.contains(" \(daemon.configuration)\n"))
    }
    #expect(Run("--socket").errors.contains("--socket needs a value: --socket PATH"))
  }

  @Test func `a tap beside the screen is an error, and so is a place below zero`() {
    let beside = daemon.run("tap", "5000", "100")
    #expect(beside.status == .usage)
    #expect(
      beside.errors
        == "responderctl tap: 5000,100 is beside the screen, which has 800 x 480 points\n")
    #expect(daemon.run("tap", "-5", "10").errors.contains("-5,10 is beside the screen"))
    #expect(daemon.run("tap", "5", "10", "--fingers", "2").errors.contains("-5,10 is beside"))
    #expect(daemon.run("hit", "-5", "10").output == "nothing\n")
    #expect(daemon.run("tap", "790", "470").status == .done)
  }

  @Test func `what can be typed next has the names of the daemon`() {
    func next(_ words: String...) -> [String] { Completion.candidates(for: words) }
    let way = ["--socket", daemon.socket]
    #expect(Set(Completion.candidates(for: ["tree"] + way + [""])).isSuperset(of: ["red", "ok"]))
    #expect(Completion.candidates(for: way + ["sta"]).contains("status"))
    #expect(
      Completion.candidates(for: ["watch"] + way + ["--recognizer", ""]) == ["red.tap", "red.pan"])
    #expect(Completion.candidates(for: ["watch"] + way + ["--device", ""]) == ["tap"])
    #expect(Completion.candidates(for: ["set"] + way + ["-r", ""]) == ["red.tap", "red.pan"])
    #expect(Completion.candidates(for: ["set"] + way + ["--controller", ""]) == ["home"])
    #expect(next("watch", "--type", "").contains("gesture"))
    #expect(next("watch", "-p", "").contains("settled"))
    #expect(next("on", "--event", "").contains("touchDown"))
    #expect(next("set", "ok", "").contains("alpha="))
    #expect(next("set", "--device", "goodix", "").contains("rotate="))
    #expect(next("set", "-r", "red.tap", "").contains("numberOfTapsRequired="))
    #expect(next("check", "") == [Completion.files])
    #expect(next("replay", "--config", "") == [Completion.files])
    #expect(next("keys", "").contains("slider"))
    #expect(next("help", "").contains("hit-testing"))
    #expect(next("status", "--").contains("--prometheus"))
    #expect(next("tap", "1", "") == [])
    #expect(next("nosuch", "") == [])
  }

  @Test func `set changes the tree, and an invalid value is reported`() {
    #expect(daemon.run("set", "ok", "alpha=0.5", "isHidden=true").status == .done)
    #expect(daemon.run("tree", "ok").lines == ["ok button 240,20,120,44 alpha=0.5 isHidden=true"])
    let wrong = daemon.run("set", "ok", "alpha=two")
    #expect(wrong.status == .no)
    #expect(!wrong.errors.isEmpty)
    #expect(daemon.run("tree", "ok").lines == ["ok button 240,20,120,44 alpha=0.5 isHidden=true"])
  }

  @Test func `status and devices report how the daemon does`() {
    let status = daemon.run("status")
    #expect(status.status == .done)
    #expect(status.output.contains("instance"))
    #expect(daemon.run("status", "--prometheus").output.contains("# TYPE responderd_frames_total"))
    #expect(daemon.run("devices").output.contains("tap\n"))
  }

  @Test func `metrics replace a file, which has only that the daemon is down if it is`() throws {
    let sandbox = Sandbox()
    let file = try sandbox.file("responderd.prom", "old\n")
    func head(_ value: Int) -> String {
      "# HELP responderd_up Whether the daemon answers.\n# TYPE responderd_up gauge\n"
        + "responderd_up \(value)\n"
    }
    let run = daemon.run("status", "--prometheus", "--output", file)
    #expect(run.status == .done && run.output == "" && run.errors == "")
    let written = try text(of: file)
    #expect(written.hasPrefix(head(1) + "# HELP responderd_"))
    #expect(written.contains("# TYPE responderd_start_time_seconds gauge\n"))
    #expect(daemon.run("status", "--prometheus").output.hasPrefix(head(1) + "# HELP responderd_"))
    let away = ["status", "--socket", "/nonexistent/socket", "--prometheus"]
    let down = Run(away + ["--output", file])
    #expect(down.status == .unreachable && down.errors.contains("is the service running?"))
    #expect(try text(of: file) == head(0))
    #expect(Run(away).output == "")
    var status = stat()
    #expect(unsafe stat(file, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o644)
    #expect(daemon.run("status", "--output", file).status == .usage)
    #expect(daemon.run("status", "--prometheus", "--output", "/nonexistent/file").status == .no)
  }

  @Test func `on runs a command for each record, with its members`() throws {
    let sandbox = Sandbox()
    let file = try sandbox.file("seen", "")
    let run = daemon.run(
      "on", "--count", "2", "--type", "gesture", "--", "sh", "-c",
      "read line; echo $RESPONDER_RECOGNIZER $RESPONDER_PHASE $RESPONDER_X >> '\(file)'")
    #expect(run.status == .done)
    let seen = String(decoding: try FileReader.read(file, limit: 4096), as: UTF8.self)
    #expect(seen == "red.tap ended 12.5\nred.tap ended 12.5\n")
  }

  @Test func `views, recognizers and controllers come and go by commands`() throws {
    let sandbox = Sandbox()
    let file = try sandbox.file("sos.json", #"{"id":"sos","frame":[700,0,100,60]}"#)
    #expect(daemon.run("put", "home.view", file, "--below", "ok").status == .done)
    #expect(daemon.run("hit", "750", "30").lines == ["sos"])
    #expect(
      daemon.run("put", "sos", #"{"id":"sos.tap","tap":{}}"#, "--recognizer").status == .done)
    #expect(daemon.run("set", "--recognizer", "sos.tap", "isEnabled=false").status == .done)
    #expect(daemon.run("why", "sos.tap", "750", "30").output == "sos.tap is disabled (G2)\n")
    #expect(daemon.run("set", "--recognizer", "sos.tap", "isEnabled=null").status == .done)
    #expect(daemon.run("why", "sos.tap", "750", "30").status == .done)
    #expect(daemon.run("set", "ok", "isEnabled=false").status == .done)
    #expect(daemon.run("tree", "ok").output.contains("isEnabled=false"))
    let waiting = daemon.run("put", "nowhere", #"{"id":"late","frame":[0,0,9,9]}"#)
    #expect(waiting.status == .done)
    #expect(waiting.errors.contains("\"late\" waits"))
    let half = daemon.run("remove", "sos", "sso")
    #expect(half.status == .no)
    #expect(daemon.run("hit", "750", "30").lines == ["sos"])
    #expect(daemon.run("remove", "sos.tap", "--recognizer").status == .done)
    #expect(daemon.run("remove", "sos").status == .done)
    #expect(daemon.run("hit", "750", "30").lines == ["home.view"])
    let dialog = #"{"id":"sure","view":{"id":"sure.view","frame":[200,140,400,200]}}"#
    #expect(daemon.run("put", "--presented", "home", dialog).status == .done)
    #expect(daemon.run("hit", "250", "200").lines == ["sure.view"])
    #expect(daemon.run("remove", "--controller", "sure").status == .done)
    #expect(daemon.run("hit", "250", "200").lines == ["home.view"])
    #expect(daemon.run("set", "red", "isInhibited=true").status == .done)
    #expect(daemon.run("why", "red.tap", "30", "30").status == .no)
    #expect(daemon.run("set", "red", "isInhibited=null").status == .done)
    #expect(daemon.run("why", "red.tap", "30", "30").status == .done)
  }

  @Test func `request sends what is written, in its order, and prints the results`() {
    let run = daemon.run(
      "request", #"{"id":7,"chain":{"responder":"red"}}"#, #"{"hitTest":{"point":[30,30]}}"#)
    #expect(run.status == .done)
    #expect(run.lines.count == 2)
    #expect(run.lines.first?.contains(#""chain":["#) == true)
    #expect(run.lines.last?.contains(#""view":"red""#) == true)
    for wrong in ["{", "{}", #"{"chain":{},"tree":{}}"#, "/no/such/file"] {
      #expect(daemon.run("request", wrong).status == .usage, "\(wrong)")
    }
    let refused = daemon.run("request", #"{"chain":{"respnder":"red"}}"#)
    #expect(refused.status == .no)
    #expect(refused.errors.contains(#"did you mean "responder"?"#))
  }

  @Test func `inject and tap end when the fingers are up again`() throws {
    let sandbox = Sandbox()
    let script = try sandbox.file("twice.touch", "0 down 1 300,40\n0.02 up 1\n")
    let file = try sandbox.file("seen", "")
    let watching = try sandbox.file("watching", "")
    let tool = Repository.program("responderctl")
    let command =
      "'\(tool)' watch --socket '\(daemon.socket)' --json --view ok --phase ended --count 3 > '\(file)' &"
      + " echo $! > '\(watching)'"
    try #require(unsafe system(command) == 0)
    // Fingers that no command has seen yet are played again.
    var seen = ""
    for _ in 0..<100 where seen.split(separator: "\n").count < 3 {
      #expect(daemon.run("inject", script, "--device", "robot").status == .done)
      #expect(daemon.run("tap", "300", "40", "--hold", "0.01").status == .done)
      seen = String(decoding: try FileReader.read(file, limit: 65_536), as: UTF8.self)
    }
    #expect(seen.split(separator: "\n").count == 3)
    #expect(seen.contains(#""device":"robot""#))
    #expect(!daemon.run("devices").output.contains("robot"))
    #expect(daemon.run("tap", "ten", "40").status == .usage)
    #expect(daemon.run("tap", "10", "40", "--fingers", "11").status == .usage)
    let broken = try sandbox.file("broken.touch", "0 down one 300,40\n")
    let refused = daemon.run("inject", broken)
    let offline = Run("replay", "--config", daemon.configuration, broken)
    #expect(refused.status == .usage && offline.status == .usage)
    let problem = "\(broken):1:8: expected the number of a finger"
    #expect(refused.errors.hasPrefix("responderctl inject: \(problem)"), "\(refused.errors)")
    #expect(
      refused.errors.replacing("inject", with: "replay") == offline.errors, "\(offline.errors)")
  }

  @Test func `what is owned goes with the command that has put it`() throws {
    let sandbox = Sandbox()
    let pid = try sandbox.file("pid", "")
    let tool = Repository.program("responderctl")
    let view = #"{"id":"mine","frame":[700,100,100,60]}"#
    let command =
      "'\(tool)' put --socket '\(daemon.socket)' --own home.view '\(view)' & echo $! > '\(pid)'"
    try #require(unsafe system(command) == 0)
    func waits(for view: String) -> Bool {
      for _ in 0..<500 {
        if daemon.run("hit", "750", "130").lines == [view] { return true }
        poll(nil, 0, 10)
      }
      return false
    }
    #expect(waits(for: "mine"))
    let number = String(decoding: try FileReader.read(pid, limit: 64), as: UTF8.self)
    // Other tests of this process block SIGTERM, which a child inherits.
    kill(try #require(pid_t(number.filter(\.isNumber))), SIGKILL)
    #expect(waits(for: "home.view"))
  }

  @Test func `bindings run commands side by side, in order, and end with the program`() throws {
    let sandbox = Sandbox()
    let seen = try sandbox.file("seen", "")
    let slow = try sandbox.file("slow", "")
    let bindings = try sandbox.file(
      "bindings.yaml",
      """
      bindings:
        - { recognizer: red.tap, run: 'echo $RESPONDER_RECOGNIZER $RESPONDER_PHASE >> \(seen)' }
        - { recognizer: red.tap, run: 'echo slow >> \(slow); exec sleep 60', whileRunning: drop }
      """)
    let errors = try sandbox.file("errors", "")
    let tool = Repository.program("responderctl")
    let command =
      "'\(tool)' on --socket '\(daemon.socket)' --bindings '\(bindings)' --count 4 2> '\(errors)' &"
      + " sleeper=$!; for i in $(seq 300); do [ $(wc -l < '\(seen)') -ge 4 ] && break; sleep 0.05; done;"
      + " kill $sleeper; wait $sleeper"
    #expect(unsafe system(command) == 0)
    #expect(try text(of: seen) == String(repeating: "red.tap ended\n", count: 4))
    #expect(try text(of: slow) == "slow\n")
    #expect(try text(of: errors) == "")
    let both = daemon.run("on", "--bindings", bindings, "--", "true")
    #expect(both.status == .usage)
    #expect(daemon.run("on").status == .usage)
  }

  private func text(of path: String) throws -> String {
    String(decoding: try FileReader.read(path, limit: 65_536), as: UTF8.self)
  }

  @Test func `reload reads the file again`() throws {
    #expect(daemon.run("reload", "--force").status == .done)
  }
}
