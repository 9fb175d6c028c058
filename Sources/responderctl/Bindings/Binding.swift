// A command for records: which records, which command, and what happens while it still runs.

import Configuration
import ConfigurationText
import ResponderKit

/// One entry of a file of bindings.
struct Binding: Hashable, Sendable {
  /// The direction of a gesture.
  enum Direction: String, CaseIterable, Sendable { case left, right, up, down }

  /// A state of a gesture that has an action.
  enum State: String, CaseIterable, Sendable { case began, changed, ended, cancelled, failed }

  /// Whether the screen is in use.
  enum Activity: String, CaseIterable, Sendable { case idle, active }

  /// The handling of a record that arrives while the command of an earlier one runs.
  enum WhileRunning: String, CaseIterable, Sendable {
    /// The record waits for its turn.
    case queue
    /// The record is dropped.
    case drop
    /// The running command is ended by SIGTERM, and its own is started.
    case replace
  }

  /// The recognizer whose gestures are meant.
  var recognizer: String?
  /// The control whose events are meant.
  var control: String?
  /// Whether the screen is in use, or not any more.
  var activity: Activity?
  /// The states of a gesture in which the command runs.
  var phases: [State] = []
  /// The control's events for which the command runs.
  var events: [String] = []
  /// The ways that the gesture may go; empty for any.
  var directions: [Direction] = []
  /// The number of fingers that the gesture must have had at the same time, if that matters.
  var numberOfTouches: Int?
  /// The points of a translation after which the command runs again; nil for once a record.
  var every: Double?
  /// The program and its arguments.
  var run: [String] = []
  /// The handling of records while the command still runs.
  var whileRunning = WhileRunning.queue

  /// Whether its directions hold this one.
  func goes(_ direction: Direction?) -> Bool {
    directions.isEmpty || direction.map(directions.contains) ?? false
  }
}

extension Binding {
  /// The keys of an entry.
  static var keys: [Key<Binding, Reader>] {
    [
      Key("recognizer", \.recognizer) { $0.name($1) },
      Key("control", \.control) { $0.name($1) },
      Key("activity", \.activity) { $0.choice($1, Activity.self) },
      Key("phases", \.phases) { reader, node in
        reader.list(node, "states of a gesture") { reader.choice($0, State.self) }
      },
      Key("events", \.events) { reader, node in
        reader.list(node, "events of a control") {
          reader.choice($0, ControlEvent.named.map { ($0.name, $0.name) })
        }
      },
      Key("directions", \.directions) { reader, node in
        reader.list(node, "directions") { reader.choice($0, Direction.self) }
      },
      Key("numberOfTouches", \.numberOfTouches) { $0.whole($1, in: 1...32) },
      Key("every", \.every) { $0.number($1, in: 1...1e6) },
      Key("run", \.run, required: true) { $0.command($1) },
      Key("whileRunning", \.whileRunning) { $0.choice($1, WhileRunning.self) },
    ]
  }
}
