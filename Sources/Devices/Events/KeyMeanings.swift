// The meanings of the keys, buttons and analogue axes of a device.

import Configuration
import ResponderKit

/// The meaning of a key or button.
enum KeyMeaning: Hashable, Sendable {
  /// A press, from key down to key up.
  case press(PressType)
  /// A remote-control command at key down.
  case command(RemoteControlSubtype)
  /// Seeking, which begins at key down and ends at key up.
  case seek(begin: RemoteControlSubtype, end: RemoteControlSubtype)
}

/// The meanings of the keys, buttons and analogue axes of a device; others are ignored.
struct KeyMeanings {
  /// The meaning of each of the kernel's key codes.
  private(set) var keys = KeyMeanings.usualKeys
  /// The kernel's codes of absolute axes that are analogue buttons.
  private(set) var analogueAxes: [Int: PressType] = [
    AxisCode.z: "ABS_Z", AxisCode.rz: "ABS_RZ", AxisCode.gas: "ABS_GAS",
    AxisCode.brake: "ABS_BRAKE",
  ]
  /// An analogue button's press begins above this part of its way.
  let beginsAbove = 0.25
  /// An analogue button's press ends below this part of its way.
  let endsBelow = 0.15

  /// For so long after a key comes up it is not pressed again.
  let ignoreRepeat: TimeInterval

  /// The default meanings (select, menu and arrows of keyboards, remotes and gamepads; media keys),
  /// overridden by those of a configuration; names that the kernel does not know are
  /// left out.
  init(_ settings: KeySettings = KeySettings()) {
    ignoreRepeat = settings.ignoreRepeat
    for (name, press) in settings.presses {
      if let axis = KeyNames.analogueAxis(name) {
        analogueAxes[axis] = press
      } else if let key = KeyNames.key(name) {
        keys[key] = press.map { .press($0) }
      }
    }
    for (name, command) in settings.remoteControl {
      if let key = KeyNames.key(name) { keys[key] = command.map { KeyMeaning($0) } }
    }
  }

  private static let usualKeys: [Int: KeyMeaning] = [
    28: .press(.select), 96: .press(.select), 352: .press(.select), 353: .press(.select),
    ButtonCode.gamepadSouth: .press(.select),
    1: .press(.menu), 139: .press(.menu), 158: .press(.menu), 172: .press(.menu),
    305: .press(.menu),
    103: .press(.upArrow), 108: .press(.downArrow), 105: .press(.leftArrow),
    106: .press(.rightArrow), 15: .press(.next), 104: .press(.pageUp), 109: .press(.pageDown),
    544: .press(.upArrow), 545: .press(.downArrow), 546: .press(.leftArrow),
    547: .press(.rightArrow),
    164: .command(.togglePlayPause), 207: .command(.play), 200: .command(.play),
    119: .command(.pause), 201: .command(.pause), 166: .command(.stop), 128: .command(.stop),
    163: .command(.nextTrack), 165: .command(.previousTrack),
    208: .seek(begin: .beginSeekingForward, end: .endSeekingForward),
    168: .seek(begin: .beginSeekingBackward, end: .endSeekingBackward),
    29: .press("KEY_LEFTCTRL"), 97: .press("KEY_RIGHTCTRL"), 42: .press("KEY_LEFTSHIFT"),
    54: .press("KEY_RIGHTSHIFT"), 56: .press("KEY_LEFTALT"), 100: .press("KEY_RIGHTALT"),
    125: .press("KEY_LEFTMETA"), 126: .press("KEY_RIGHTMETA"),
  ]
}

extension KeyMeaning {
  /// Whether the key is a modifier, which means something together with others.
  var isModifier: Bool {
    if case .press(let type) = self { !type.modifierFlags.isEmpty } else { false }
  }

  // One key both begins and ends seeking.
  fileprivate init(_ command: RemoteControlSubtype) {
    self =
      switch command {
      case .beginSeekingForward: .seek(begin: .beginSeekingForward, end: .endSeekingForward)
      case .beginSeekingBackward: .seek(begin: .beginSeekingBackward, end: .endSeekingBackward)
      case .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack, .endSeekingForward,
        .endSeekingBackward:
        .command(command)
      }
  }
}
