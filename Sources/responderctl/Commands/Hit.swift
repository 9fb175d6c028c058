// responderctl hit: which view a finger would meet, and why no other.

import LinuxKit
import ResponderClient
import Wire

/// Prints the hit view of a point.
enum Hit: Command {
  static let name = "hit"
  static let summary = "Print the view that a finger at a point would meet."
  static let operands = "X Y"
  static let operandCount = 2...2
  static let options = [
    Daemon.socketOption, Option("json", help: "Print the answer as it comes."),
    Option("screen", value: "ID", help: "The screen, where there are several."),
    Option("trace", help: "Also print every question on the way and its answer."),
  ]
  static let notes = "Exit status 1: no view there."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var point: [JSON] = []
    for word in arguments.operands {
      guard let number = Double(word), number.isFinite else {
        throw UsageError("\"\(word)\": expected a number, in points of the screen")
      }
      point.append(.number(number))
    }
    var wish = [JSON.Member("point", .array(point))]
    if let screen = arguments.value("screen") { wish.append(.init("screen", .string(screen))) }
    if arguments.has("trace") { wish.append(.init("trace", .bool(true))) }
    let answer = try Daemon.ask("hitTest", .object(wish), arguments)
    let view = answer["view"]?.string
    if arguments.has("json") {
      output.line(answer.text)
    } else {
      for step in answer["trace"]?.elements ?? [] { output.line(question(step)) }
      output.line(view ?? "nothing")
    }
    return view == nil ? .no : .done
  }

  private static func question(_ step: JSON) -> String {
    let view = step["view"]?.string ?? "?"
    if let reason = step["refuses"]?.string { return "  \(view) refuses: \(reason)" }
    let inside = step["pointInside"]?.bool == true ? "yes" : "no"
    return "  \(view) pointInside? \(inside)"
  }
}
