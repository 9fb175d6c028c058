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

extension Scenario {
  /// The script with the lines put together that write one event: fingers of one device that change
  /// at one time, each of them once.
  var events: [ScriptLine] {
    var events: [ScriptLine] = []
    for line in script {
      if let last = events.last, last.time == line.time, last.actions.count == 1,
        line.actions.count == 1, case .touches(let before) = last.actions[0],
        case .touches(let contacts) = line.actions[0],
        !contacts.contains(where: { new in before.contains { $0.id == new.id } })
      {
        events[events.count - 1].actions = [.touches(before + contacts)]
      } else {
        events.append(line)
      }
    }
    return events
  }
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
  /// Where gestures are when their actions are sent, and of which fingers.
  case place
  /// Touches and presses given to responders.
  case vt
  /// Touches that a view with `passesOn` gives to the rest of the system.
  case others
  /// Steps of tracking.
  case tr
  /// Control events.
  case ce
  /// Content offsets and scales of scroll views, but for the steps of content that moves by itself.
  case sc
  /// Attempts to set a state.
  case set
  case motion, remote, perform, responder, chain
}
