// responderctl request: any request of the protocol, and its answer.

import CommandLine
import Linux
import Protocol
import ResponderClient

/// Sends requests as they are written and prints the results.
enum RequestCommand: Command {
  static let name = "request"
  static let summary = "Send any request and print its result."
  static let operands = "REQUEST..."
  static let operandCount = 1...Int.max
  static let options = DaemonAccess.options
  static let notes = """
    A REQUEST is one JSON object with one member, or the name of a file that holds it; - is the
    standard input. They are sent one after the other, on one connection:
      responderctl request '{"cancel":{"touches":[7]}}' '{"chain":{"responder":"red"}}'
    responderd-protocol(7) lists all requests.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let requests = try arguments.operands.map { operand in
      let json = try RequestText.json(operand)
      let members = (json.members ?? []).filter { $0.name != "id" }
      guard members.count == 1 else {
        throw Failure(
          .usage,
          "expected an object with one member, the request's name; found \(members.count) members")
      }
      return members[0]
    }
    let client = try DaemonAccess.connect(arguments)
    for request in requests {
      output.line(try client.request(request.name, .init(request.value)).json.text)
      output.flush()
    }
    return .done
  }
}
