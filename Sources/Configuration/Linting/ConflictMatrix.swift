// Pairs of recognizers that exclude, wait for or veto each other, for `check --conflicts`.

import ConfigurationText
package import ResponderKit

/// Two recognizers, or a recognizer and a control, that may want the same finger.
package struct Conflict: Hashable, Sendable, CustomStringConvertible {
  /// The recognizer on the inner view, or the control that protects itself.
  package let inner: String
  /// The recognizer on the outer view, or on the same one.
  package let outer: String
  /// The view where a finger can start the recognizer, and the view's rectangle on its screen.
  package let view: String
  package let region: Rect
  /// The outcome in words.
  package let outcome: String

  package var description: String {
    let numbers = [region.minX, region.minY, region.size.width, region.size.height]
    let place = numbers.map { plain(($0 * 10).rounded() / 10) }.joined(separator: ", ")
    return "\(view) [\(place)]: \(outcome)"
  }
}

extension Tree {
  /// Every pair that may want the same finger, from the windows down.
  package func conflicts() -> [Conflict] {
    var conflicts: [Conflict] = []
    for window in application.windows {
      window.forEachInSubtree { view in
        conflicts += recognizerConflicts(at: view)
        conflicts += controlConflicts(at: view)
      }
    }
    return conflicts
  }

  private func recognizerConflicts(at view: View) -> [Conflict] {
    let own = Array(view.gestureRecognizers)
    var result: [Conflict] = []
    for (index, inner) in own.enumerated() {
      for outer in own[(index + 1)...] + outerRecognizers(of: view) {
        result.append(conflict(inner.id, outer.id, at: view, outcome(of: inner, outer)))
      }
    }
    return result
  }

  private func controlConflicts(at view: View) -> [Conflict] {
    guard let control = view as? Control else { return [] }
    let isProtected = control.protectsDefaultAction && ViewKind(of: control) != .control
    return outerRecognizers(of: view).compactMap { outer in
      guard let tap = outer as? TapGestureRecognizer, tap.numberOfTapsRequired == 1,
        tap.numberOfTouchesRequired == 1,
        !(tap.configured?.shouldReceive.deniesAll(of: control) ?? false)
      else { return nil }
      let words =
        isProtected && ViewKind(of: control) != .slider
        ? "\(control.id) keeps its touch, \(outer.id) may not begin"
        : "\(outer.id) is recognized, \(control.id) loses its touch"
      return conflict(control.id, outer.id, at: view, words)
    }
  }

  private func outcome(of inner: GestureRecognizer, _ outer: GestureRecognizer) -> String {
    switch (Relation.between(inner, outer), Relation.between(outer, inner)) {
    case (.waitsFor, .waitsFor): "\(inner.id) and \(outer.id) wait for each other"
    case (.waitsFor, _): "\(inner.id) waits until \(outer.id) has failed"
    case (_, .waitsFor): "\(outer.id) waits until \(inner.id) has failed"
    case (.excludes, .excludes):
      "\(inner.id) and \(outer.id): the one recognized first excludes the other"
    case (.excludes, .besides): "\(inner.id) excludes \(outer.id), but not the other way"
    case (.besides, .excludes): "\(outer.id) excludes \(inner.id), but not the other way"
    case (.besides, .besides): "\(inner.id) and \(outer.id) can both be recognized"
    }
  }

  private func outerRecognizers(of view: View) -> [GestureRecognizer] {
    var result: [GestureRecognizer] = []
    var place = view.superview
    while let here = place {
      result += here.gestureRecognizers
      place = here.superview
    }
    return result
  }

  private func conflict(
    _ inner: String, _ outer: String, at view: View, _ outcome: String
  ) -> Conflict {
    let origin = view.convert(view.bounds.origin, to: nil)
    return Conflict(
      inner: inner, outer: outer, view: view.id,
      region: Rect(origin: origin, size: view.bounds.size), outcome: outcome)
  }
}
