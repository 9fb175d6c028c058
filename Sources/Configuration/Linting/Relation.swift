// The relation of two recognizers with a common finger, by the configuration.

package import ResponderKit

/// What happens to a second recognizer when a first one is recognized.
package enum Relation: String, Sendable {
  /// The first makes the second fail.
  case excludes
  /// The first cannot be recognized before the second has failed.
  case waitsFor
  /// Both may be recognized.
  case besides

  /// The relation of a first recognizer to a second one.
  package static func between(
    _ first: GestureRecognizer, _ second: GestureRecognizer
  ) -> Relation {
    if waits(first, for: second) { return .waitsFor }
    if let own = first.configured, own.simultaneousWith.fit(second, seenFrom: first.view) {
      return .besides
    }
    if let other = second.configured, other.simultaneousWith.fit(first, seenFrom: second.view) {
      return .besides
    }
    // A tap never prevents a tap with more taps.
    if first is TapGestureRecognizer, second is TapGestureRecognizer,
      let few = first.requiredTaps, let many = second.requiredTaps, many > few
    {
      return .besides
    }
    let prevents = first.prevents?(second) ?? first.canPrevent(second)
    let isPreventable = second.isPreventable?(first) ?? second.canBePrevented(by: first)
    return prevents && isPreventable ? .excludes : .besides
  }

  private static func waits(_ first: GestureRecognizer, for second: GestureRecognizer) -> Bool {
    first.failureRequirements.contains { $0 === second }
      || first.configured?.requiresFailureOf.fit(second, seenFrom: first.view) ?? false
      || second.configured?.requiredToFailBy.fit(first, seenFrom: second.view) ?? false
  }
}

extension [RecognizerSelector] {
  /// Whether one of the descriptions, made at a view, fits a recognizer.
  func fit(_ recognizer: GestureRecognizer, seenFrom view: View?) -> Bool {
    contains { $0.fits(recognizer, seenFrom: view) }
  }
}
