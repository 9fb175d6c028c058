// responderctl tree: the windows and what is in them.

import Blueprint
import LinuxKit
import ResponderClient
import ResponderKit
import Wire

/// Prints the view tree.
enum TreeCommand: Command {
  static let name = "tree"
  static let summary = "Print the windows and the views in them."
  static let operands = "[VIEW]"
  static let operandCount = 0...1
  static let options = [
    Daemon.socketOption, Offline.configOption,
    Option("json", help: "Print the answer as JSON."),
    Option("svg", help: "Draw where views can be hit; with --config only."),
  ]

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let view = arguments.operands.first
    if arguments.has("svg") {
      try draw(view, arguments, output)
      return .done
    }
    let answer = try answer(view, arguments)
    if arguments.has("json") {
      output.line(answer.text)
    } else {
      TreeText.write(answer["windows"] ?? .array([answer["view"] ?? .null]), to: output)
    }
    return .done
  }

  private static func draw(
    _ view: String?, _ arguments: Arguments, _ output: Output
  ) throws {
    guard let file = arguments.value("config") else {
      throw UsageError("--svg: expected --config FILE too, as the daemon does not tell shapes")
    }
    if arguments.has("json") { throw UsageError("--json and --svg: expected one of them") }
    let offline = try Offline(file)
    var picture = HitRegions(to: output)
    if let view {
      let root = try offline.view(view)
      let frame = root is Window ? root.frame : root.bounds
      return picture.draw([root], in: frame)
    }
    guard let screen = try offline.screen(nil) else { return }
    let windows = offline.tree.application.windows.filter { $0.screen === screen }
      .enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
    picture.draw(windows.map(\.element), in: Rect(origin: .zero, size: screen.size))
  }

  private static func answer(_ view: String?, _ arguments: Arguments) throws -> JSON {
    guard let file = arguments.value("config") else {
      let wish = view.map { [JSON.Member("view", .string($0))] } ?? []
      return try Daemon.ask("tree", .object(wish), arguments)
    }
    let offline = try Offline(file)
    guard let view else {
      return try Offline.answer { $0.windows(of: offline.tree.application, for: .all) }
    }
    let root = try offline.view(view)
    return try Offline.answer { writer in
      writer.key("view")
      writer.view(root, for: .all)
    }
  }
}
