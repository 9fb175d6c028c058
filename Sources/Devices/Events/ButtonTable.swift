// Which buttons of a touchpad, a pen or a mouse are pressed.

import ResponderKit

/// The buttons of a surface or a mouse, by the kernel's codes.
struct ButtonTable {
  /// The pressed buttons.
  private(set) var mask: ButtonMask = []

  /// The button of a key code, or nil: left, right, middle, side, extra; the three of a pen, and its
  /// eraser.
  private static func button(_ code: Int) -> ButtonMask? {
    switch code {
    case ButtonCode.mouse: .button(code - ButtonCode.mouse.lowerBound + 1)
    case ButtonCode.stylus: .secondary
    case ButtonCode.secondStylus: .button(3)
    case ButtonCode.thirdStylus: .button(4)
    case ButtonCode.toolRubber: .eraser
    default: nil
    }
  }

  private static let codes =
    Array(ButtonCode.mouse) + [
      ButtonCode.stylus, ButtonCode.secondStylus, ButtonCode.thirdStylus,
      ButtonCode.toolRubber,
    ]

  /// Handles a key that went down or up; true if it changes the mask.
  mutating func handle(_ code: Int, isDown: Bool) -> Bool {
    guard let button = Self.button(code) else { return false }
    if isDown { return mask.insert(button).inserted }
    return mask.remove(button) != nil
  }

  /// Sets all buttons to the kernel's values.
  mutating func preset(isDown: (Int) -> Bool) {
    mask = []
    for code in Self.codes where isDown(code) {
      if let button = Self.button(code) { mask.insert(button) }
    }
  }
}
