// The engine's values as a configuration has them.

import ResponderKit

/// A value of the engine that a configuration can have.
protocol SettingConvertible {
  /// The value as a configuration has it; nil where there is nothing to write.
  var setting: Setting? { get }
}

extension Bool: SettingConvertible {
  var setting: Setting? { .bool(self) }
}

extension Int: SettingConvertible {
  var setting: Setting? { .integer(self) }
}

extension Double: SettingConvertible {
  var setting: Setting? { .number(self) }
}

extension String: SettingConvertible {
  var setting: Setting? { .text(self) }
}

extension Optional: SettingConvertible where Wrapped: SettingConvertible {
  var setting: Setting? { self?.setting }
}

extension Array: SettingConvertible where Element: SettingConvertible {
  var setting: Setting? { .list(compactMap(\.setting)) }
}

extension Set: SettingConvertible where Element == String {
  var setting: Setting? { .list(sorted().map { .text($0) }) }
}

extension Point: SettingConvertible {
  var setting: Setting? { [x, y].setting }
}

extension Size: SettingConvertible {
  var setting: Setting? { [width, height].setting }
}

extension Rect: SettingConvertible {
  var setting: Setting? { [origin.x, origin.y, size.width, size.height].setting }
}

extension EdgeInsets: SettingConvertible {
  var setting: Setting? { [top, left, bottom, right].setting }
}

extension AffineTransform: SettingConvertible {
  var setting: Setting? { [a, b, c, d, tx, ty].setting }
}

extension HitShape: SettingConvertible {
  var setting: Setting? {
    switch self {
    case .rectangle: .text("rectangle")
    case .ellipse: .text("ellipse")
    case .polygon(let corners): corners.setting.map { Setting([("polygon", $0)]) }
    }
  }
}

extension Constants: SettingConvertible {
  /// The constants that differ from the defaults.
  var setting: Setting? {
    let usual = Constants()
    let changed = ConstantKeys.readers.filter { $0.read(self) != $0.read(usual) }
    return changed.isEmpty ? nil : Setting(changed.map { ($0.name, $0.read(self)) })
  }
}

extension ConstantKeys {
  /// How each constant is read, by its key.
  static var readers: [(name: String, read: (Constants) -> Setting)] {
    [
      ("hitTestAlphaLimit", { .number($0.hitTestAlphaLimit) }),
      ("tapCountInterval", { .number($0.tapCountInterval) }),
      ("tapCountDistance", { .number($0.tapCountDistance) }),
      ("controlSlop", { .number($0.controlSlop) }),
      ("stepperFirstRepeat", { .number($0.stepperFirstRepeat) }),
      ("stepperRepeat", { .number($0.stepperRepeat) }),
      ("hitTestsTwice", { .bool($0.hitTestsTwice) }),
      ("cancelsBeforeAction", { .bool($0.cancelsBeforeAction) }),
      ("failsStuckRecognizers", { .bool($0.failsStuckRecognizers) }),
    ]
  }
}

extension Setting: SettingConvertible {
  var setting: Setting? { self }
}

extension DragStartBehavior: SettingConvertible {
  var setting: Setting? { .text(rawValue) }
}

extension Forwarding: SettingConvertible {
  var setting: Setting? { .text(rawValue) }
}

extension Forwards: SettingConvertible {
  var setting: Setting? {
    if let common { return common.setting }
    let kinds = [
      ("touches", touches), ("presses", presses), ("motion", motion),
      ("remoteControl", remoteControl),
    ]
    return Setting(kinds.filter { $0.1 != .none }.map { ($0.0, .text($0.1.rawValue)) })
  }
}

extension Handling: SettingConvertible {
  var setting: Setting? { .words(for: self, among: ResponderKeys.words) }
}

extension RemoteQuestions: SettingConvertible {
  var setting: Setting? { .words(for: self, among: RecognizerKeys.questionWords) }
}

extension ButtonMask: SettingConvertible {
  var setting: Setting? { names.setting }
}

extension SwipeGestureRecognizer.Direction: SettingConvertible {
  var setting: Setting? { .words(for: self, among: RecognizerKind.directionWords) }
}

extension RectEdge: SettingConvertible {
  var setting: Setting? {
    .words(
      for: self,
      among: [("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right)])
  }
}

extension Setting {
  /// The words for a set of options; a word for several of them comes before those for each.
  static func words<Options: OptionSet>(
    for options: Options, among words: [(String, Options)]
  ) -> Setting where Options.Element == Options {
    var rest = options
    var found: [Setting] = []
    for (word, part) in words where rest.isSuperset(of: part) {
      found.append(.text(word))
      rest.subtract(part)
    }
    return .list(found)
  }
}
