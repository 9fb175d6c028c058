// The way to the running daemon, for the commands that ask it.

import CommandLine
import Linux
import Protocol
import Records
import ResponderClient

/// Connects to the daemon that the command line means.
enum DaemonAccess {
  /// The default path of the socket.
  static let usualPath = "/run/responderd/socket"

  static let socketOption = Option(
    "socket", value: "PATH", help: "Where the daemon listens; \(usualPath) by default.")

  static let hostOption = Option(
    "host", letter: "H", value: "HOST",
    help: "The daemon of another machine, by ssh: [USER@]HOST or ssh://[USER@]HOST:PORT.")

  /// The options that say which daemon is meant.
  static let options = [socketOption, hostOption]

  static let windowOption = Option(
    "window", value: "ID", help: "The private window in which the names lie.")

  /// The members of a request with the private window that the command line names.
  static func inWindow(_ value: JSON, _ arguments: Arguments) -> JSON {
    guard let window = arguments.value("window"), let members = value.members else { return value }
    return .object([.init("window", .string(window))] + members)
  }

  /// Connects; the connection to another machine is not made again when it is lost.
  static func connect(_ arguments: Arguments) throws -> Client {
    guard let host = arguments.value("host") else { return try Client(path: path(arguments)) }
    return try FarDaemon.connect(to: host, socket: arguments.value("socket"))
  }

  /// The path of the daemon's socket.
  static func path(_ arguments: Arguments) -> String {
    arguments.value("socket") ?? Environment.process["RESPONDERD_SOCKET"] ?? usualPath
  }

  /// Sends one request, and returns the result.
  static func ask(
    _ request: String, _ value: JSON, _ arguments: Arguments
  ) throws -> JSON {
    try connect(arguments).request(request, Value(inWindow(value, arguments))).json
  }

  /// Asks the same of several things: for all at once, or for none.
  static func askEach(
    _ request: String, _ names: [String], _ arguments: Arguments, _ value: (String) -> JSON
  ) throws {
    let requests = names.map { name in
      JSON.object([.init(request, inWindow(value(name), arguments))])
    }
    _ = try ask("batch", .array(requests), arguments)
  }
}

/// The options that say which records are wanted, for the commands that read them.
enum FilterOptions {
  static let all = [
    Option("type", value: "TYPE", repeats: true, help: "Only records of this type."),
    Option("phase", value: "PHASE", repeats: true, help: "Only this phase or state."),
    Option("view", value: "VIEW", repeats: true, help: "Only this view and the views in it."),
    Option("recognizer", value: "ID", repeats: true, help: "Only this recognizer."),
    Option("device", value: "NAME", repeats: true, help: "Only this device."),
    Option(
      "detail", help: "Also print force, size, angle and distance, if the device reports them."),
    Option("rate", value: "HZ", help: "At most HZ moved records per second for each touch."),
    Option("strict", help: "End if a view, recognizer or device does not exist."),
  ]

  static let sinceOption = Option(
    "since", value: "SECONDS",
    help: "First print what happened in the last SECONDS, as far as the daemon keeps it.")

  /// The note about filters in the help of these commands.
  static let notes = """
    Without --type, a filter also selects the types: --recognizer selects gestures, --view what
    happens in views, --phase records with a phase, --device touches and devices.
    """

  /// The subscription that the options say.
  static func subscription(_ arguments: Arguments) throws -> ResponderClient.Subscription {
    var subscription = ResponderClient.Subscription(
      types: arguments.values("type"), views: arguments.values("view"))
    subscription.phases = arguments.values("phase")
    subscription.recognizers = arguments.values("recognizer")
    subscription.devices = arguments.values("device")
    subscription.detail = arguments.has("detail")
    subscription.rate = try arguments.number("rate", in: 0.001...1e6, "records a second")
    subscription.since = try arguments.number("since", in: 0.001...1e6, "seconds")
    for word in subscription.types where RecordType(word: word) == nil {
      throw unknown("--type", word, RecordType.allCases.map(\.word.description))
    }
    for word in subscription.phases where RecordPhases(word: word) == nil {
      throw unknown("--phase", word, RecordPhases.words)
    }
    if subscription.types.isEmpty { subscription.types = try impliedTypes(arguments) }
    return subscription
  }

  // In the protocol, records pass a filter for a member that they do not have. With --recognizer,
  // no device record is wanted, and no command for it.
  private static func impliedTypes(_ arguments: Arguments) throws -> [String] {
    let given = ["recognizer", "event", "view", "phase", "device"].filter {
      !arguments.values($0).isEmpty
    }
    guard !given.isEmpty else { return [] }
    let types = RecordType.allCases.filter { type in
      given.allSatisfy(type.optionsThatFilter.contains)
    }
    guard !types.isEmpty else {
      let options = given.map { "--\($0)" }.joined(separator: " and ")
      throw UsageError("\(options): no type of record has both")
    }
    return types.map(\.word.description)
  }

  /// Subscribes, and warns of names that the daemon does not know; with --strict they are an error.
  @discardableResult
  static func subscribe(
    _ subscription: ResponderClient.Subscription, _ client: Client, _ arguments: Arguments,
    _ output: Output, command: String
  ) throws -> Int {
    let id = try client.subscribe(subscription)
    let known = subscription.snapshot ? client.picture.names : []
    for name in client.unknownNames {
      let hint: String
      if name.contains(",") {
        hint = "; give the option once for each name"
      } else {
        hint = didYouMean(name, among: known).map { "; \($0)" } ?? ""
      }
      let message = "\"\(name)\" does not exist\(hint)"
      if arguments.has("strict") { throw Failure(.no, "error: \(message)") }
      output.error("responderctl \(command): warning: \(message)")
    }
    return id
  }

  /// The same filter for records that are not from the daemon.
  static func filter(_ arguments: Arguments) throws -> Filter {
    let subscription = try subscription(arguments)
    var filter = Filter()
    if !subscription.types.isEmpty {
      filter.types = RecordTypes(subscription.types.compactMap(RecordType.init))
    }
    if !subscription.phases.isEmpty {
      filter.phases = subscription.phases.compactMap(RecordPhases.init).reduce(into: []) {
        $0.formUnion($1)
      }
    }
    filter.views = subscription.views
    filter.recognizers = subscription.recognizers
    filter.rate = subscription.rate
    filter.detail = subscription.detail
    return filter
  }

  private static func unknown(_ option: String, _ word: String, _ words: [String]) -> UsageError {
    let hint = nearest(to: word, in: words).map { "; did you mean \($0)?" } ?? ""
    return UsageError("\(option) \(word): expected one of \(words.joined(separator: ", "))\(hint)")
  }
}

extension RecordType {
  /// The options that filter records of this type.
  fileprivate var optionsThatFilter: [String] {
    switch self {
    case .gesture: ["recognizer", "view", "phase", "device"]
    case .touches, .unhandled: ["view", "phase", "device"]
    case .presses, .motion, .scroll: ["view", "phase"]
    case .control: ["event", "view"]
    case .action, .remoteControl, .firstResponder, .focus, .feedback, .edit: ["view"]
    case .activity: ["phase"]
    case .device: ["device"]
    case .question, .explain, .raw, .health: []
    }
  }
}
