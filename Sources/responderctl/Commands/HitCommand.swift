// responderctl hit: which view a finger would meet, and why no other.

import CommandLine
import Configuration
import Linux
import Protocol
import Records
import ResponderClient
import ResponderKit

/// Prints the hit view of a point.
enum HitCommand: Command {
  static let name = "hit"
  static let summary = "Print the view at a point."
  static let operands = "X Y"
  static let operandCount = 2...2
  static let options =
    DaemonAccess.options + [
      Offline.configOption,
      DaemonAccess.windowOption,
      Option("json", help: "Print the answer as JSON."),
      Option("screen", value: "ID", help: "The screen, if there are several."),
      Option("trace", help: "Also print the answer of each view."),
    ]
  static let notes = "Exit status 1: no view there."

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let answer = try answer(point(arguments.operands), arguments)
    let view = answer["view"]?.string
    if arguments.has("json") {
      output.line(answer.text)
    } else {
      for step in answer["trace"]?.elements ?? [] { output.line(question(step)) }
      output.line(view ?? "nothing")
    }
    return view == nil ? .no : .done
  }

  /// The point that two operands name.
  static func point(_ words: [String]) throws -> Point {
    let numbers = try words.map { word in
      guard let number = Double(word), number.isFinite else {
        throw UsageError("\"\(word)\": expected a number, in points of the screen")
      }
      return number
    }
    return Point(x: numbers[0], y: numbers[1])
  }

  private static func answer(_ point: Point, _ arguments: Arguments) throws -> JSON {
    let screen = arguments.value("screen")
    let trace = arguments.has("trace")
    if let file = arguments.value("config") {
      let offline = try Offline(file, window: arguments.value("window"))
      let screen = try offline.screen(screen)
      return try Offline.answer {
        $0.hitTest(in: offline.tree.application, at: point, on: screen, trace: trace)
      }
    }
    var subscription = [JSON.Member("point", .array([.number(point.x), .number(point.y)]))]
    if let screen { subscription.append(.init("screen", .string(screen))) }
    if trace { subscription.append(.init("trace", .bool(true))) }
    return try DaemonAccess.ask("hitTest", .object(subscription), arguments)
  }

  private static func question(_ step: JSON) -> String {
    let view = step["view"]?.string ?? "?"
    return "  \(view)\(step["pointInside"] == nil ? " " : ".")\(answer(step))"
  }

  /// What a view answered, to be read after its name.
  static func answer(_ step: JSON) -> String {
    if let reason = step["refuses"]?.string { return "refuses: \(reason)" }
    if let other = step["redirects"]?.string { return "redirects to \(other)" }
    if step["passesThrough"] != nil { return "passes through" }
    return "pointInside \(step["pointInside"]?.bool == true ? "yes" : "no")"
  }
}
