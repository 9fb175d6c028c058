// A replay beside what an earlier one printed.

import Testing

@testable import responderctl

@Suite struct ReplayDifferenceTests {
  private let sandbox = Sandbox()

  private func panel() throws -> String { try sandbox.file("panel.yaml", Sandbox.panel) }

  private let flick = """
    0.000 down 1 100,100
    0.032 move 1 112,100
    0.080 up 1
    """

  private func replayed(_ panel: String, _ script: String) throws -> String {
    Run("replay", "--config", panel, try sandbox.file("r.touch", script)).output
  }

  @Test(arguments: [["--json"], ["--explain", "--json"], ["--explain", "--hits", "--json"]])
  func `replay finds nothing where a trace is as expected, whatever its numbers`(
    form: [String]
  ) throws {
    let panel = try panel()
    let script = try sandbox.file("flick.touch", flick)
    let options = ["--config", panel] + form
    let lines = Run(["replay"] + options + [script]).output
    let shifted = lines.replacing("\"seq\":", with: "\"seq\":7")
    let trace = try sandbox.file("trace", shifted)
    let run = Run(["replay", "--diff", trace] + options + [script])
    #expect(run.status == .done)
    let count = lines.split(separator: "\n").count
    #expect(run.lines == ["\(count) records, all as expected"])
  }

  @Test func `replay prints what a trace lacks and what is new, and ends with status 1`() throws {
    let panel = try panel()
    let trace = try sandbox.file("trace", try replayed(panel, flick))
    let more = flick.replacing("0.032 move", with: "0.016 move 1 106,100\n0.032 move")
    let script = try sandbox.file("r.touch", more)
    let run = Run("replay", "--config", panel, "--diff", trace, script)
    #expect(run.status == .no)
    #expect(
      run.lines == [
        "line 2",
        "+      0.016000 touches        moved     red                  1 at 86,80",
        "1 place differs: 0 records missing, 1 not expected",
      ])
    let empty = try sandbox.file("empty", "")
    let last = Run("replay", "--config", panel, "--diff", empty, script).lines.last
    #expect(last?.hasPrefix("1 place differs: 0 records missing, ") ?? false)
  }

  @Test func `replay shows a changed record as missing and new at its line`() throws {
    let panel = try panel()
    let trace = try sandbox.file("trace", try replayed(panel, "0 down 1 500,300\n1 up 1"))
    let script = try sandbox.file("r.touch", "0 down 1 500,310\n1 up 1")
    let run = Run("replay", "--config", panel, "--diff", trace, script)
    #expect(run.status == .no)
    #expect(
      run.lines == [
        "line 1",
        "-      0.000000 touches        began     home (hit home.view) 1 at 500,300",
        "+      0.000000 touches        began     home (hit home.view) 1 at 500,310",
        "1 place differs: 1 record missing, 1 not expected",
      ])
  }

  @Test func `traces that have little in common are compared, too, and in time`() throws {
    let panel = try panel()
    let moves = (1...6_000).map { "\(Double($0) / 1000) move 1 \($0 % 2 + 100),100" }
    let lines = (["0 down 1 100,100"] + moves).joined(separator: "\n")
    let trace = try sandbox.file("trace", try replayed(panel, lines))
    let other = try sandbox.file("r.touch", lines.replacing(",100", with: ",101"))
    let run = Run("replay", "--config", panel, "--diff", trace, other)
    #expect(run.status == .no)
    #expect(run.lines.first == "line 1")
    #expect(
      run.lines.last == "1 place differs: 6001 records missing, 6001 not expected")
  }

  @Test(arguments: [["--readable"], ["--explain"], ["--explain", "--hits"]])
  func `the lines for people are compared as they are printed`(form: [String]) throws {
    let options = ["replay", "--config", try panel()] + form
    let script = try sandbox.file("flick.touch", flick)
    let lines = Run(options + [script]).lines
    let trace = try sandbox.file("trace", lines.joined(separator: "\n") + "\n")
    let same = Run(options + ["--diff", trace, script])
    #expect(same.status == .done)
    #expect(same.lines == ["\(lines.count) lines, all as expected"])
    let shorter = try sandbox.file("shorter", lines.dropLast().joined(separator: "\n"))
    let longer = Run(options + ["--diff", shorter, script])
    #expect(longer.status == .no)
    #expect(
      longer.lines == [
        "line \(lines.count)", "+ \(lines[lines.count - 1])",
        "1 place differs: 0 lines missing, 1 not expected",
      ])
  }

  @Test func `a trace that cannot be read is reported`() throws {
    let panel = try panel()
    let script = try sandbox.file("flick.touch", flick)
    let run = Run("replay", "--config", panel, "--diff", "/nonexistent.trace", script)
    #expect(run.status == .usage)
    #expect(run.errors.contains("/nonexistent.trace"))
  }
}
