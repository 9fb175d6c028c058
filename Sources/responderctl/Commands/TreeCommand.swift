// responderctl tree: the windows and what is in them.

import Blueprint
import LinuxKit
import ResponderClient
import Wire

/// Prints the view tree.
enum TreeCommand: Command {
  static let name = "tree"
  static let summary = "Print the windows and the views in them."
  static let operands = "[VIEW]"
  static let operandCount = 0...1
  static let options = [
    Daemon.socketOption, Offline.configOption,
    Option("json", help: "Print the answer as it comes."),
  ]

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let view = arguments.operands.first
    let answer = try answer(view, arguments)
    if arguments.has("json") {
      output.line(answer.text)
    } else {
      TreeText.write(answer["windows"] ?? .array([answer["view"] ?? .null]), to: output)
    }
    return .done
  }

  private static func answer(_ view: String?, _ arguments: Arguments) throws -> JSON {
    guard let file = arguments.value("config") else {
      let wish = view.map { [JSON.Member("view", .string($0))] } ?? []
      return try Daemon.ask("tree", .object(wish), arguments)
    }
    let offline = try Offline(file)
    guard let view else {
      return try Offline.answer { $0.windows(of: offline.tree.application) }
    }
    let root = try offline.view(view)
    return try Offline.answer { writer in
      writer.key("view")
      writer.view(root)
    }
  }
}
