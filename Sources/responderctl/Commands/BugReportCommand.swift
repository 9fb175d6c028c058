// responderctl bug-report: what a maintainer needs to see a problem, in one archive.

import CommandLine
import Configuration
import ConfigurationText
import Linux
import Protocol
import Records
import ResponderClient

/// Collects what is known of the daemon and of the last 30 seconds.
enum BugReportCommand: Command {
  static let name = "bug-report"
  static let summary = "Collect what a maintainer needs to see a problem, in one archive."
  static let options = [
    DaemonAccess.socketOption, DoctorCommand.configOption,
    Option(
      "output", value: "FILE",
      help: "Write the archive here; the default is \(folder).tar in this directory."),
  ]
  static let notes = """
    Call it within 30 seconds of the problem. The archive contains:
    \(contents)
    It contains nothing that happened in private windows, no token and no password. What your user
    may not read, or what is not there, is left out, and a line of the output says so.
    """

  private static let folder = "responderd-report"
  private static let seconds = 30.0
  private static let contents = """
      version.txt               versions of the programs and of the system
      doctor.txt                what responderctl doctor prints
      status.json, devices.json
      configuration.yaml        the file of the daemon, unless it has private windows
      tree.yaml                 the public windows as they are now, with what programs have put
      records.jsonl             what happened in the last 30 seconds, with reasons
      report.html               the same as a page
      contacts-1.touch ...      what fingers did in this time, a file for each device; this needs
                                the right raw
    To play it: responderctl replay --explain --config tree.yaml contacts-*.touch
    The tree may have been another one before; records of edit and scroll say how it has changed.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var archive = Archive(folder: folder, time: WallClock.now() / 1_000_000)
    func add(_ name: String, _ text: () throws -> String) {
      do {
        archive.add(name, try text())
      } catch {
        output.error("\(name) is left out: \(error)")
      }
    }
    let path = DaemonAccess.path(arguments)
    let client = Result { try Client(path: path) }
    func ask(_ request: String, _ value: Value = [:]) throws -> JSON {
      try client.get().request(request, value).json
    }
    archive.add("README.txt", "A report of responderctl bug-report:\n\(contents)\n")
    archive.add("version.txt", versions(try? client.get()))
    add("doctor.txt") {
      let kept = Output(keeps: true)
      _ = try DoctorCommand.run(arguments, kept)
      return kept.kept
    }
    let status = Result { try ask("status") }
    add("status.json") { try withoutHash(status.get()).text + "\n" }
    add("devices.json") { try ask("devices").text + "\n" }
    add("configuration.yaml") {
      try configuration(
        arguments.value("config") ?? (try? status.get())?["configuration"]?["file"]?.string
          ?? DoctorCommand.usualConfiguration)
    }
    add("tree.yaml") { publicTree(try ask("tree", ["as": "configuration"])["configuration"]) }
    do {
      let (records, page) = try Self.records(path)
      archive.add("records.jsonl", records)
      archive.add("report.html", page)
    } catch {
      output.error("records.jsonl and report.html are left out: \(error)")
    }
    do {
      let answer = try ask("recording", ["seconds": Value(seconds)])
      for (index, one) in (answer["recordings"]?.elements ?? []).enumerated() {
        let device = "\(one["device"]?.string ?? "") on \(one["screen"]?.string ?? "no screen")"
        archive.add(
          "contacts-\(index + 1).touch",
          "# \(device.printable), from \(Readable.value(answer["t"] ?? .null)) s\n"
            + (one["script"]?.string ?? ""))
      }
    } catch {
      output.error("contacts are left out: \(error)")
    }
    let file = arguments.value("output") ?? "\(folder).tar"
    // What people touched is for who made the report.
    try FileWriter.replace(file, with: archive.bytes, mode: 0o600)
    output.line("\(file) has the report; look at it before you send it")
    return .done
  }

  private static func versions(_ client: Client?) -> String {
    var lines = ["responderctl \(ProgramVersion.current)"]
    if let client { lines.append("responderd \(client.hello.version)") }
    for file in ["/etc/os-release", "/proc/version"] {
      guard let bytes = try? FileReader.read(file, limit: 1 << 16) else { continue }
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
    return lines.joined(separator: "\n")
  }

  // Its views and templates may be secrets of the window's readers.
  private static func configuration(_ path: String) throws -> String {
    let text = String(
      decoding: try FileReader.read(path, limit: Blueprint.largestFile), as: UTF8.self)
    guard !text.split(whereSeparator: { !("a"..."z").contains($0) }).contains("private") else {
      throw Failure(.no, "\(path) has private windows")
    }
    return text
  }

  private static func mapping(_ value: JSON, _ name: String, _ change: (JSON) -> JSON) -> JSON {
    .object((value.members ?? []).map { $0.name == name ? .init(name, change($0.value)) : $0 })
  }

  // The hash of a file with private windows is for those who read them.
  private static func withoutHash(_ status: JSON) -> JSON {
    mapping(status, "configuration") { configuration in
      .object((configuration.members ?? []).filter { $0.name != "hash" })
    }
  }

  private static func publicTree(_ configuration: JSON?) -> String {
    let tree = mapping(configuration ?? .object([]), "application") { application in
      mapping(application, "windows") { windows in
        .array((windows.elements ?? []).filter { $0["private"] == nil })
      }
    }
    return YAMLText.text(of: tree)
  }

  /// The records as lines, and the page that shows them.
  private static func records(_ path: String) throws -> (lines: String, page: String) {
    let present = try Client(path: path)
    try present.subscribe()
    let client = try Client(path: path)
    var subscription = ResponderClient.Subscription()
    subscription.explain = true
    subscription.coalescedTouches = true
    subscription.since = seconds
    // What is kept comes before the answer to the second request.
    try client.unsubscribe(try client.subscribe(subscription))
    var lines: [String] = []
    while let record = try client.next(within: 0) {
      if record.value["stream"] == nil { lines.append(record.line) }
    }
    let page = RecordingFiles.page(
      title: "the last \(Int(seconds)) s of responderd \(present.hello.version)",
      snapshot: ReportRecording.snapshot(of: present), records: lines.joined(separator: ","))
    return (lines.map { "\($0)\n" }.joined(), page)
  }
}
