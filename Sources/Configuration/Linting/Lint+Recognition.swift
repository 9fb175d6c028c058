// Warnings about taps that recognize too early, and actions that no responder performs.

import ResponderKit

extension Lint {
  /// Warns of a tap that is recognized at the first tap of a double tap on the same view.
  func warnOfEarlyTaps(on view: View) {
    let taps = view.gestureRecognizers.compactMap { $0 as? TapGestureRecognizer }
    guard taps.count > 1 else { return }
    for tap in taps {
      let more = taps.filter { isMeant($0, by: tap) }
      guard let next = more.min(by: { $0.numberOfTapsRequired < $1.numberOfTapsRequired }),
        !more.contains(where: { Relation.between(tap, $0) == .waitsFor || isWanted(tap, $0) })
      else { continue }
      warn(
        nodes[tap.id],
        "recognized by the first \(tap.numberOfTapsRequired == 1 ? "tap" : "taps") of "
          + "\"\(next.id)\", too; let it wait with requiresFailureOf: [\(next.id)], or allow both "
          + "with simultaneousWith: [\(next.id)]")
    }
  }

  // Whether the fingers of one tap can also make the other one.
  private func isMeant(_ other: TapGestureRecognizer, by tap: TapGestureRecognizer) -> Bool {
    other.numberOfTapsRequired > tap.numberOfTapsRequired
      && other.numberOfTouchesRequired == tap.numberOfTouchesRequired
      && other.isEnabled && tap.isEnabled
      && other.buttonMaskRequired == tap.buttonMaskRequired
      && other.allowedTouchTypes == tap.allowedTouchTypes
      && other.configured?.shouldReceive.isEmpty != false
      && tap.configured?.shouldReceive.isEmpty != false
  }

  // Whether the configuration allows that both are recognized.
  private func isWanted(_ tap: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
    tap.configured?.simultaneousWith.fit(other, seenFrom: tap.view) == true
      || other.configured?.simultaneousWith.fit(tap, seenFrom: other.view) == true
  }

  /// Warns of an action that no responder in the chain of its control performs.
  func unperformedActions(of control: Control) {
    for (action, _) in control.chainActions {
      var current: Responder? = control
      var steps = 0
      while let here = current, !here.performs.contains(action), steps < 10_000 {
        current = here.next
        steps += 1
      }
      guard current == nil else { continue }
      let example = control.superview?.id ?? tree.application.id
      warn(
        nodes[control.id],
        "no responder in its chain performs \"\(action)\"; write performs: [\(action)] at one of "
          + "them, such as \"\(example)\"")
    }
  }
}
