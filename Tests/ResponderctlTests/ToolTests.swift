// The command line itself: help, errors, and exit statuses.

import CommandLine
import Linux
import Protocol
import Testing

@testable import responderctl

@Suite struct `Command line` {
  @Test func `help lists every command and each has help of its own`() {
    let help = Run("--help")
    #expect(help.status == .done)
    for command in Tool.commands {
      #expect(help.output.contains("  \(command.name) "))
      for flag in ["--help", "-h"] {
        let own = Run(command.name, flag)
        #expect(own.status == .done)
        #expect(own.output.hasPrefix("Usage: responderctl \(command.name) [OPTION]..."))
        #expect(own.errors.isEmpty)
        for option in command.options { #expect(own.output.contains("--\(option.name)")) }
      }
    }
  }

  @Test func `help has the commands in groups, and a table of keys says where its keys are`() {
    let groups = Tool.groups.map(\.title)
    #expect(groups.count == 5)
    for title in groups { #expect(Run("help").output.contains("\n\(title):\n  ")) }
    #expect(Set(Tool.commands.map(\.name)).count == Tool.commands.count)
    #expect(
      Run("help", "pan").errors
        == "responderctl help: no topic \"pan\"; responderctl keys pan lists its keys\n")
  }

  @Test func `words that say how something is have a colour at a terminal only`() {
    let text = "panel.yaml:1:2: error: errors began ended"
    let plain = Output(keeps: true)
    plain.line(text)
    #expect(plain.kept == "\(text)\n")
    let coloured = Output(keeps: true, isColoured: true)
    coloured.line(text)
    #expect(
      coloured.kept == "panel.yaml:1:2: \u{1B}[31merror:\u{1B}[0m errors \u{1B}[36mbegan\u{1B}[0m "
        + "\u{1B}[32mended\u{1B}[0m\n")
    let terminal = ["TERM": "xterm"]
    #expect(Colours.apply(to: true, Environment(terminal)))
    #expect(!Colours.apply(to: false, Environment(terminal)))
    #expect(!Colours.apply(to: true, Environment(["TERM": "xterm", "NO_COLOR": "1"])))
    #expect(Colours.apply(to: true, Environment(["TERM": "xterm", "NO_COLOR": ""])))
    #expect(!Colours.apply(to: true, Environment(["TERM": "dumb"])))
  }

  @Test func `the version is printed without a daemon`() {
    let run = Run("--version")
    #expect(run.status == .done)
    #expect(run.output == "responderctl \(ProgramVersion.current)\n")
    #expect(run.errors.isEmpty)
  }

  @Test func `help explains a concept as plain text`() {
    let page = Run("help", "hit-testing")
    #expect(page.status == .done)
    #expect(page.output.hasPrefix("Hit-testing\n\nWhen a finger lands, "))
    #expect(
      page.output.contains("\n    $ responderctl hit 330 68 --trace --config concepts/card.yaml\n"))
    for page in ConceptPage.all {
      #expect(
        !page.text.contains("<!--") && !page.text.contains("```") && !page.text.contains("]("))
      #expect(page.text.count > 200)
      #expect(Run("help", page.topic).output == page.text)
      #expect(Run("help", "--help").output.contains("  \(page.topic) "))
    }
    #expect(ConceptPage.all.count == 16)
    #expect(Run("help", "watch").output == Run("watch", "--help").output)
    #expect(Run("help").output == Run("--help").output)
    let unknown = Run("help", "hit-testin")
    #expect(unknown.status == .usage)
    #expect(
      unknown.errors == "responderctl help: no topic \"hit-testin\"; did you mean hit-testing?\n")
  }

  @Test func `a page of a concept has no marks of its document`() {
    let pages = ConceptPage.pages(
      of: """
        # Title
        Not a topic.
        <!-- topic: one -->
        ## One **thing**

        A *word*, `code [x](y) * 2`, [a `link`](other.md#part).
        <!-- picture: tree -->
        ![Picture](p.svg)

        ```console
        $ *command*
        ```
        <!-- topic: two -->
        ## Two
        Text.
        """)
    #expect(pages.map(\.topic) == ["one", "two"])
    #expect(
      pages[0].text == """
        One thing

        A word, code [x](y) * 2, a link.

            $ *command*

        """)
    #expect(pages[1].text == "Two\n\nText.\n")
  }

  @Test func `keys lists names, types and defaults`() throws {
    let slider = Run("keys", "slider", "edgeGate")
    #expect(slider.status == .done)
    #expect(
      slider.output == """
        edgeGate:
          edges                        one or a list of top, left, bottom, right, all; required
          edgeRegion                   length, 0 to 100000; default 13
          timeout                      seconds, 0.001 to 10; default 0.15
          window                       text

        slider:
          minimumValue                 number; default 0
          maximumValue                 number, minimumValue or more; default 1
          value                        number, minimumValue to maximumValue; default 0
          stepValue                    number, 1e-09 or more
          isContinuous                 true or false; default true

        """)
    let json = try JSON(parsing: Run("keys", "--json", "edgeGate").output)
    let keys = try #require(json.elements?.first?["keys"]?.elements)
    #expect(keys.compactMap { $0["name"]?.string } == ["edges", "edgeRegion", "timeout", "window"])
    #expect(keys[0]["isRequired"] == .bool(true))
    #expect(keys[0]["choices"]?.elements?.count == 5)
    #expect(keys[1]["default"] == .string("13"))
    let unknown = Run("keys", "silder")
    #expect(unknown.status == .usage)
    #expect(unknown.errors == "responderctl keys: no table \"silder\"; did you mean slider?\n")
  }

  @Test func `invalid options end with status 2 and a fix`() {
    #expect(Run([]).status == .usage)
    let unknown = Run("wach")
    #expect(unknown.status == .usage)
    #expect(unknown.errors == "responderctl: unknown command \"wach\"; did you mean watch?\n")
    let option = Run("check", "--conflict", "x")
    #expect(option.status == .usage)
    #expect(option.errors.contains("unknown option --conflict; did you mean --conflicts?"))
    #expect(Run("check").status == .usage)
    #expect(Run("hit", "1").status == .usage)
    #expect(Run("hit", "1", "two").errors.contains("\"two\": expected a number"))
    #expect(Run("set", "red", "alpha").errors.contains("expected KEY=VALUE"))
    let type = Run("watch", "--type", "touch")
    #expect(type.status == .usage)
    #expect(type.errors.contains("did you mean touches?"))
  }

  @Test func `without a daemon the commands that ask it say so and end with status 1`() {
    let way = ["--socket", "/nonexistent/socket"]
    for words in [
      ["watch"], ["tree"], ["chain", "red"], ["hit", "1", "2"], ["devices"], ["status"],
      ["set", "red", "alpha=1"], ["reload"], ["confirm"], ["explain"], ["on", "true"], ["bridge"],
    ] {
      let run = Run([words[0]] + way + words.dropFirst())
      #expect(run.status == (words == ["bridge"] ? .no : .unreachable), "\(words)")
      #expect(run.errors.contains("/nonexistent/socket"))
      #expect(run.errors.contains("is the service running?"))
    }
  }

  @Test(arguments: [
    ["check", "-H", "hall", "a.yaml"], ["-H", "hall", "doctor"], ["--host=hall", "calibrate"],
    ["replay", "--host", "hall", "a.touch"],
  ])
  func `a command of one machine names the way to run it on another`(words: [String]) {
    let run = Run(words)
    #expect(run.status == .usage)
    #expect(run.errors.contains("works on its own machine only; to run it on another: ssh HOST"))
  }

  @Test func `a host is no option of ssh, and not beside what is on this machine`() {
    for (words, error) in [
      (
        ["-H", "-oProxyCommand=true", "status"], "--host -oProxyCommand=true: expected [USER@]HOST"
      ),
      (["-H", "", "status"], "--host : expected [USER@]HOST"),
      (["-H"], "-H needs a value: -H HOST"),
      (["-H", "a", "tree", "--host", "b"], "--host is given twice"),
      (["tree", "-H", "hall", "-c", "a.yaml"], "--host and --config: expected one of them"),
      (["devices", "-H", "hall", "--local"], "--local and --host: expected one of them"),
      (["record", "-H", "hall"], "--host: expected --html or --trace as well"),
    ] {
      let run = Run(words)
      #expect(run.status == .usage, "\(words)")
      #expect(run.errors.contains(error), "\(run.errors)")
    }
  }

  @Test func `a time to confirm is a number of seconds or minutes`() throws {
    for (text, seconds) in [("60s", 60), ("1", 1), ("5m", 300), ("60m", 3_600), ("3600", 3_600)] {
      #expect(try ReloadCommand.seconds(text) == seconds)
    }
    for text in ["", "s", "0s", "61m", "3601", "-5", "1h", "1.5s", "1 s"] {
      #expect(throws: UsageError.self, "\(text)") { try ReloadCommand.seconds(text) }
    }
  }

  @Test func `values of set are JSON where they are JSON`() {
    #expect(SetCommand.value("0.5") == .number(0.5))
    #expect(SetCommand.value("true") == .bool(true))
    #expect(SetCommand.value("[0, 1]") == .array([.integer(0), .integer(1)]))
    #expect(SetCommand.value("fill") == .string("fill"))
    #expect(SetCommand.value("\"1\"") == .string("1"))
    #expect(SetCommand.value("1, 2") == .string("1, 2"))
  }

  @Test func `a record becomes variables for the command that on runs`() throws {
    let record = try JSON(
      parsing: #"{"seq":1,"t":2.5,"type":"gesture","recognizer":"red.pan","state":"began","#
        + #""x":1.5,"touches":[7]}"#)
    let variables = OnCommand.environment(record)
    #expect(variables.contains("RESPONDER_TYPE=gesture"))
    #expect(variables.contains("RESPONDER_PHASE=began"))
    #expect(variables.contains("RESPONDER_RECOGNIZER=red.pan"))
    #expect(variables.contains("RESPONDER_X=1.5"))
    let touches = try JSON(
      parsing: #"{"type":"touches","touches":[{"id":7,"windowX":3.0,"tapCount":2}]}"#)
    #expect(OnCommand.environment(touches).contains("RESPONDER_WINDOW_X=3.0"))
    #expect(OnCommand.environment(touches).contains("RESPONDER_TAP_COUNT=2"))
  }

  @Test func `a program is run with its input and variables, and its status is returned`() throws {
    let status = try Process.run(
      ["sh", "-c", "read line; test \"$line\" = hello && exit $CODE"],
      environment: ["CODE=7"], input: "hello\n")
    #expect(status == 7)
    // The program does not read its input, and that is no error.
    #expect(try Process.run(["true"], environment: [], input: "hello\n") == 0)
    #expect(throws: Failure.self) {
      try Process.run(["/nonexistent/program"], environment: [], input: "")
    }
  }
}
