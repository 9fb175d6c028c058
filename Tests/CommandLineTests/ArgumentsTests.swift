// Command lines: what is understood, and the error if one is not.

import CommandLine
import Testing

@Suite struct ArgumentsTests {
  private let options = [
    Option("config", value: "FILE", help: "The configuration."),
    Option("source", value: "SPEC", repeats: true, help: "A source."),
    Option("json", help: "Raw lines."),
  ]

  @Test func `options, values and operands are distinguished`() throws {
    let arguments = try Arguments(
      ["--source=a", "one", "--json", "--source", "b", "--", "--config"], options: options,
      operands: 0...2)
    #expect(arguments.values("source") == ["a", "b"])
    #expect(arguments.has("json"))
    #expect(arguments.value("config") == nil)
    #expect(arguments.operands == ["one", "--config"])
  }

  @Test func `a letter is an option, and a number below zero is an operand`() throws {
    let arguments = try Arguments(
      ["-c", "-5", "-j", "-10", "-2.5"], options: options, operands: 2...2)
    #expect(arguments.value("config") == "-5")
    #expect(arguments.has("json"))
    #expect(arguments.operands == ["-10", "-2.5"])
  }

  @Test(arguments: [
    (["--confg", "x"], "argument 1: unknown option --confg; did you mean --config?"),
    (["--json", "-x"], "argument 2: unknown option -x"),
    (["--config"], "argument 1: --config needs a value: --config FILE"),
    (["--json=1"], "argument 1: --json takes no value, found \"1\""),
    (["--config", "a", "--config", "b"], "argument 3: --config is given twice"),
    (["-c"], "argument 1: -c needs a value: -c FILE"),
    (["a"], "unexpected \"a\"; expected no operand"),
  ])
  func `an error is named with its place`(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Arguments(words, options: options) }
    #expect(error?.description == message)
  }

  @Test func `missing operands are counted, but not when help is wanted`() throws {
    let error = #expect(throws: UsageError.self) {
      try Arguments([], options: options, operands: 1...Int.max)
    }
    #expect(error?.description == "expected at least 1 operand, found 0")
    #expect(try Arguments(["-h"], options: options, operands: 1...1).has("help"))
  }

  @Test func `the help lists every option`() {
    #expect(
      Arguments.help(options) == """
          -c, --config FILE  The configuration.
              --source SPEC  A source.
          -j, --json         Raw lines.
          -h, --help         Print this help.

        """)
  }
}
