// responderctl calibrate: four touches become the matrix that puts touches where they belong.

import Glibc
import LinuxKit
import ResponderKit
import TouchSources
import Wire

/// Asks for touches at known places, and prints the matrix for the configuration.
enum CalibrateCommand: Command {
  static let name = "calibrate"
  static let summary = "Find the matrix that puts a panel's touches where they belong."
  static let operands = "[NODE]"
  static let operandCount = 0...1
  static let options = [
    Option("size", value: "WxH", help: "The screen in points; 800x480 if not said."),
    Option("screen", value: "ID", help: "With --config: this screen of the configuration."),
    Option("config", value: "FILE", help: "Take the screen's size from this configuration."),
  ]
  static let notes = """
    NODE is a device such as /dev/input/event3; without it the only touch device is taken.
    Show crosses at the four places, with any program, and touch one after the other. The matrix
    makes up for rotation and mirroring too, so the device's entry needs no other keys for them.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    var size = try RecordCommand.size(arguments.value("size") ?? "800x480")
    if let file = arguments.value("config") {
      let offline = try Offline(file)
      if let screen = try offline.screen(arguments.value("screen")) { size = screen.size }
    }
    let node = try arguments.operands.first ?? RecordCommand.onlyNode()
    let shown = targets(size)
    let touched = try touches(of: node, size, shown, output)
    let solved: CalibrationSolver
    do {
      solved = try solve(touched: touched, shown: shown, size)
    } catch {
      throw Failure(.no, "\(error); touch the crosses in their order")
    }
    let found = try DeviceListing.current(DeviceRules(screens: []))
      .first { $0.description.node == node }?.description
    for line in entry(solved, name: found?.name, path: found?.path ?? "") { output.line(line) }
    return .done
  }

  /// Where the crosses are: a tenth of the screen from its corners, clockwise.
  static func targets(_ size: Size) -> [Point] {
    [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)].map {
      Point(x: $0.0 * size.width, y: $0.1 * size.height)
    }
  }

  /// The matrix for touches that came without any.
  static func solve(
    touched: [Point], shown: [Point], _ size: Size
  ) throws -> CalibrationSolver {
    let screen = Screen(id: "screen", size: size)
    let panel = DeviceDescription(node: "", name: "", kind: .touchscreen)
    guard case .used(let use) = DeviceRules(screens: [screen]).decision(for: panel) else {
      throw Failure(.no, "a touchscreen is not used by the usual rules")
    }
    return try CalibrationSolver(
      touched: touched, shown: shown, use: use, mapping: SurfaceMapping(region: use.region))
  }

  /// The entry of the configuration that uses the matrix.
  static func entry(_ solved: CalibrationSolver, name: String?, path: String) -> [String] {
    let numbers = solved.matrix.rows.map { ratio($0) }.joined(separator: ", ")
    var match = name.map { "name: \"\($0)\"" } ?? "kind: touchscreen"
    if !path.isEmpty { match += ", path: \"\(path)\"" }
    return [
      "# The worst cross is missed by \(Readable.number(solved.largestError)) points.",
      "devices:", "  - match: { \(match) }", "    calibrationMatrix: [\(numbers)]",
    ]
  }

  private static func ratio(_ value: Double) -> String {
    let writer = LineWriter(capacity: 64)
    writer.ratio(value)
    return writer.text
  }

  /// Waits for one touch at each cross; where the finger lifts counts.
  private static func touches(
    of node: String, _ size: Size, _ shown: [Point], _ output: Output
  ) throws -> [Point] {
    let loop = try EventLoop()
    var touched: [Point] = []
    var script: [UInt8] = []
    var lost: String?
    func ask() {
      guard touched.count < shown.count else { return loop.stop() }
      let place = shown[touched.count]
      output.error(
        "touch the cross at \(Readable.number(place.x)),\(Readable.number(place.y)) "
          + "(\(touched.count + 1) of \(shown.count))")
    }
    let recorder = try Recorder(
      node: node, format: .touch, size: size, maximumGap: nil, loop: loop,
      write: { bytes in
        // A lift says only which finger; where it was stands in the lines before.
        script += bytes
        for place in lifts(in: script).dropFirst(touched.count).prefix(shown.count - touched.count)
        {
          touched.append(place)
          ask()
        }
      },
      onLoss: { reason in
        lost = reason
        loop.stop()
      })
    try loop.handleSignals([SIGINT, SIGTERM]) { _ in
      lost = "interrupted"
      loop.stop()
    }
    ask()
    try loop.run()
    recorder.stop()
    if let lost { throw Failure(.no, "\(node): \(lost)") }
    return touched
  }

  /// Where fingers lift in a touch script.
  static func lifts(in text: [UInt8]) -> [Point] {
    guard let script = try? TouchScript(parsing: text, file: "") else { return [] }
    return script.steps.flatMap { step in
      step.contacts.filter { $0.change == .up }.map(\.position)
    }
  }
}
