// The buttons of a pointing device, numbered as UIKit numbers them.

/// Pressed buttons of a mouse, a touchpad or a pen, or buttons that a recognizer requires.
public struct ButtonMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The left button; a touch counts as this button while no other button is pressed.
  public static let primary = button(1)
  /// The right button, or the one on the barrel of a pen.
  public static let secondary = button(2)
  /// The eraser of a pen, as in pointer events of browsers.
  public static let eraser = button(6)

  /// The button with a number, from 1 to 8.
  public static func button(_ number: Int) -> ButtonMask {
    ButtonMask(rawValue: 1 << UInt8(clamping: min(max(number, 1), 8) - 1))
  }

  /// The name of each button: UIKit's name, `eraser`, or `button` and a number.
  public static let names: [(name: String, button: ButtonMask)] =
    [("primary", .primary), ("secondary", .secondary)]
    + (3...5).map { ("button\($0)", .button($0)) } + [("eraser", .eraser)]
    + (7...8).map { ("button\($0)", .button($0)) }

  /// The names of the buttons in this mask.
  public var names: [String] {
    Self.names.compactMap { contains($0.button) ? $0.name : nil }
  }
}
