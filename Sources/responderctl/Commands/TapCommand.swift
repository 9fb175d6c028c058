// responderctl tap: a tap on the panel.

import CommandLine
import Linux
import ResponderKit

/// Taps a point of the screen.
enum TapCommand: Command {
  static let name = "tap"
  static let summary = "Tap a point of the screen."
  static let operands = "X Y"
  static let operandCount = 2...2
  static let options =
    DaemonAccess.options + [
      InjectedFingers.deviceOption,
      Option("count", value: "N", help: "Number of taps, 0.15 s apart; the default is 1."),
      Option("fingers", value: "N", help: "Number of fingers, 20 points apart; the default is 1."),
      Option("hold", value: "SECONDS", help: "How long each tap lasts; the default is 0.05."),
    ]
  static let notes = """
    The tap is played as a touch script, see responderctl inject:
      responderctl tap 240 160 --hold 0.8
    """

  static func run(_ arguments: Arguments, _ output: Output) throws -> Status {
    let point = try HitCommand.point(arguments.operands)
    let fingers = Int(try arguments.number("fingers", in: 1...10, "fingers") ?? 1)
    let script = Self.script(
      at: point, count: Int(try arguments.number("count", in: 1...100, "taps") ?? 1),
      fingers: fingers,
      hold: try arguments.number("hold", in: 0.001...3600, "seconds") ?? 0.05)
    let reach = 10 * Double(fingers - 1)
    try InjectedFingers.play(
      [script], arguments,
      within: [Point(x: point.x - reach, y: point.y), Point(x: point.x + reach, y: point.y)])
    return .done
  }

  /// The touch script of some taps.
  static func script(at point: Point, count: Int, fingers: Int, hold: Double) -> String {
    let numbers = 1...fingers
    let left = point.x - 10 * Double(fingers - 1)
    let downs = numbers.map { "down \($0) \(left + 20 * Double($0 - 1)),\(point.y)" }
    let ups = numbers.map { "up \($0)" }
    return (0..<count).map { tap in
      let start = Double(tap) * (hold + 0.1)
      return """
        \(start) \(downs.joined(separator: "; "))
        \(start + hold) \(ups.joined(separator: "; "))

        """
    }.joined()
  }
}
