// All tables by name: for hints at keys in the wrong place, and for the reference.

import Devices

/// What there is to know about the keys of one kind of thing.
package struct KeyTable: Sendable {
  /// The kind, as the reference's heading has it.
  package let kind: String
  /// Its keys, in the order of the table.
  package let keys: [String]
}

/// Every table there is.
package enum KeyTables {
  /// The tables, in the order of the reference.
  package static var all: [KeyTable] { settings + responders + recognizers + relations }

  private static var settings: [KeyTable] {
    [
      KeyTable(kind: "configuration", keys: ConfigurationFile.keys.map(\.name)),
      KeyTable(kind: "screens", keys: ScreenSettings.keys.map(\.name)),
      KeyTable(kind: "edgeGate", keys: ScreenSettings.gateKeys.map(\.name)),
      KeyTable(kind: "devices", keys: DeviceRule.keys.map(\.name)),
      KeyTable(kind: "noise", keys: NoiseSettings.keys.map(\.name)),
      KeyTable(kind: "grabEscape", keys: GrabEscape.keyTable.map(\.name)),
      KeyTable(kind: "match", keys: DeviceMatch.keys.map(\.name)),
      KeyTable(kind: "socket", keys: SocketSettings.keys.map(\.name)),
      KeyTable(kind: "limits", keys: LimitSettings.keys.map(\.name)),
      KeyTable(kind: "access", keys: AccessSettings.keyNames),
      KeyTable(kind: "profiles", keys: Profiles.words),
      KeyTable(kind: "presses", keys: KeySettings.pressKeys.map(\.name)),
      KeyTable(kind: "remoteControl", keys: KeySettings.remoteControlKeys.map(\.name)),
      KeyTable(
        kind: "motion",
        keys: ShakeSettings.motionKeys.map(\.name) + ShakeSettings.keys.map(\.name)),
      KeyTable(kind: "activity", keys: ActivitySettings.keys.map(\.name)),
    ]
  }

  private static var responders: [KeyTable] {
    [
      KeyTable(kind: "responder", keys: ["id"] + ResponderKeys.all.map(\.name)),
      KeyTable(kind: "forwards", keys: ForwardsKeys.all.map(\.name)),
      KeyTable(kind: "application", keys: own(ApplicationKeys.all)),
      KeyTable(kind: "constants", keys: ConstantKeys.all.map(\.name)),
      KeyTable(kind: "window", keys: WindowKeys.all.map(\.name)),
      KeyTable(kind: "viewController", keys: own(ViewControllerKeys.all)),
      KeyTable(kind: "view", keys: own(ViewKeys.all) + ViewKeys.hitWords + ViewKeys.transformWords),
      KeyTable(kind: "control", keys: ControlKeys.all.map(\.name) + ControlKeys.trackingWords),
      KeyTable(kind: "switch", keys: ControlKeys.ofSwitch.map(\.name)),
      KeyTable(kind: "slider", keys: ControlKeys.ofSlider.map(\.name)),
      KeyTable(kind: "stepper", keys: ControlKeys.ofStepper.map(\.name)),
      KeyTable(kind: "segmentedControl", keys: ControlKeys.ofSegmentedControl.map(\.name)),
      KeyTable(kind: "pageControl", keys: ControlKeys.ofPageControl.map(\.name)),
      KeyTable(kind: "scrollView", keys: ScrollViewKeys.all.map(\.name)),
    ]
  }

  private static var recognizers: [KeyTable] {
    [KeyTable(kind: "gestureRecognizer", keys: RecognizerKeys.all.map(\.name))]
      + RecognizerKind.allCases.map {
        KeyTable(kind: $0.rawValue, keys: $0.ownKeys.map(\.name))
      }
  }

  private static var relations: [KeyTable] {
    [
      KeyTable(kind: "selectors of views", keys: Builder.viewSelectorWords),
      KeyTable(kind: "selectors of recognizers", keys: Builder.recognizerSelectorWords),
      KeyTable(kind: "rules", keys: Builder.touchRuleWords + ["allow", "deny"]),
      KeyTable(kind: "conditions", keys: Builder.beginWords),
    ]
  }

  private static func own(_ keys: [TreeKey]) -> [String] {
    let common = Set(ResponderKeys.all.map(\.name))
    return keys.map(\.name).filter { !common.contains($0) }
  }

  /// The kinds of thing that have a key of this name, for a hint; at most three.
  static func owners(of key: String) -> [String] {
    if key == "id" { return [] }
    return Array(
      (responders + recognizers).filter { $0.kind != "constants" && $0.keys.contains(key) }
        .map(\.kind).prefix(3))
  }
}
