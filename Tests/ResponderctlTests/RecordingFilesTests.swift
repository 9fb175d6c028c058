// A replay as a page and as a trace.

import Linux
import Protocol
import Testing

@testable import responderctl

@Suite struct RecordingFilesTests {
  private let sandbox = Sandbox()

  private func replay(_ options: String...) throws -> Run {
    let panel = try sandbox.file("panel.yaml", Sandbox.panel)
    let script = try sandbox.file("tap.touch", "0.000 down 1 100,100\n0.080 up 1\n")
    return Run(["replay", "--config", panel] + options + [script])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try FileReader.read(path, limit: 1 << 20), as: UTF8.self)
  }

  @Test func `a page holds the recording, and nothing in it ends its script early`() throws {
    let path = try sandbox.file("report.html", "")
    let run = try replay("--html", path)
    #expect(run.status == .done)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    let page = try text(path)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.contains("\"type\":\"snapshot\""))
    #expect(page.contains("\"phase\":\"began\""))
    #expect(page.contains("\"to\":"), "the reasons are in it without being asked for")
    for mark in [
      "/* style */", "/* modules */", "/* behaviour */", "/* recording */", "<!-- views -->",
    ] {
      #expect(!page.contains(mark))
    }
    #expect(page.split(separator: "</script>").count == 4)
    for part in ["\nimport ", "\nexport ", "http://", "https://"] {
      #expect(!page.replacing("http://www.w3.org/2000/svg", with: "").contains(part))
    }
  }

  @Test func `a trace holds a touch from its beginning to its end, and the recognizers' tracks`()
    throws
  {
    let path = try sandbox.file("trace.json", "")
    let run = try replay("--trace", path)
    #expect(run.status == .done)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    let events = try #require(try JSON(parsing: try text(path), depth: 8)["traceEvents"]?.elements)
    let touch = events.filter { $0["cat"]?.string == "touch" }
    #expect(touch.map { $0["ph"]?.string } == ["b", "e"])
    #expect(touch.map { $0["ts"]?.int } == [0, 80_000])
    #expect(events.contains { $0["ph"]?.string == "X" && $0["dur"]?.int == 80_000 })
  }

  @Test(arguments: ["--diff", "--readable", "--json", "--explain"])
  func `a page cannot be combined with another output`(option: String) throws {
    let path = try sandbox.file("report.html", "")
    let run =
      option == "--diff"
      ? try replay("--html", path, "--diff", path) : try replay("--html", path, option)
    #expect(run.status == .usage)
    #expect(run.errors.contains("\(option) and --html: expected one of them"))
    #expect(try text(path).isEmpty)
  }

  @Test func `a file that cannot be written ends the command with status 1`() throws {
    let run = try replay("--html", "/missing/report.html")
    #expect(run.status == .no)
    #expect(run.errors.contains("open /missing/report.html: No such file or directory"))
  }
}
