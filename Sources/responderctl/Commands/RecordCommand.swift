// responderctl record: what fingers do on a live device, as a file that replay reads.

import CommandLine
import Configuration
import Devices
import Glibc
import Linux
import ResponderKit

/// Records a device until it is interrupted.
enum RecordCommand: Command {
  static let name = "record"
  static let summary = "Record a touch device, for replay."
  static let operands = "[NODE]"
  static let operandCount = 0...1
  static let options =
    [
      Option(
        "format", value: "FORMAT", help: "touch (a script, the default) or evemu (raw events)."),
      Option(
        "size", value: "WxH", help: "The size of the screen in points; the default is 800x480."),
      Option("max-gap", value: "SECONDS", help: "Shorten longer pauses to this; the default is 2."),
      Option("output", value: "FILE", help: "Write here instead of to standard output."),
      Option("seconds", value: "SECONDS", help: "End after this time, instead of on Ctrl-C."),
    ] + RecordingFiles.options + DaemonAccess.options
  static let notes = """
    NODE is a device such as /dev/input/event3; the default is the only touch device.
    Only root and members of the group input may read it. Ctrl-C ends the recording.
    \(Recorder.privacyNote)
    --html and --trace record what the daemon reports instead, with the reasons of recognizers. No
    device is read then, so NODE, --format, --size, --max-gap and --output cannot be combined with
    them.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    if let files = try RecordingFiles(arguments) {
      return try ReportRecording.run(files, arguments, output)
    }
    if arguments.has("host") {
      throw UsageError(
        "--host: expected --html or --trace as well; a device is recorded on its own machine")
    }
    let format = try format(arguments)
    let size = try size(arguments.value("size") ?? "800x480")
    let gap = try arguments.number("max-gap", in: 0...1e6, "seconds") ?? 2
    let duration = try arguments.number("seconds", in: 0.001...1e6, "seconds")
    let node = try arguments.operands.first ?? onlyNode()
    let file = try arguments.value("output").map { try Output(creating: $0) } ?? output
    let loop = try EventLoop()
    var lost: String?
    let recorder = try Recorder(
      node: node, format: format, size: size, maximumGap: gap, loop: loop,
      write: { bytes in
        file.write { $0.append(contentsOf: bytes) }
        file.flush()
        if let failure = file.failure, lost == nil {
          lost = "the recording ends here: \(failure)"
          loop.stop()
        }
      },
      onLoss: { reason in
        lost = reason
        loop.stop()
      })
    try loop.handleSignals([SIGINT, SIGTERM]) { _ in loop.stop() }
    let timer = loop.timer { loop.stop() }
    if let duration { timer.deadline = loop.clock.now() + Instant.microseconds(in: duration) }
    output.error("recording \(node); Ctrl-C ends it")
    if lost == nil { try loop.run() }
    recorder.stop()
    guard let lost else { return .done }
    throw Failure(.no, "\(node): \(lost)")
  }

  private static func format(_ arguments: Arguments) throws -> Recorder.Format {
    guard let word = arguments.value("format") else { return .touch }
    guard let format = Recorder.Format(rawValue: word) else {
      throw UsageError("--format \(word): expected touch or evemu")
    }
    return format
  }

  /// A size such as `800x480`.
  static func size(_ text: String) throws -> Size {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0,
      width.isFinite, height.isFinite
    else { throw UsageError("--size \(text): expected a width and a height, such as 800x480") }
    return Size(width: width, height: height)
  }

  /// The node of the only touch device.
  static func onlyNode(to verb: String = "record") throws -> String {
    let found = try DeviceListing.current(DeviceRules(screens: [])).map(\.description)
      .filter { $0.kind == .touchscreen || $0.kind == .touchpad }
    if found.count == 1 { return found[0].node }
    let list = found.map { "\n  \($0.node)  \($0.name)" }.joined()
    throw Failure(
      .no,
      found.isEmpty
        ? "this machine has no touch device; name the node to \(verb)"
        : "this machine has \(found.count) touch devices; name the node to \(verb):\(list)")
  }
}
