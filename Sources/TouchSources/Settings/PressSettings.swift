// What the keys, buttons and analogue axes of a device stand for.

package import ResponderKit

/// What a key or button stands for.
package enum KeyMeaning: Hashable, Sendable {
  /// A press, from key down to key up.
  case press(PressType)
  /// A remote-control command at key down.
  case command(RemoteControlSubtype)
  /// Seeking, which begins at key down and ends at key up.
  case seek(begin: RemoteControlSubtype, end: RemoteControlSubtype)
}

/// What the keys, buttons and analogue axes of a device stand for; others are not listened to.
package struct PressSettings: Hashable, Sendable {
  /// The kernel's key codes and what each stands for.
  package var keys: [Int: KeyMeaning]
  /// The kernel's codes of absolute axes that are analogue buttons.
  package var analogueAxes: [Int: PressType]
  /// An analogue button's press begins above this part of its way.
  package var beginsAbove = 0.25
  /// An analogue button's press ends below this part of its way.
  package var endsBelow = 0.15

  /// The usual meanings: select, menu and arrows of keyboards, remotes and gamepads; media keys.
  package init() {
    keys = PressSettings.usualKeys
    analogueAxes = [
      AxisCode.z: "ABS_Z", AxisCode.rz: "ABS_RZ", AxisCode.gas: "ABS_GAS",
      AxisCode.brake: "ABS_BRAKE",
    ]
  }

  private static let usualKeys: [Int: KeyMeaning] = [
    28: .press(.select), 96: .press(.select), 352: .press(.select), 353: .press(.select),
    ButtonCode.gamepadSouth: .press(.select),
    1: .press(.menu), 139: .press(.menu), 158: .press(.menu), 172: .press(.menu),
    305: .press(.menu),
    103: .press(.upArrow), 108: .press(.downArrow), 105: .press(.leftArrow),
    106: .press(.rightArrow), 104: .press(.pageUp), 109: .press(.pageDown),
    544: .press(.upArrow), 545: .press(.downArrow), 546: .press(.leftArrow),
    547: .press(.rightArrow),
    164: .command(.togglePlayPause), 207: .command(.play), 200: .command(.play),
    119: .command(.pause), 201: .command(.pause), 166: .command(.stop), 128: .command(.stop),
    163: .command(.nextTrack), 165: .command(.previousTrack),
    208: .seek(begin: .beginSeekingForward, end: .endSeekingForward),
    168: .seek(begin: .beginSeekingBackward, end: .endSeekingBackward),
  ]
}
