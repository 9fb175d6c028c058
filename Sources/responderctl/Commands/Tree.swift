// responderctl tree: the windows and what is in them.

import LinuxKit
import ResponderClient
import Wire

/// Prints the view tree.
enum Tree: Command {
  static let name = "tree"
  static let summary = "Print the windows and the views in them."
  static let operands = "[VIEW]"
  static let operandCount = 0...1
  static let options = [
    Daemon.socketOption, Option("json", help: "Print the answer as it comes."),
  ]

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let view = arguments.operands.first
    let wish = view.map { [JSON.Member("view", .string($0))] } ?? []
    let answer = try Daemon.ask("tree", .object(wish), arguments)
    if arguments.has("json") {
      output.line(answer.text)
    } else {
      TreeText.write(answer["windows"] ?? .array([]), to: output)
    }
    return .done
  }
}
