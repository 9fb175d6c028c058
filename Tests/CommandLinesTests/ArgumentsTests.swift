// Command lines: what is understood, and the error if one is not.

import CommandLines
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

  @Test(arguments: [
    (["--confg", "x"], "argument 1: unknown option --confg; did you mean --config?"),
    (["--json", "-x"], "argument 2: unknown option -x"),
    (["--config"], "argument 1: --config needs a value: --config FILE"),
    (["--json=1"], "argument 1: --json takes no value, found \"1\""),
    (["--config", "a", "--config", "b"], "argument 3: --config is given twice"),
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
          --config FILE  The configuration.
          --source SPEC  A source.
          --json         Raw lines.
          --help         Print this help.

        """)
  }
}
