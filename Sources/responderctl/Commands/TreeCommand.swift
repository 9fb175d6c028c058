// responderctl tree: prints the windows with their views.

import CommandLine
import Configuration
import Linux
import Protocol
import Records
import ResponderClient
import ResponderKit

/// Prints the view tree.
enum TreeCommand: Command {
  static let name = "tree"
  static let summary = "Print the windows and the views in them."
  static let operands = "[VIEW]"
  static let operandCount = 0...1
  static let options =
    DaemonAccess.options + [
      Offline.configOption,
      DaemonAccess.windowOption,
      Option("json", help: "Print the answer as JSON."),
      Option("svg", help: "Draw where views can be hit, with names, kinds and recognizers."),
      Option("yaml", help: "Print a configuration from which the same tree is built."),
      Option("file", help: "Print the daemon's file with what programs have set for good."),
      Option(
        "owner", value: "NAME",
        help: "Print what the program of this name has put, as a batch; with --file, in the file."),
    ]

  static let notes = """
    --yaml prints screens and application. Lengths are as written, aliases are written out, and what
    programs have put is there, too. --file keeps comments, order and all other keys; fingers change
    nothing in it, and private windows are as in the file. It needs the right to edit everything and to
    read every private window. From the daemon, --owner needs the right edit for everything.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let view = arguments.operands.first
    let forms = ["json", "svg", "yaml", "file"].filter { arguments.has($0) }
    if forms.count > 1 {
      throw UsageError(
        "\(forms.map { "--\($0)" }.joined(separator: " and ")): expected one of them")
    }
    if arguments.has("file") {
      output.text(try file(view, arguments))
      return .done
    }
    if let owner = arguments.value("owner") {
      output.line(try puts(of: owner, arguments).text)
      return .done
    }
    if arguments.has("svg") {
      try draw(view, arguments, output)
      return .done
    }
    if arguments.has("yaml") {
      output.text(try yaml(view, arguments))
      return .done
    }
    let answer = try answer(view, arguments)
    if arguments.has("json") {
      output.line(answer.text)
    } else {
      TreeText.write(answer["windows"] ?? .array([answer["view"] ?? .null]), to: output)
    }
    return .done
  }

  private static func file(_ view: String?, _ arguments: Arguments) throws -> String {
    if view != nil || arguments.has("config") {
      throw UsageError(
        "--file: expected neither a view nor --config, as it prints the whole file of the daemon")
    }
    let owner = arguments.value("owner").map { [JSON.Member("owner", .string($0))] } ?? []
    let answer = try DaemonAccess.ask(
      "tree", .object([.init("as", .string("file"))] + owner), arguments)
    return answer["text"]?.string ?? ""
  }

  // As `responderctl request` takes it.
  private static func puts(of owner: String, _ arguments: Arguments) throws -> JSON {
    let answer = try DaemonAccess.ask(
      "tree", .object([.init("as", .string("puts")), .init("owner", .string(owner))]), arguments)
    let puts = (answer["puts"]?.elements ?? []).map { JSON.object([.init("put", $0)]) }
    return .object([.init("batch", .array(puts))])
  }

  private static func draw(
    _ view: String?, _ arguments: Arguments, _ output: Output
  ) throws {
    let offline: Offline
    if let file = arguments.value("config") {
      offline = try Offline(file, window: arguments.value("window"))
    } else {
      // Nodes have no shapes; the same tree built here has.
      offline = try Offline(text: try yaml(nil, arguments), file: "the daemon's tree")
    }
    var picture = HitRegions(to: output)
    if let view {
      let root = try offline.view(view)
      let frame = root is Window ? root.frame : root.bounds
      return picture.draw([root], in: frame)
    }
    guard let screen = try offline.screen(nil) else { return }
    let windows = offline.tree.application.windows.filter { $0.screen === screen }
      .enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
    picture.draw(windows.map(\.element), in: Rect(origin: .zero, size: screen.size))
  }

  private static func yaml(_ view: String?, _ arguments: Arguments) throws -> String {
    guard let file = arguments.value("config") else {
      let subscription =
        [JSON.Member("as", .string("yaml"))] + (view.map { [.init("view", .string($0))] } ?? [])
      let answer = try DaemonAccess.ask("tree", .object(subscription), arguments)
      return answer["text"]?.string ?? ""
    }
    let offline = try Offline(file, window: arguments.value("window"))
    let writer = TreeWriter(offline.tree, offline.wanted)
    return YAMLText.text(
      of: try view.map { writer.view(try offline.view($0)) } ?? writer.configuration)
  }

  static func answer(_ view: String?, _ arguments: Arguments) throws -> JSON {
    guard let file = arguments.value("config") else {
      let subscription = view.map { [JSON.Member("view", .string($0))] } ?? []
      return try DaemonAccess.ask("tree", .object(subscription), arguments)
    }
    let offline = try Offline(file, window: arguments.value("window"))
    let node = TreeWriter(offline.tree, offline.wanted).nodes
    guard let view else {
      return try Offline.answer { $0.windows(of: offline.tree.application, node) }
    }
    let root = try offline.view(view)
    return try Offline.answer { writer in
      writer.key("view")
      writer.view(root, node)
    }
  }
}
