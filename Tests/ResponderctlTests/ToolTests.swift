// The command line itself: help, mistakes, and how it ends.

import LinuxKit
import Testing
import Wire

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

  @Test func `the version is told without a daemon`() {
    let run = Run("--version")
    #expect(run.status == .done)
    #expect(run.output == "responderctl \(ProgramVersion.current)\n")
    #expect(run.errors.isEmpty)
  }

  @Test func `mistakes end with status 2 and say what to do`() {
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
      ["set", "red", "alpha=1"], ["reload"], ["explain"], ["on", "true"],
    ] {
      let run = Run([words[0]] + way + words.dropFirst())
      #expect(run.status == .no, "\(words)")
      #expect(run.errors.contains("/nonexistent/socket"))
      #expect(run.errors.contains("is the service running?"))
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

  @Test func `a program is run with its input and variables, and its status comes back`() throws {
    let status = try Process.run(
      ["sh", "-c", "read line; test \"$line\" = hello && exit $CODE"],
      environment: ["CODE=7"], input: "hello\n")
    #expect(status == 7)
    // Nobody reads the input, and nothing is harmed.
    #expect(try Process.run(["true"], environment: [], input: "hello\n") == 0)
    #expect(throws: Failure.self) {
      try Process.run(["/nonexistent/program"], environment: [], input: "")
    }
  }
}
