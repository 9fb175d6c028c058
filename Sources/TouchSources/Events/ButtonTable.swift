// Which buttons of a touchpad or a pen are pressed.

import ResponderKit

/// The buttons of a surface, by the kernel's codes.
struct ButtonTable {
  /// The pressed buttons.
  private(set) var mask: ButtonMask = []

  /// The button of a key code, or nil: left, right, middle, side, extra; the three of a pen.
  private static func button(_ code: Int) -> ButtonMask? {
    switch code {
    case ButtonCode.mouse: .button(code - ButtonCode.mouse.lowerBound + 1)
    case ButtonCode.stylus: .secondary
    case ButtonCode.secondStylus: .button(3)
    case ButtonCode.thirdStylus: .button(4)
    default: nil
    }
  }

  private static let codes =
    Array(ButtonCode.mouse) + [
      ButtonCode.stylus, ButtonCode.secondStylus, ButtonCode.thirdStylus,
    ]

  mutating func handle(_ event: InputEvent) {
    guard event.type == InputType.key, let button = Self.button(event.code) else { return }
    if event.value != 0 { mask.insert(button) } else { mask.remove(button) }
  }

  /// Sets all buttons to the kernel's values.
  mutating func preset(isDown: (Int) -> Bool) {
    mask = []
    for code in Self.codes where isDown(code) {
      if let button = Self.button(code) { mask.insert(button) }
    }
  }
}
