// Values of the engine in the form in which a configuration has them, where the two differ.

import ResponderKit
import Wire

extension View {
  /// How it is hit, where that differs from its rectangle.
  var hitSetting: JSON? {
    var entries: [(String, JSON)] = []
    if hitShape != .rectangle, let shape = hitShape.json { entries.append(("shape", shape)) }
    if hitInsets != .zero, let inset = hitInsets.json { entries.append(("inset", inset)) }
    if isPassthrough { entries.append(("passthrough", .bool(true))) }
    if let hitRedirect { entries.append(("redirect", .string(hitRedirect.id))) }
    return entries.isEmpty ? nil : JSON(entries)
  }
}

extension Window {
  /// Whether the window is the key window; written for that window only.
  var keyWindowSetting: Bool? { isKeyWindow ? true : nil }
}

extension GestureRecognizer {
  /// The words for the types of touch that it looks at.
  var touchTypeWords: Set<String> { Set(allowedTouchTypes.map(\.word)) }

  /// The names of the presses that it looks at.
  var pressTypeNames: Set<String> { Set(allowedPressTypes.map(\.name)) }
}

extension PanGestureRecognizer {
  /// The largest number of touches, if there is a limit.
  var touchLimit: Int? { maximumNumberOfTouches == .max ? nil : maximumNumberOfTouches }
}

extension ScreenEdgePanGestureRecognizer {
  /// The two ends of its part of the edge.
  var sectionBounds: [Double] { [section.lowerBound, section.upperBound] }
}

extension RotationGestureRecognizer {
  /// The threshold in the configuration's unit.
  var thresholdInDegrees: Double { threshold * 180 / .pi }
}
