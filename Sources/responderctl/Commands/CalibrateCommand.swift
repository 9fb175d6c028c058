// responderctl calibrate: four touches become the matrix that puts touches where they belong.

import CommandLine
import Configuration
import Devices
import Glibc
import Linux
import Protocol
import ResponderKit

/// Asks for touches at known places, and puts the matrix that they give into use.
enum CalibrateCommand: Command {
  static let name = "calibrate"
  static let summary = "Calibrate a panel: find its matrix and use it."
  static let operands = "[NODE]"
  static let operandCount = 0...1
  static let options = [
    DaemonAccess.socketOption,
    Option("size", value: "WxH", help: "The screen in points, instead of asking the daemon."),
    Option("print", help: "Only print the matrix, as an entry of the configuration."),
    Option("install", help: "Store the matrix in a udev rule."),
    Option("undo", help: "Remove what was installed or set; asks for no touches."),
  ]
  static let notes = """
    NODE is a device such as /dev/input/event3; the default is the only touch device.
    Show crosses at the four points, with any program, and touch one after the other.
    The running daemon uses the matrix at once, until it reads its configuration again; --install
    stores it for every program that uses libinput. Set rotate, mirror and region of the device first;
    calibration does not change them. A grabbed panel cannot be calibrated.
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let size = try arguments.value("size").map { try RecordCommand.size($0) }
    let node = try arguments.operands.first ?? RecordCommand.onlyNode(to: "calibrate")
    let panel = try CalibratedPanel(node: node, size: size, arguments)
    if arguments.has("undo") { return try undo(panel, arguments, output) }
    let shown = targets(panel.use.region)
    let touched = try touches(of: node, panel.use.region.size, shown, output)
    let solved: CalibrationSolver
    do {
      solved = try solve(touched: touched, shown: shown, panel.use)
    } catch {
      throw Failure(.no, "\(error); touch the crosses in their order")
    }
    for line in entry(solved, name: panel.description?.name, path: panel.description?.path ?? "") {
      output.line(line)
    }
    if arguments.has("print") { return .done }
    let matrix = solved.matrix.rows.map { ratio($0) }
    if arguments.has("install") { return try install(matrix, panel, arguments, output) }
    guard panel.isInUse else {
      throw Failure(.no, "no daemon uses \(node) now; --install stores the matrix permanently")
    }
    try set(panel, .array(solved.matrix.rows.map { .number($0) }), arguments)
    output.error("in use until responderd ends; --install stores it permanently")
    return .done
  }

  // MARK: The matrix

  /// The positions of the crosses: a tenth of the panel's region from its corners, clockwise.
  static func targets(_ region: Rect) -> [Point] {
    [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)].map {
      Point(x: region.minX + $0.0 * region.size.width, y: region.minY + $0.1 * region.size.height)
    }
  }

  /// The matrix for a panel that is used like this, from touches on its surface as it is.
  static func solve(
    touched: [Point], shown: [Point], _ use: DeviceUse
  ) throws -> CalibrationSolver {
    let surface = SurfaceMapping(region: Rect(origin: .zero, size: use.region.size))
    return try CalibrationSolver(touched: touched, shown: shown, use: use, mapping: surface)
  }

  /// The entry of the configuration that uses the matrix.
  static func entry(_ solved: CalibrationSolver, name: String?, path: String) -> [String] {
    let numbers = solved.matrix.rows.map { ratio($0) }.joined(separator: ", ")
    var match = name.map { "name: \"\($0)\"" } ?? "kind: touchscreen"
    if !path.isEmpty { match += ", path: \"\(path)\"" }
    return [
      "# The largest error at a cross is \(Readable.number(solved.largestError)) points.",
      "devices:", "  - match: { \(match) }", "    calibrationMatrix: [\(numbers)]",
    ]
  }

  private static func ratio(_ value: Double) -> String {
    let writer = LineWriter(capacity: 64)
    writer.ratio(value)
    return writer.text
  }

  // MARK: Its use

  private static func set(_ panel: CalibratedPanel, _ matrix: JSON, _ arguments: Arguments) throws {
    let members: [JSON.Member] = [
      .init("device", .string(panel.node)), .init("calibrationMatrix", matrix),
    ]
    _ = try DaemonAccess.ask("set", .object(members), arguments)
  }

  private static func install(
    _ matrix: [String]?, _ panel: CalibratedPanel, _ arguments: Arguments, _ output: Output
  ) throws -> Status {
    guard let description = panel.description else {
      throw Failure(.no, "udev does not know \(panel.node)")
    }
    var rules = try CalibrationRules()
    let phys = try? FileReader.read(
      "/sys/class/input/\(panel.node.split(separator: "/").last ?? "")/device/phys", limit: 4096)
    let connection = String(decoding: phys?.filter { $0 != 0x0A } ?? [], as: UTF8.self)
    if rules.set(matrix, for: description, phys: connection) { try rules.install(for: panel.node) }
    // A matrix that `set` gave the device would take precedence over udev's.
    if panel.isInUse { try set(panel, .null, arguments) }
    guard let matrix else {
      output.error("\(panel.node) no longer has a matrix of responderctl calibrate")
      return .done
    }
    output.error("stored in \(CalibrationRules.path); responderctl calibrate --undo removes it")
    guard !panel.isInUse || uses(matrix, panel, arguments) else {
      throw Failure(
        .no,
        "the device's entry in the configuration has a calibrationMatrix of its own, which "
          + "takes precedence; remove it")
    }
    return .done
  }

  // udev has notified the daemon, which may not have handled it yet.
  private static func uses(
    _ matrix: [String], _ panel: CalibratedPanel, _ arguments: Arguments
  ) -> Bool {
    for _ in 0..<50 {
      let device = CalibratedPanel.openDevice(at: panel.node, arguments)
      let numbers = device?["calibrationMatrix"]?.elements?.compactMap(\.double)
      if numbers?.map({ ratio($0) }) == matrix { return true }
      usleep(20_000)
    }
    return false
  }

  private static func undo(
    _ panel: CalibratedPanel, _ arguments: Arguments, _ output: Output
  ) throws -> Status {
    try install(nil, panel, arguments, output)
  }

  // MARK: Touches

  /// Waits for one touch at each cross; the position where the finger lifts is used.
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
        // A lift has no position; it is that of the finger in earlier records.
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

  /// The positions at which fingers lift in a touch script.
  static func lifts(in text: [UInt8]) -> [Point] {
    guard let script = try? TouchScript(parsing: text, file: "") else { return [] }
    return script.steps.flatMap { step in
      step.contacts.filter { $0.change == .up }.map(\.position)
    }
  }
}
