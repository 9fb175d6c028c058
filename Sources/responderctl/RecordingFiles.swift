// A recording's records as a page to look at, and as a trace for Perfetto.

import CommandLine
import Linux
import Protocol
import WebPages

/// The records of a replay, collected for files that hold all of them.
struct RecordingFiles {
  static let options = [
    Option(
      "html", value: "FILE",
      help: "Write one page that shows the recording in any browser, and print nothing."),
    Option(
      "trace", value: "FILE",
      help: "Write tracks in Chrome's trace format, for Perfetto, and print nothing."),
  ]

  private let page: String?
  private let trace: String?
  private var lines = ""
  private var events = TraceEvents()

  /// The files that a command line asks for; nil when it asks for none.
  init?(_ arguments: Arguments) throws {
    page = arguments.value("html")
    trace = arguments.value("trace")
    guard page != nil || trace != nil else { return nil }
    for other in ["diff", "readable", "json", "explain"] where arguments.has(other) {
      throw UsageError("--\(other) and --\(page == nil ? "trace" : "html"): expected one of them")
    }
  }

  /// Appends one record, as a line.
  mutating func append(_ line: String) {
    if page != nil {
      if !lines.isEmpty { lines += "," }
      lines += line.last == "\n" ? line.dropLast() : line[...]
    }
    if trace != nil, let record = try? JSON(parsing: line) { events.append(record) }
  }

  /// Writes the files; `snapshot` is the tree before the first record.
  func write(title: String, snapshot: String) throws {
    if let page {
      try RecordingFiles.write(
        RecordingFiles.page(title: title, snapshot: snapshot, records: lines), to: page)
    }
    if let trace { try RecordingFiles.write(events.text, to: trace) }
  }

  /// The page that shows records, which are separated by commas.
  static func page(title: String, snapshot: String, records: String) -> String {
    let title = JSON.string(title).text
    return WebPages.report(
      "{\"title\":\(title),\"snapshot\":\(snapshot),\"records\":[\(records)]}")
  }

  private static func write(_ text: String, to path: String) throws {
    let file = try Output(creating: path)
    file.text(text)
    file.flush()
    if let failure = file.failure { throw failure }
  }
}
