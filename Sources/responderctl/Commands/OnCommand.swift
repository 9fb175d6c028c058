// responderctl on: a command for each record, under the caller's own rights.

import CommandLine
import Glibc
import Linux
import Protocol
import ResponderClient

/// Runs a command for each record that passes the filter.
enum OnCommand: Command {
  static let name = "on"
  static let summary = "Run a command for each matching record."
  static let operands = "-- COMMAND [ARGUMENT]..."
  static let operandCount = 0...Int.max
  static let options =
    DaemonAccess.options + [
      Option("count", value: "N", help: "End after N records."),
      Option("event", value: "NAME", repeats: true, help: "Only this control event."),
      Option(
        "bindings", value: "FILE", help: "Run the commands of this file instead of one COMMAND."),
    ] + FilterOptions.all
  static let notes = """
    The command gets the record on its standard input and its members in the environment:
    RESPONDER_TYPE, RESPONDER_PHASE, RESPONDER_VIEW, RESPONDER_RECOGNIZER, RESPONDER_X,
    RESPONDER_TRANSLATION, a list as JSON, ...
    Commands run one after the other, in the order of the records:
      responderctl on --recognizer home.swipe -- wtype -M alt -P left
      responderctl on --phase idle -- screen-off
    \(FilterOptions.notes)

    With --bindings the commands of different bindings run side by side; SIGHUP reads the file again:
      bindings:
        - recognizer: edge.left
          run: [wtype, -M, alt, -P, left]
        - { recognizer: volume.pan, directions: [up], every: 20, run: volume-up, whileRunning: drop }
        - { control: lamp, events: [valueChanged], run: 'lamp "$RESPONDER_IS_ON"' }
        - { activity: idle, run: screen-off }
    docs/clients.md describes its keys.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    if let file = arguments.value("bindings") {
      guard arguments.operands.isEmpty else {
        throw UsageError(
          "--bindings: expected no COMMAND beside it, found \(arguments.operands[0])")
      }
      return try BindingsRun(file, arguments, output).run()
    }
    guard !arguments.operands.isEmpty else {
      throw UsageError("expected a COMMAND, or --bindings FILE")
    }
    let subscription = try FilterOptions.subscription(arguments)
    let events = arguments.values("event")
    var left = Int.max
    if let text = arguments.value("count") {
      guard let count = Int(text), count > 0 else {
        throw UsageError("--count \(text): expected a whole number above zero")
      }
      left = count
    }
    let client = try DaemonAccess.connect(arguments)
    try FilterOptions.subscribe(subscription, client, arguments, output, command: name)
    while left > 0, let record = try client.next() {
      if !events.isEmpty, !events.contains(record.event ?? "") { continue }
      let status = try Process.run(
        arguments.operands, environment: environment(record.value.json), input: record.line + "\n")
      if status != 0 {
        output.error("responderctl on: \(arguments.operands[0]) ended with status \(status)")
      }
      left -= 1
    }
    return .done
  }

  /// The members of a record as variables; of the touches the first one's place.
  static func environment(_ record: JSON) -> [String] {
    var answer: [String] = []
    func add(_ name: String, _ value: JSON) {
      var word = ""
      for letter in name {
        if letter.isUppercase { word += "_" }
        word += letter.uppercased()
      }
      answer.append("RESPONDER_\(word)=\(value.string ?? value.text)")
    }
    for name in ["translation", "velocity"] {
      guard let x = record[name]?[0], let y = record[name]?[1] else { continue }
      add("\(name)X", x)
      add("\(name)Y", y)
    }
    for member in record.members ?? [] {
      // A state is a gesture's phase: one variable for both.
      add(member.name == "state" ? "phase" : member.name, member.value)
    }
    for member in record["touches"]?[0]?.members ?? [] where record[member.name] == nil {
      add(member.name, member.value)
    }
    return answer
  }
}

extension JSON {
  /// The element of an array at this place, or nil.
  subscript(index: Int) -> JSON? {
    guard let elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
