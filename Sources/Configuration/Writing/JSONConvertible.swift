// The engine's values as a configuration has them.

import ConfigurationText
import Protocol
import Records
import ResponderKit

extension Point: JSONConvertible {
  var json: JSON? { [x, y].json }
}

extension Size: JSONConvertible {
  var json: JSON? { [width, height].json }
}

extension Rect: JSONConvertible {
  var json: JSON? { [origin.x, origin.y, size.width, size.height].json }
}

extension EdgeInsets: JSONConvertible {
  var json: JSON? { [top, left, bottom, right].json }
}

extension AffineTransform: JSONConvertible {
  var json: JSON? { [a, b, c, d, tx, ty].json }
}

extension Constants: JSONConvertible {
  /// The constants that differ from the defaults.
  var json: JSON? {
    let usual = Constants()
    let changed = ConstantKeys.readers.filter { $0.read(self) != $0.read(usual) }
    return changed.isEmpty ? nil : JSON(changed.map { ($0.name, $0.read(self)) })
  }
}

extension ConstantKeys {
  /// How each constant is read, by its key.
  static var readers: [(name: String, read: (Constants) -> JSON)] {
    [
      ("hitTestAlphaLimit", { .number($0.hitTestAlphaLimit) }),
      ("tapCountInterval", { .number($0.tapCountInterval) }),
      ("tapCountDistance", { .number($0.tapCountDistance) }),
      ("controlSlop", { .number($0.controlSlop) }),
      ("stepperFirstRepeat", { .number($0.stepperFirstRepeat) }),
      ("stepperRepeat", { .number($0.stepperRepeat) }),
      ("stepperAutorepeat", { .bool($0.stepperAutorepeat) }),
      ("minimumHighlight", { .number($0.minimumHighlight) }),
      ("hitTestsTwice", { .bool($0.hitTestsTwice) }),
      ("cancelsBeforeAction", { .bool($0.cancelsBeforeAction) }),
      ("failsStuckRecognizers", { .bool($0.failsStuckRecognizers) }),
    ]
  }
}

extension DragStartBehavior: JSONConvertible {
  var json: JSON? { .string(rawValue) }
}

extension NestedScrolling: JSONConvertible {
  var json: JSON? { .string(rawValue) }
}

extension Forwarding: JSONConvertible {
  var json: JSON? { .string(rawValue) }
}

extension Forwards: JSONConvertible {
  var json: JSON? {
    if let common { return common.json }
    let kinds = [
      ("touches", touches), ("presses", presses), ("motion", motion),
      ("remoteControl", remoteControl),
    ]
    return JSON(kinds.filter { $0.1 != .none }.map { ($0.0, .string($0.1.rawValue)) })
  }
}

extension Handling: JSONConvertible {
  var json: JSON? { words(among: Handling.allWords).json }
}

extension RemoteQuestions: JSONConvertible {
  var json: JSON? { words(among: RecognizerKeys.questionWords).json }
}

extension ButtonMask: JSONConvertible {
  var json: JSON? { names.json }
}

extension ModifierFlags: JSONConvertible {
  var json: JSON? { names.json }
}

extension SwipeGestureRecognizer.Direction: JSONConvertible {
  var json: JSON? { words(among: RecognizerKind.directionWords).json }
}

extension RectEdge: JSONConvertible {
  var json: JSON? {
    words(among: [("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right)]).json
  }
}
