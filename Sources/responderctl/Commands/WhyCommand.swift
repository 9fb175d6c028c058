// responderctl why: whether a finger at a point reaches a recognizer, or what keeps it away.

import CommandLine
import Configuration
import Linux
import Protocol
import Records
import ResponderClient
import ResponderKit

/// Prints what keeps a finger from a recognizer that stays silent.
enum WhyCommand: Command {
  static let name = "why"
  static let summary = "Print why a touch at a point would not reach a recognizer."
  static let operands = "RECOGNIZER X Y"
  static let operandCount = 3...3
  static let options =
    DaemonAccess.options + [
      Offline.configOption,
      DaemonAccess.windowOption,
      Option("json", help: "Print the answer as JSON."),
      Option("screen", value: "ID", help: "The screen, if there are several."),
    ]
  static let notes = """
    Exit status 1: the touch would not reach the recognizer, or never lets it begin.
    responderctl explain prints what happened to real touches.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let name = arguments.operands[0]
    let point = try HitCommand.point(Array(arguments.operands.dropFirst()))
    let answer = try answer(name, point, arguments)
    let reaches = answer["reaches"]?.bool ?? false
    if arguments.has("json") {
      output.line(answer.text)
    } else if reaches {
      output.line("a finger there reaches \(name)")
    } else {
      for obstacle in answer["obstacles"]?.elements ?? [] {
        let who = obstacle["view"]?.string ?? name
        let rule = obstacle["rule"]?.string ?? ""
        output.line("\(who) \(obstacle["reason"]?.string ?? "") (\(rule))")
      }
    }
    return reaches ? .done : .no
  }

  private static func answer(
    _ name: String, _ point: Point, _ arguments: Arguments
  ) throws -> JSON {
    let screen = arguments.value("screen")
    if let file = arguments.value("config") {
      let offline = try Offline(file, window: arguments.value("window"))
      let screen = try offline.screen(screen)
      let recognizer = try offline.recognizer(name)
      return try Offline.answer {
        $0.why(recognizer, in: offline.tree.application, at: point, on: screen)
      }
    }
    var subscription = [
      JSON.Member("recognizer", .string(name)),
      JSON.Member("point", .array([.number(point.x), .number(point.y)])),
    ]
    if let screen { subscription.append(.init("screen", .string(screen))) }
    return try DaemonAccess.ask("why", .object(subscription), arguments)
  }
}
