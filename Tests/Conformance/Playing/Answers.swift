// The answers of a recognizer's delegate, as the scenario gives them.

import ResponderKit

/// A delegate with fixed answers.
final class Answers: GestureRecognizerDelegate {
  /// Which touches the recognizer receives.
  enum Receive {
    case everything
    /// Not those in a view or its subviews.
    case notIn(View)
    /// Not those of controls.
    case notControls
  }

  /// Ids of other recognizers, or all of them.
  enum Others {
    case all
    case these(Set<String>)

    /// Whether a recognizer is among them.
    func contain(_ other: GestureRecognizer) -> Bool {
      switch self {
      case .all: true
      case .these(let ids): ids.contains(other.id)
      }
    }
  }

  var shouldBegin = true
  var receive = Receive.everything
  var simultaneous = Others.these([])
  var requires: Set<String> = []
  var requiredBy: Set<String> = []

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { shouldBegin }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool {
    switch receive {
    case .everything: true
    case .notIn(let view): touch.view.map { !$0.isDescendant(of: view) } ?? true
    case .notControls: !(touch.view is Control)
    }
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { simultaneous.contain(other) }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { requires.contains(other.id) }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { requiredBy.contains(other.id) }
}
