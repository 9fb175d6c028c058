// What a plan does, one step after another, and what its answer says.

import Wire

/// The steps of a plan, which are possible and not made yet.
final class PlannedSteps {
  private var all: [() -> Void] = []
  // Whether a change of the first responder was accepted; nil if there is none.
  private var isAccepted: Bool?
  // The controllers of the removed pages that the client may know, in order.
  private var popped: [String] = []

  /// Adds a step.
  func append(_ step: @escaping () -> Void) { all.append(step) }

  /// Adds a step that the first responder may refuse.
  func ask(_ step: @escaping () -> Bool) {
    all.append { [unowned self] in isAccepted = step() }
  }

  /// Adds the name of a page's controller to the answer.
  func answer(popped name: String) { popped.append(name) }

  /// Makes all steps.
  func perform() { for step in all { step() } }

  /// Writes the members of the answer.
  func writeAnswer(in writer: LineWriter) {
    if let isAccepted { writer.member("accepted", isAccepted) }
    if !popped.isEmpty { writer.member("popped", popped) }
  }
}
