// responderctl put: views, controllers, windows and gesture recognizers while the daemon runs.

import CommandLine
import Linux
import Protocol
import ResponderClient

/// Makes a part of the tree so.
enum PutCommand: Command {
  static let name = "put"
  static let summary = "Put views, controllers, windows or gesture recognizers into the tree."
  static let operands = "[PLACE] DESCRIPTION"
  static let operandCount = 1...2
  static let options =
    DaemonAccess.options + [
      DaemonAccess.windowOption,
      Option("presented", help: "PLACE is the controller that presents it."),
      Option("pushed", help: "PLACE is the navigation controller of which it is the next page."),
      Option("recognizer", help: "DESCRIPTION is a gesture recognizer."),
      Option("above", value: "VIEW", help: "Directly in front of this sibling."),
      Option("below", value: "VIEW", help: "Directly behind this sibling."),
      Option("name", value: "NAME", help: "The program that it belongs to; ctl if there is none."),
      Option("own", help: "Remove it again when this command ends, for example with Ctrl-C."),
    ]
  static let notes = """
    A DESCRIPTION is JSON with the keys of the configuration, or the name of a file that holds it; -
    is the standard input. With the key view it is a controller; without a PLACE it is a window. The
    next put of its id by the same program replaces it:
      responderctl put home.view '{"id":"sos","frame":[700,0,100,60],"handles":["touches"]}'
      responderctl put map '{"id":"map.twice","tap":{"numberOfTapsRequired":2}}' --recognizer
      responderctl put --presented home '{"id":"sure","view":{"id":"sure.view","frame":[9,9,80,80]}}'
    It stays until it is removed or the daemon ends.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let thing = try RequestText.json(arguments.operands[arguments.operands.count - 1])
    let place = arguments.operands.count > 1 ? arguments.operands[0] : nil
    let flags = ["presented", "pushed"].filter { arguments.has($0) }
    if flags.count > 1 { throw UsageError("--presented and --pushed: expected one of them") }
    if let flag = flags.first, place == nil { throw UsageError("--\(flag): expected a PLACE") }
    var members: [JSON.Member] = []
    if let place {
      let relation = ["presented": "presentedBy", "pushed": "pushedOn"][flags.first ?? ""] ?? "in"
      members.append(.init(relation, .string(place)))
    }
    let kind =
      arguments.has("recognizer")
      ? "gestureRecognizer"
      : place == nil ? "window" : thing["view"] != nil ? "viewController" : "view"
    members.append(.init(kind, thing))
    for side in ["above", "below"] {
      if let sibling = arguments.value(side) { members.append(.init(side, .string(sibling))) }
    }
    let isOwned = arguments.has("own")
    let client = try DaemonAccess.connect(arguments)
    client.reconnects = false
    if !isOwned || arguments.value("name") != nil {
      try client.identify(as: arguments.value("name") ?? "ctl")
    }
    if !isOwned { members.append(.init("lasting", .bool(true))) }
    let answer = try client.request(
      "put", .init(DaemonAccess.inWindow(.object(members), arguments)))
    for id in answer["waits"]?.list ?? [] {
      output.error(
        "responderctl put: \"\(id.text ?? "")\" waits: its place is not there, or the file has its id"
      )
    }
    // What it owns exists as long as the connection.
    if isOwned { while try client.next() != nil {} }
    return .done
  }
}
