// The daemon's command line.

package import CommandLine
package import Linux
package import Protocol

/// A source of frames, as on the command line.
package enum SourceSpec: Hashable, Sendable {
  /// Every device that the configuration selects.
  case configured
  /// Touchscreens through libinput.
  case libinput
  /// One device node.
  case evdev(String)
  /// A recording, played once or repeatedly.
  case recording(String, repeats: Bool)

  /// Reads `libinput`, `evdev:NODE`, `recording:FILE` or `recording:FILE,repeat`.
  package init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? String(parts[1]) : ""
    switch (parts[0], rest.isEmpty) {
    case ("libinput", true) where parts.count == 1: self = .libinput
    case ("evdev", false): self = .evdev(rest)
    case ("recording", false):
      let repeats = rest.hasSuffix(",repeat")
      self = .recording(repeats ? String(rest.dropLast(7)) : rest, repeats: repeats)
    default:
      let kinds = ["none", "libinput", "evdev", "recording"]
      let hint = nearest(to: String(parts[0]), in: kinds).map { "; did you mean \($0)?" } ?? ""
      throw UsageError(
        "--source \(text): expected none, libinput, evdev:/dev/input/eventN, recording:FILE or "
          + "recording:FILE,repeat" + (kinds.contains(String(parts[0])) ? "" : hint))
    }
  }
}

/// The options of the command line.
package struct Options: ProgramOptions, Hashable, Sendable {
  /// The configuration file.
  package var configuration = "/etc/responderd/responderd.yaml"
  /// The path of the socket instead of the configured one.
  package var socket: String?
  /// The sources of frames.
  package var sources: [SourceSpec] = [.configured]
  /// The lowest level of logged messages.
  package var threshold = Log.Level.info
  /// The limits; no option sets them.
  package var limits = Limits.standard
  /// Whether to end when every recording has been played.
  package var endsWithRecording = false

  /// The default options.
  package init() {}

  package static let known = [
    Option(
      "config", value: "FILE",
      help: "The configuration; the default is /etc/responderd/responderd.yaml."),
    Option(
      "socket", value: "PATH",
      help: "The socket for clients; the default is $RESPONDERD_SOCKET, then the configuration's."),
    Option(
      "source", value: "SPEC", repeats: true,
      help: "Read input only from: none, libinput, evdev:NODE, recording:FILE[,repeat]."),
    Option("version", help: "Print the version."),
    Option("exit-at-end", help: "End when the recordings have been played."),
    Option(
      "log", value: "LEVEL", help: "Log messages of at least: error, warning, notice, info, debug."),
  ]

  package mutating func take(
    _ arguments: Arguments, _ environment: Environment
  ) throws(UsageError) {
    if let path = arguments.value("config") { configuration = path }
    // A socket that the service manager passes is the usual one of a service.
    let isPassed = environment["LISTEN_FDS"] != nil
    socket =
      arguments.value("socket") ?? (isPassed ? nil : environment["RESPONDERD_SOCKET"])
    var chosen: [SourceSpec] = []
    let texts = arguments.values("source")
    for text in texts where text != "none" { chosen.append(try SourceSpec(text)) }
    if texts.contains("none"), !chosen.isEmpty {
      throw UsageError("--source none: expected no other --source")
    }
    if !texts.isEmpty { sources = chosen }
    endsWithRecording = arguments.has("exit-at-end")
    if endsWithRecording, !sources.contains(where: \.isFiniteRecording) {
      throw UsageError("--exit-at-end: expected a --source recording:FILE that does not repeat")
    }
  }

  /// The text of `--help`.
  package static let help = """
    Usage: responderd [OPTION]...

    Reads touch devices, finds the view and the gesture of each touch, and sends the result to the
    programs on its socket.

    \(Arguments.help(known))
    SIGHUP reads the configuration again; SIGURG says that the machine is about to sleep and
    SIGCONT that it is awake; SIGTERM ends it. See responderd(8).

    """
}

extension SourceSpec {
  /// Whether the source is a recording that ends.
  var isFiniteRecording: Bool {
    switch self {
    case .recording(_, let repeats): !repeats
    case .configured, .libinput, .evdev: false
    }
  }
}
