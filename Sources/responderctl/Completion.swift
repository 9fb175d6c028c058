// What a shell offers while a person types a command line of responderctl.

import CommandLine
import Configuration
import Linux
import Protocol
import ResponderClient
import ResponderKit

/// The candidates for the last word of a command line. The shells' own files call it:
/// `responderctl complete WORD...` prints one candidate a line, or `:files` where a file is expected.
enum Completion {
  static let word = "complete"
  static let files = ":files"

  static func write(_ words: [String], _ output: Output) {
    for candidate in candidates(for: words) { output.line(candidate) }
  }

  static func candidates(for words: [String]) -> [String] {
    var words = words[...]
    let current = words.popLast() ?? ""
    let before = DaemonAccess.options.flatMap(names)
    var typed = Array(words)
    guard let leading = try? Tool.leadingOptions(from: &typed) else { return [] }
    guard let name = typed.first else {
      return Tool.commands.map(\.name) + ["--help", "--version"] + before
    }
    words = (leading + typed.dropFirst())[...]
    guard let command = Tool.commands.first(where: { $0.name == name }) else { return [] }
    let isValue = { (option: Option) in
      option.value != nil && names(option).contains(words.last ?? "")
    }
    if let option = command.options.first(where: isValue) {
      return values(of: option, command, words)
    }
    if current.hasPrefix("-") { return command.options.flatMap(names) + ["--help"] }
    return operands(of: command, words)
  }

  private static func names(_ option: Option) -> [String] {
    [option.short, option.long].compactMap(\.self)
  }

  private static func values(
    of option: Option, _ command: Tool.Entry, _ words: ArraySlice<String>
  ) -> [String] {
    switch option.name {
    case "type": RecordType.allCases.map(\.word.description)
    case "phase": RecordPhases.words
    case "event": ControlEvent.named.map(\.name)
    case "view": Names(command, words).views
    case "recognizer": Names(command, words).recognizers
    case "screen": Names(command, words).screens
    case "device" where option.value == "NAME": Names(command, words).devices
    default: option.value == "FILE" || option.value == "PATH" ? [files] : []
    }
  }

  private static func operands(
    of command: Tool.Entry, _ words: ArraySlice<String>
  ) -> [String] {
    switch command.name {
    case HelpCommand.name: return ConceptPage.all.map(\.topic) + Tool.commands.map(\.name)
    case KeysCommand.name: return KeyTables.all.map(\.kind)
    case TreeCommand.name: return Names(command, words).views
    case ChainCommand.name:
      let names = Names(command, words)
      return names.views + names.controllers
    case WhyCommand.name: return Names(command, words).recognizers
    case SetCommand.name where parsed(words, command)?.operands.isEmpty == false:
      let kinds = Set(kind(words).keys)
      return KeyTables.all.filter { kinds.contains($0.kind) }
        .flatMap { $0.facts.map { "\($0.name)=" } }
    case SetCommand.name, RemoveCommand.name:
      let names = Names(command, words)
      return names[keyPath: kind(words).names]
    case TapCommand.name, HitCommand.name, RequestCommand.name: return []
    default: return command.operandCount.upperBound == 0 ? [] : [files]
    }
  }

  /// The options and operands before the word that is completed.
  private static func parsed(_ words: ArraySlice<String>, _ command: Tool.Entry) -> Arguments? {
    var known = words
    // An option without its value yet is the one that is completed.
    if let last = known.last,
      command.options.contains(where: {
        $0.value != nil && names($0).contains(last)
      })
    {
      known.removeLast()
    }
    return try? Arguments(Array(known), options: command.options, operands: 0...Int.max)
  }

  /// What the operand of set and remove names, and the tables of its keys.
  private static func kind(
    _ words: ArraySlice<String>
  ) -> (names: KeyPath<Names, [String]>, keys: [String]) {
    func has(_ name: String) -> Bool {
      !Set(names(Option(name, help: ""))).isDisjoint(with: words)
    }
    if has("recognizer") {
      return (
        \.recognizers,
        ["gestureRecognizer"] + RecognizerKind.all.map(\.word)
      )
    }
    if has("controller") { return (\.controllers, ["responder", "viewController"]) }
    if has("device") { return (\.devices, ["devices"]) }
    return (
      \.views, ["responder", "view", "control"] + ViewKind.allCases.map(\.rawValue)
    )
  }

  /// The names of a tree: the daemon's, or that of --config.
  private struct Names {
    var views: [String] = []
    var recognizers: [String] = []
    var controllers: [String] = []
    var screens: [String] = []
    var devices: [String] = []

    init(_ command: Tool.Entry, _ words: ArraySlice<String>) {
      // ssh may ask for a password, which has no place here.
      guard let arguments = parsed(words, command), !arguments.has("host") else { return }
      if let file = arguments.value("config"), let offline = try? Offline(file) {
        screens = offline.tree.screens.map(\.id)
      }
      if arguments.value("config") == nil,
        let client = try? DaemonAccess.connect(arguments), (try? client.subscribe()) != nil
      {
        screens = (client.picture.screens.list ?? []).compactMap { $0["id"]?.text }
        devices = (client.picture.devices.list ?? []).compactMap { $0["name"]?.text }
      }
      for window in (try? TreeCommand.answer(nil, arguments))?["windows"]?.elements ?? [] {
        collect(window)
      }
    }

    private mutating func collect(_ node: JSON) {
      if let id = node["id"]?.string { views.append(id) }
      if let id = node["viewController"]?["id"]?.string { controllers.append(id) }
      for recognizer in node["gestureRecognizers"]?.elements ?? [] {
        if let id = recognizer["id"]?.string { recognizers.append(id) }
      }
      for child in node["subviews"]?.elements ?? [] { collect(child) }
    }
  }
}
