// The way to the running daemon, for the commands that ask it.

import LinuxKit
import ResponderClient
import Wire

/// Connects to the daemon that the command line means.
enum Daemon {
  /// Where the daemon listens unless told otherwise.
  static let usualPath = "/run/responderd/socket"

  static let socketOption = Option(
    "socket", value: "PATH", help: "Where the daemon listens; \(usualPath) by default.")

  /// Connects.
  static func connect(_ arguments: Arguments) throws -> Client {
    try Client(path: path(arguments))
  }

  /// Where the daemon is looked for.
  static func path(_ arguments: Arguments) -> String {
    arguments.value("socket") ?? Environment.process["RESPONDERD_SOCKET"] ?? usualPath
  }

  /// Asks one thing, and gives the answer's result.
  static func ask(
    _ request: String, _ value: JSON, _ arguments: Arguments
  ) throws -> JSON {
    try connect(arguments).request(request, Value(value)).json
  }
}

/// The options that say which records are wanted, for the commands that read them.
enum FilterOptions {
  static let all = [
    Option("type", value: "TYPE", repeats: true, help: "Only records of this type."),
    Option("phase", value: "PHASE", repeats: true, help: "Only this phase or state."),
    Option("view", value: "VIEW", repeats: true, help: "Only this view and what is below it."),
    Option("recognizer", value: "ID", repeats: true, help: "Only this recognizer."),
    Option("device", value: "NAME", repeats: true, help: "Only this device."),
    Option("detail", help: "Also force, size, angle and distance, where devices give them."),
    Option("rate", value: "HZ", help: "At most so many moved records of one touch in a second."),
  ]

  /// The subscription that the options say.
  static func subscription(_ arguments: Arguments) throws -> ResponderClient.Subscription {
    var wish = ResponderClient.Subscription(
      types: arguments.values("type"), views: arguments.values("view"))
    wish.phases = arguments.values("phase")
    wish.recognizers = arguments.values("recognizer")
    wish.devices = arguments.values("device")
    wish.detail = arguments.has("detail")
    if let text = arguments.value("rate") {
      guard let rate = Double(text), rate > 0, rate.isFinite else {
        throw UsageError("--rate \(text): expected a number above zero")
      }
      wish.rate = rate
    }
    for word in wish.types where RecordType(word: word) == nil {
      throw unknown("--type", word, RecordType.allCases.map(\.word.description))
    }
    for word in wish.phases where RecordPhase(word: word) == nil {
      throw unknown("--phase", word, RecordPhase.allCases.map(\.word.description))
    }
    return wish
  }

  /// The same wish for records that do not come through the daemon.
  static func filter(_ arguments: Arguments) throws -> Filter {
    let wish = try subscription(arguments)
    var filter = Filter()
    if !wish.types.isEmpty { filter.types = RecordTypes(wish.types.compactMap(RecordType.init)) }
    if !wish.phases.isEmpty {
      filter.phases = wish.phases.compactMap(RecordPhase.init).reduce(into: []) {
        $0.formUnion(RecordPhases($1))
      }
    }
    filter.views = wish.views
    filter.recognizers = wish.recognizers
    filter.rate = wish.rate
    filter.detail = wish.detail
    return filter
  }

  private static func unknown(_ option: String, _ word: String, _ words: [String]) -> UsageError {
    let hint = word.nearest(in: words).map { "; did you mean \($0)?" } ?? ""
    return UsageError("\(option) \(word): expected one of \(words.joined(separator: ", "))\(hint)")
  }
}
