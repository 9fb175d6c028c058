// The answers of a recognizer's delegate, as data.

import ResponderKit

/// Answers a recognizer's questions from the configuration.
final class ConfiguredDelegate: GestureRecognizerDelegate {
  /// Which touches it may have; the first rule that fits decides, without one yes.
  var shouldReceive: [TouchRule] = []
  /// When it may begin; nil means always.
  var shouldBegin: BeginCondition?
  /// The recognizers that may recognize at the same time.
  var simultaneousWith: [RecognizerSelector] = []
  /// The recognizers that must fail first, selected for each attempt.
  var requiresFailureOf: [RecognizerSelector] = []
  /// The recognizers that wait for the failure of this one, selected for each attempt.
  var requiredToFailBy: [RecognizerSelector] = []
  /// The responders that do the same by a tap or a key; for the check of accessibility alone.
  var replacedBy: [String] = []

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    shouldBegin?.holds(for: recognizer) ?? true
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool {
    shouldReceive.allow(touch, seenFrom: recognizer.view)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    simultaneousWith.fit(other, seenFrom: recognizer.view)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool {
    requiresFailureOf.fit(other, seenFrom: recognizer.view)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool {
    requiredToFailBy.fit(other, seenFrom: recognizer.view)
  }
}

extension GestureRecognizer {
  /// The delegate from the configuration, if there is one.
  var configured: ConfiguredDelegate? { delegate as? ConfiguredDelegate }
}
