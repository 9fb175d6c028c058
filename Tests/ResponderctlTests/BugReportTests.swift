// The archive of a bug report, with a daemon and without.

import Linux
import Protocol
import Testing

@testable import responderctl

@Suite(.serialized) struct BugReportTests {
  private let sandbox = Sandbox()

  private func unpack(_ archive: String) throws -> String {
    let answer = try Process.output(of: ["tar", "-xvf", archive, "-C", sandbox.folder])
    #expect(answer.status == 0)
    return answer.text
  }

  private func text(_ name: String) throws -> String {
    let path = "\(sandbox.folder)/responderd-report/\(name)"
    return String(decoding: try FileReader.read(path, limit: 1 << 22), as: UTF8.self)
  }

  @Test(arguments: [0, 1, 511, 512, 513, 100_000]) func `tar reads the archive`(size: Int) throws {
    var archive = Archive(folder: "responderd-report", time: 1_700_000_000)
    archive.add("first.txt", String(repeating: "é", count: size))
    archive.add("second.txt", "2\n")
    let path = try sandbox.file("a.tar", "")
    try FileWriter.replace(path, with: archive.bytes)
    #expect(try unpack(path) == "responderd-report/first.txt\nresponderd-report/second.txt\n")
    #expect(try text("first.txt") == String(repeating: "é", count: size))
    #expect(try text("second.txt") == "2\n")
  }

  @Test func `a report has what has just happened, and what fingers did does the same again`()
    throws
  {
    let daemon = try LiveDaemon()
    let taps = daemon.run("watch", "--count", "4", "--json", "--recognizer", "red.tap")
    #expect(taps.lines.count == 4)
    let path = "\(sandbox.folder)/report.tar"
    let run = daemon.run("bug-report", "--output", path)
    #expect(run.status == .done, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output == "\(path) has the report; look at it before you send it\n")
    #expect(
      try unpack(path).split(separator: "\n").map { $0.split(separator: "/").last ?? "" } == [
        "README.txt", "version.txt", "doctor.txt", "status.json", "devices.json",
        "configuration.yaml", "tree.yaml", "records.jsonl", "report.html", "contacts-1.touch",
      ])
    #expect(try text("version.txt").contains("responderd \(ProgramVersion.current)"))
    #expect(try text("doctor.txt").contains("\(daemon.configuration) is valid"))
    let status = try JSON(parsing: try text("status.json"), depth: 32)
    #expect(status["health"] != nil && status["configuration"]?["file"] != nil)
    #expect(status["configuration"]?["hash"] == nil)
    #expect(try text("configuration.yaml") == Sandbox.panel)
    let records = try text("records.jsonl").split(separator: "\n").map(String.init)
    #expect(records.contains { $0.contains(#""recognizer":"red.tap","from":"possible""#) })
    #expect(try text("report.html").contains(#""recognizer":"red.tap","from":"possible""#))
    let replay = Run(
      "replay", "--config", "\(sandbox.folder)/responderd-report/tree.yaml", "--type", "gesture",
      "\(sandbox.folder)/responderd-report/contacts-1.touch")
    #expect(replay.status == .done, "\(replay.errors)")
    // More taps follow while it asks.
    #expect(replay.lines.count >= 4)
    #expect(replay.lines.allSatisfy { $0.contains(#""recognizer":"red.tap""#) })
  }

  @Test func `without a daemon, the report has what there is, and names the rest`() throws {
    let file = try sandbox.file("a.yaml", Sandbox.panel)
    let path = "\(sandbox.folder)/report.tar"
    let run = Run(
      "bug-report", "--socket", "\(sandbox.folder)/none", "--config", file, "--output", path)
    #expect(run.status == .done)
    for name in ["status.json", "devices.json", "tree.yaml", "records.jsonl", "contacts"] {
      #expect(run.errors.contains("\(name)"), "\(run.errors)")
    }
    #expect(
      try unpack(path).split(separator: "\n").map { $0.split(separator: "/").last ?? "" } == [
        "README.txt", "version.txt", "doctor.txt", "configuration.yaml",
      ])
    #expect(Run("bug-report", "--output", "/missing/a.tar").status == .no)
  }

  @Test func `a file with private windows is left out`() throws {
    let file = try sandbox.file("a.yaml", "windows: [{ id: pad, private: [] }]\n")
    let path = "\(sandbox.folder)/report.tar"
    let run = Run(
      "bug-report", "--socket", "\(sandbox.folder)/none", "--config", file, "--output", path)
    #expect(run.errors.contains("configuration.yaml is left out: \(file) has private windows"))
    #expect(try !unpack(path).contains("configuration.yaml"))
  }
}
