// The keys of a keyboard that change what other keys, clicks and fingers mean.

/// Modifier keys that are held, or that a recognizer requires, by UIKit's names.
public struct ModifierFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = ModifierFlags(rawValue: 1 << 0)
  public static let control = ModifierFlags(rawValue: 1 << 1)
  public static let alternate = ModifierFlags(rawValue: 1 << 2)
  public static let command = ModifierFlags(rawValue: 1 << 3)

  /// The name of each key, which may be there twice on a keyboard.
  public static let names: [(name: String, flag: ModifierFlags)] = [
    ("shift", .shift), ("control", .control), ("alternate", .alternate), ("command", .command),
  ]

  /// The names of these keys.
  public var names: [String] { Self.names.compactMap { contains($0.flag) ? $0.name : nil } }
}

extension PressType {
  private static let modifiers: [PressType: ModifierFlags] = [
    "KEY_LEFTSHIFT": .shift, "KEY_RIGHTSHIFT": .shift,
    "KEY_LEFTCTRL": .control, "KEY_RIGHTCTRL": .control,
    "KEY_LEFTALT": .alternate, "KEY_RIGHTALT": .alternate,
    "KEY_LEFTMETA": .command, "KEY_RIGHTMETA": .command,
  ]

  /// The modifier that the key is; empty for others.
  package var modifierFlags: ModifierFlags { Self.modifiers[self] ?? [] }
}
