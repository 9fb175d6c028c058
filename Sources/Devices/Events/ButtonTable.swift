// Which buttons of a touchpad or a pen are pressed.

import ResponderKit

/// The buttons of a surface, by the kernel's codes.
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

  /// Handles an event of a key; true if it changes the mask.
  mutating func handle(_ event: InputEvent) -> Bool {
    guard let button = Self.button(event.code) else { return false }
    if event.value != 0 { return mask.insert(button).inserted }
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
