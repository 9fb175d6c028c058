// Values of the engine in the form in which a configuration has them, where the two differ.

import Protocol
import ResponderKit

extension Window {
  /// Whether the window is the key window; written for that window only.
  var keyWindowSetting: Bool? { isKeyWindow ? true : nil }
}

extension Application {
  /// The responder with focus of each zone that was given one.
  var focusedSetting: JSON? { ids(givenFocus) }

  /// The first responder of each zone that has one.
  var firstResponderSetting: JSON? { ids(firstResponders) }

  private func ids(_ responders: [Responder]) -> JSON? {
    let ids = responders.map { JSON.string($0.id) }
    return ids.count > 1 ? .array(ids) : ids.first
  }
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
