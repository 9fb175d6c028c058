// responderctl on --bindings: reads records, runs commands and handles signals.

import CommandLine
import Glibc
import Linux
import Protocol
import Records
import ResponderClient

/// One run with a file of bindings, until a signal ends it.
final class BindingsRun {
  private let path: String
  private let arguments: Arguments
  private let output: Output
  private var left: Int
  private var matcher: BindingMatcher
  private var commands: BoundCommands
  private var isEnding = false

  /// Reads the file.
  init(_ path: String, _ arguments: Arguments, _ output: Output) throws {
    self.path = path
    self.arguments = arguments
    self.output = output
    left = Int(try arguments.number("count", in: 1...1e9, "records") ?? 1e9)
    let file = try BindingsFile.read(path, output)
    matcher = BindingMatcher(file.bindings)
    commands = BoundCommands(file.bindings) { output.error("responderctl on: \($0)") }
    client = try DaemonAccess.connect(arguments)
    signals = try SignalDescriptor([SIGCHLD, SIGHUP, SIGINT, SIGTERM])
    try subscribe(file)
  }

  private let client: Client
  private let signals: SignalDescriptor

  /// Runs commands until a signal or `--count` ends it.
  func run() throws -> Status {
    while true {
      if left > 0, !isEnding { try readRecords() }
      if left == 0 || isEnding, !commands.isBusy { return .done }
      try wait()
      while let signal = signals.next() { try handle(signal.number) }
    }
  }

  private func readRecords() throws {
    while left > 0, let record = try client.next(within: 0) {
      let matches = matcher.matches(record.value.json)
      guard !matches.isEmpty else { continue }
      left -= 1
      let environment = OnCommand.environment(record.value.json)
      for (index, times) in matches {
        for _ in 0..<times { commands.run(index, environment, record.line + "\n") }
      }
    }
  }

  // Without a connection the wait is short: the client tries again when it is asked.
  private func wait() throws {
    var waits = [
      pollfd(fd: signals.raw, events: Int16(POLLIN), revents: 0),
      pollfd(fd: left > 0 ? client.descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    let timeout: Int32 = client.descriptor < 0 ? 250 : -1
    try systemCall("poll") { unsafe poll(&waits, nfds_t(waits.count), timeout) }
  }

  private func handle(_ signal: Int32) throws {
    switch signal {
    case SIGCHLD: commands.collect()
    case SIGHUP: try reload()
    default:
      isEnding = true
      commands.end()
    }
  }

  // A file that cannot be used changes nothing.
  private func reload() throws {
    let file: BindingsFile
    do {
      file = try BindingsFile.read(path, output)
    } catch {
      return output.error(
        "responderctl on: \(error)\nresponderctl on: the previous bindings stay in use")
    }
    commands.end()
    commands = BoundCommands(file.bindings) { [output] in output.error("responderctl on: \($0)") }
    matcher = BindingMatcher(file.bindings)
    for id in subscriptions { try client.unsubscribe(id) }
    try subscribe(file)
  }

  private var subscriptions: [Int] = []

  private func subscribe(_ file: BindingsFile) throws {
    var wanted: [ResponderClient.Subscription] = []
    func add(_ type: RecordType, views: [String] = [], recognizers: [String] = []) {
      var subscription = ResponderClient.Subscription(types: [type.word.description], views: views)
      subscription.recognizers = recognizers
      wanted.append(subscription)
    }
    let recognizers = Set(file.bindings.compactMap(\.recognizer)).sorted()
    let controls = Set(file.bindings.compactMap(\.control)).sorted()
    if !recognizers.isEmpty { add(.gesture, recognizers: recognizers) }
    if !controls.isEmpty { add(.control, views: controls) }
    if file.bindings.contains(where: { $0.activity != nil }) { add(.activity) }
    subscriptions = try wanted.map {
      try FilterOptions.subscribe($0, client, arguments, output, command: OnCommand.name)
    }
  }
}
