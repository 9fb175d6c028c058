// responderctl add: views and gesture recognizers while the daemon runs.

import CommandLines
import LinuxKit
import ResponderClient
import Wire

/// Adds a view or a gesture recognizer to a view.
enum AddCommand: Command {
  static let name = "add"
  static let summary = "Add views or a gesture recognizer to a view."
  static let operands = "VIEW DESCRIPTION..."
  static let operandCount = 2...Int.max
  static let options = [
    DaemonAccess.socketOption,
    Option("recognizer", help: "DESCRIPTION is a gesture recognizer, not a view."),
    Option(
      "index", value: "N", help: "The view's index among its siblings, counted from the back."),
    Option("above", value: "VIEW", help: "Directly in front of this sibling."),
    Option("below", value: "VIEW", help: "Directly behind this sibling."),
    Option("own", help: "Remove it again when this command ends, for example with Ctrl-C."),
  ]
  static let notes = """
    A DESCRIPTION is JSON with the keys of the configuration, or the name of a file that holds it;
    - is the standard input:
      responderctl add home.view '{"id":"sos","frame":[700,0,100,60],"handles":["touches"]}'
      responderctl add map '{"id":"map.twice","tap":{"numberOfTapsRequired":2}}' --recognizer
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let parts = try arguments.operands.dropFirst().map { try RequestText.json($0) }
    var members = [JSON.Member("to", .string(arguments.operands[0]))]
    if arguments.has("recognizer") {
      guard parts.count == 1 else {
        throw UsageError("--recognizer: expected one gesture recognizer, found \(parts.count)")
      }
      members.append(.init("gestureRecognizer", parts[0]))
    } else {
      members.append(parts.count == 1 ? .init("view", parts[0]) : .init("views", .array(parts)))
    }
    if let index = try arguments.number("index", in: 0...1e6, "siblings") {
      members.append(.init("index", .integer(Int64(index))))
    }
    for side in ["above", "below"] {
      if let sibling = arguments.value(side) { members.append(.init(side, .string(sibling))) }
    }
    let isOwned = arguments.has("own")
    if isOwned { members.append(.init("own", .bool(true))) }
    let client = try DaemonAccess.connect(arguments)
    client.reconnects = false
    try client.request("add", .init(.object(members)))
    // Owned views exist as long as the connection.
    if isOwned { while try client.next() != nil {} }
    return .done
  }
}
