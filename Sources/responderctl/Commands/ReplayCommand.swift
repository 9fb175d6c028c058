// responderctl replay: what subscribers would read of a recording, offline.

import LinuxKit
import TouchSources
import Wire

/// Plays recordings through a configuration in virtual time.
enum ReplayCommand: Command {
  static let name = "replay"
  static let summary = "Print what subscribers would read of recordings, offline."
  static let operands = "RECORDING..."
  static let operandCount = 1...Int.max
  static let options =
    [
      Option(
        "config", value: "FILE", help: "The configuration; the daemon's usual one if left out."),
      Option("explain", help: "Print for each finger why recognizers did or did not."),
      Option("json", help: "With --explain: print the lines instead."),
      Option("readable", help: "Print lines for people."),
      Option("raw", help: "Also what the devices reported."),
      Option("screen", value: "ID", help: "The screen to play on; the first if left out."),
      Option("max-gap", value: "SECONDS", help: "Cut longer pauses to this."),
      Option(
        "device", value: "FILE", help: "The device's description, where recordings have none."),
    ] + FilterOptions.all.filter { $0.name != "device" }
  static let notes = """
    Recordings: touch scripts (.touch), evemu, evtest, libinput record. Several play together.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var filter = try FilterOptions.filter(arguments)
    let explains = arguments.has("explain")
    if explains { filter.types.insert(RecordTypes(.explain)) }
    if arguments.has("raw") { filter.types.insert(RecordTypes(.raw)) }
    let offline = try Offline(arguments.value("config") ?? "/etc/responderd/responderd.yaml")
    var recordings: [Recording] = []
    for path in arguments.operands {
      do throws(RecordingError) {
        recordings += try RecordingReader.read(path, description: arguments.value("device"))
      } catch {
        throw Failure(.usage, "\(error)")
      }
    }
    var replayer = Replayer(
      recordings, in: offline, on: try offline.screen(arguments.value("screen")), filter: filter,
      maximumGap: try gap(arguments))
    if explains, !arguments.has("json") {
      var timeline = Timeline()
      replayer.play { lines, record in
        if let json = try? JSON(parsing: lines.text(in: record.bytes)) { timeline.take(json) }
      }
      timeline.write(to: output)
    } else if arguments.has("readable") {
      replayer.play { lines, record in
        guard let json = try? JSON(parsing: lines.text(in: record.bytes)) else { return }
        output.line(Readable.line(json))
      }
    } else {
      replayer.play { lines, record in
        output.write { lines.copy(record.bytes, to: &$0) }
      }
    }
    return .done
  }

  private static func gap(_ arguments: Arguments) throws -> Double? {
    guard let text = arguments.value("max-gap") else { return nil }
    guard let seconds = Double(text), seconds >= 0, seconds.isFinite else {
      throw UsageError("--max-gap \(text): expected seconds, a number from 0")
    }
    return seconds
  }
}
