// responderctl set: new values for properties of a view, controller, recognizer or device.

import CommandLine
import Linux
import Protocol
import ResponderClient

/// Changes properties while the daemon runs.
enum SetCommand: Command {
  static let name = "set"
  static let summary = "Set properties of a view, recognizer, controller or device."
  static let operands = "ID KEY=VALUE..."
  static let operandCount = 2...Int.max
  static let options =
    DaemonAccess.options + [
      DaemonAccess.windowOption,
      Option("recognizer", help: "ID names a recognizer."),
      Option("controller", help: "ID names a view controller."),
      Option("device", help: "ID names a device."),
    ]
  static let notes = """
    Keys and values are those of the configuration; a value that is JSON is read as JSON:
      responderctl set red alpha=0.5 'frame=[0, 0, 10, 10]' isHidden=true
      responderctl set --device goodix rotate=90 ignore=null
      responderctl set --recognizer red.tap isEnabled=false
      responderctl set home isInhibited=true
    The values lie over what the file or a program wants, until they are set to null; so do settings
    of a device.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let target =
      arguments.has("recognizer")
      ? "recognizer"
      : arguments.has("controller")
        ? "viewController" : arguments.has("device") ? "device" : "view"
    var members = [JSON.Member(target, .string(arguments.operands[0]))]
    for word in arguments.operands.dropFirst() {
      guard let sign = word.firstIndex(of: "="), sign > word.startIndex else {
        throw UsageError("\"\(word)\": expected KEY=VALUE")
      }
      members.append(.init(String(word[..<sign]), value(String(word[word.index(after: sign)...]))))
    }
    _ = try DaemonAccess.ask("set", .object(members), arguments)
    return .done
  }

  /// A value as JSON, or as text where it is none.
  static func value(_ text: String) -> JSON {
    // The parser accepts only objects and lists, so a value is read as the element of a list.
    guard let list = try? JSON(parsing: "[\(text)]"), let elements = list.elements,
      elements.count == 1
    else { return .string(text) }
    return elements[0]
  }
}
