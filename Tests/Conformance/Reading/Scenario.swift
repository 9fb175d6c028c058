// One scenario: a tree, a script, and every line that must come of it.

import ResponderKit

/// One scenario, read but not yet built.
struct Scenario: Sendable {
  var id: String
  var title: String
  var rules: [String]
  var tree: [TreeNode]
  var controllers: [ControllerLine]
  var recognizers: [RecognizerLine]
  var script: [ScriptLine]
  /// Up to when the timers run after the last line, this moment included.
  var until: Instant?
  /// Whether a touch is hit-tested twice, as UIKit does.
  var hitTwice: Bool
  var observed: Set<Category>
  var expected: [String]
  var place: Place
}

/// The kinds of lines a scenario can ask for.
enum Category: String, CaseIterable, Sendable {
  /// The questions of hit-testing.
  case hit
  /// Answers of delegates and views.
  case ask
  /// Touches and presses given to recognizers.
  case gt
  /// Changes of public states.
  case st
  /// Resets.
  case reset
  /// Actions with their values.
  case act
  /// Touches and presses given to responders.
  case vt
  /// Steps of tracking.
  case tr
  /// Control events.
  case ce
  /// Attempts to set a state.
  case set
  case motion, remote, perform, responder, chain
}
