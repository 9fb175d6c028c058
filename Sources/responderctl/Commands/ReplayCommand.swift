// responderctl replay: what subscribers would read of a recording, offline.

import CommandLine
import Configuration
import ConfigurationText
import Devices
import Linux
import Protocol

/// Plays recordings through a configuration in virtual time.
enum ReplayCommand: Command {
  static let name = "replay"
  static let summary = "Play recordings without a daemon and print the records."
  static let operands = "RECORDING..."
  static let operandCount = 1...Int.max
  static let options =
    [
      Option(
        "config", value: "FILE",
        help: "The configuration; the default is /etc/responderd/responderd.yaml."),
      Option("explain", help: "Print for each touch why recognizers recognized or failed."),
      Option("hits", help: "With --explain: also print the hit test of each touch."),
      Option("json", help: "With --explain: print JSON lines."),
      Option("readable", help: "Print readable lines instead of JSON."),
      Option(
        "diff", value: "FILE",
        help: "Print only what differs from what the same command printed before; status 1 if any."),
      Option("raw", help: "Also print what the devices reported."),
      Option(
        "screen", value: "ID",
        help: "Play everything on this screen, regardless of the configuration."),
      Option("max-gap", value: "SECONDS", help: "Shorten longer pauses to this."),
      Option(
        "device", value: "FILE", help: "The description of the device, for recordings without one."),
    ] + RecordingFiles.options
    + FilterOptions.all.filter { $0.name != "device" && $0.name != "strict" }
  static let notes = """
    Recordings: touch scripts (.touch), evemu, evtest, libinput record. Several play together,
    each with the entry of the configuration that matches its name, vendor, product and kind.
    A touch script is read while it plays: an error in it follows the records before it.
    --diff compares the output with a file: with --readable or --explain the lines for people.
    Numbers of records and frames are not compared.
    --html and --trace contain all records and the reasons of recognizers.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    if arguments.has("hits"), !arguments.has("explain") {
      throw UsageError("--hits: expected --explain, too")
    }
    let maximumGap = try arguments.number("max-gap", in: 0...1e6, "seconds")
    var files = try RecordingFiles(arguments)
    var filter = try FilterOptions.filter(arguments)
    let explains = arguments.has("explain") || files != nil
    if explains { filter.types.insert(RecordTypes(.explain)) }
    if arguments.has("raw") { filter.types.insert(RecordTypes(.raw)) }
    let offline = try Offline(arguments.value("config") ?? "/etc/responderd/responderd.yaml")
    var recordings: [Recording] = []
    for path in arguments.operands {
      do throws(RecordingError) {
        recordings += try RecordingReader.open(path, description: arguments.value("device"))
      } catch {
        throw Failure(.usage, "\(error)")
      }
    }
    let rules = DeviceRules(
      rules: offline.blueprint.settings.deviceRules, screens: offline.tree.screens)
    for warning in recordings.flatMap(\.warnings) + rules.warnings {
      output.error("warning: \(warning)")
    }
    let screen = try arguments.value("screen").flatMap { try offline.screen($0) }
    let parts = recordings.compactMap { recording in
      let part = RecordingPart(recording, rules, on: screen)
      if part == nil {
        output.error("\(recording.name): left out, because the configuration ignores it")
      }
      return part
    }
    let form = Form(arguments)
    var replayer = Replayer(
      parts, in: offline, filter: filter, maximumGap: maximumGap,
      withHits: form.isTimeline || arguments.has("hits"))
    defer {
      let (count, beside) = replayer.touches
      if beside > 0 {
        output.error(
          "warning: \(beside) of \(count) touches came down beside the screen, "
            + "where no view is: calibrationMatrix or region in the device's entry moves them there"
        )
      }
    }
    if let path = arguments.value("diff") {
      return try compare(&replayer, form, with: path, output)
    }
    if files != nil {
      let snapshot = replayer.snapshot(of: offline)
      var count = 0
      try replayer.play {
        files?.append(String(decoding: $0, as: UTF8.self))
        count += 1
        output.progress("\(counted(count, "record"))")
      }
      try files?.write(title: recordings.map(\.name).joined(separator: ", "), snapshot: snapshot)
      return .done
    }
    if case .records = form {
      try replayer.play { line in output.write { $0.append(contentsOf: line) } }
    } else {
      try form.write(&replayer) { output.line($0) }
    }
    return .done
  }

  /// The forms of the output.
  private enum Form {
    /// The records, one JSON object in each line.
    case records
    /// One readable line for each record.
    case readable
    /// What happened to each touch, with reasons.
    case timeline(Timeline)

    init(_ arguments: Arguments) {
      self =
        if arguments.has("json") {
          .records
        } else if arguments.has("explain") {
          .timeline(Timeline(showsHits: arguments.has("hits")))
        } else {
          arguments.has("readable") ? .readable : .records
        }
    }

    /// What one line of the output is.
    var unit: String { if case .records = self { "record" } else { "line" } }

    var isTimeline: Bool { if case .timeline = self { true } else { false } }

    /// Plays a recording, and writes each line.
    func write(_ replayer: inout Replayer, _ line: (String) -> Void) throws {
      switch self {
      case .records:
        try replayer.play { line(String(decoding: $0.dropLast(), as: UTF8.self)) }
      case .readable:
        try replayer.play {
          if let json = try? JSON(parsing: Array($0)) { line(Readable.line(json)) }
        }
      case .timeline(var timeline):
        try replayer.play {
          if let json = try? JSON(parsing: Array($0)) { timeline.append(json) }
        }
        for text in timeline.lines { line(text) }
      }
    }
  }

  private static func compare(
    _ replayer: inout Replayer, _ form: Form, with path: String, _ output: Output
  ) throws -> Status {
    let expected = String(decoding: try Offline.bytes(of: path), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    var found: [String] = []
    try form.write(&replayer) { found.append($0) }
    let difference = TraceDifference(expected: expected, found: found)
    if difference.hunks.isEmpty {
      output.line("\(counted(found.count, form.unit)), all as expected")
      return .done
    }
    difference.write(to: output, counting: form.unit)
    return .no
  }
}
