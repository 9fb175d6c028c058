// Words of other worlds for things that have a UIKit name here.

/// Hints for words that people bring from elsewhere.
package enum KeyHints {
  private static let words: [String: String] = [
    "after": "requiresFailureOf", "before": "requiredToFailBy", "require": "requiresFailureOf",
    "shouldRequireFailureOf": "requiresFailureOf", "requireToFail": "requiresFailureOf",
    "shouldBeRequiredToFailBy": "requiredToFailBy", "with": "simultaneousWith",
    "shouldRecognizeSimultaneouslyWith": "simultaneousWith", "prevents": "canPrevent",
    "preventableBy": "canBePrevented", "begin": "shouldBegin", "receive": "shouldReceive",
    "accept": "allowedTouchTypes", "taps": "numberOfTapsRequired",
    "touches": "numberOfTouchesRequired", "fingers": "numberOfTouchesRequired",
    "minTouches": "minimumNumberOfTouches", "maxTouches": "maximumNumberOfTouches",
    "movement": "allowableMovement", "minDuration": "minimumPressDuration",
    "maxDuration": "maximumTapDuration", "interval": "maximumTapInterval",
    "hysteresis": "threshold", "visible": "isHidden", "hidden": "isHidden",
    "enabled": "isEnabled", "interaction": "isUserInteractionEnabled",
    "userInteractionEnabled": "isUserInteractionEnabled",
    "multipleTouchEnabled": "isMultipleTouchEnabled", "exclusiveTouch": "isExclusiveTouch",
    "windowLevel": "level", "canBecome": "canBecomeFirstResponder",
    "canResign": "canResignFirstResponder", "focus": "canBecomeFirstResponder",
    "on": "isOn", "selected": "isSelected", "min": "minimumValue", "max": "maximumValue",
    "step": "stepValue", "continuous": "isContinuous", "segments": "numberOfSegments",
    "momentary": "isMomentary", "pages": "numberOfPages", "recognizers": "gestureRecognizers",
    "gestures": "gestureRecognizers", "children": "subviews", "views": "subviews",
    "toggle": "switch", "checkbox": "switch",
    "list": "scrollView", "scroll": "scrollView", "doubleTap": "tap", "tripleTap": "tap",
    "press": "longPress", "drag": "pan", "zoom": "pinch", "rotate": "rotation",
    "edge": "screenEdgePan", "edgePan": "screenEdgePan", "edgeSwipe": "screenEdgePan",
    "rect": "frame", "actions": "performs", "events": "actions",
  ]

  // What the configuration does not have, though people look for it.
  private static let missing: [String: String] = [
    "audience": "what only some programs may read lies in a window with private: [PROGRAMS]",
    "isPrivate": "a private window has private: [PROGRAMS], with the programs that read it",
    "limits": "the limits are fixed, and the first line of a connection lists them",
  ]

  /// A hint with our word for a foreign one, if that is known at the place, or why there is none.
  package static func hint(for word: String, known: [String]) -> String? {
    if let reason = missing[word] { return reason }
    guard let ours = words[word], known.contains(ours) else { return nil }
    return "did you mean \"\(ours)\"?"
  }
}
