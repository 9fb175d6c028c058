// What a line of a script can do.

import ResponderKit

/// One thing that happens at one moment.
enum Action: Hashable, Sendable {
  /// Fingers that came, moved or went in one event.
  case touches([Contact])
  /// The system takes all touches away.
  case cancel
  /// All recognition in a view is stopped, or allowed again.
  case inhibit(Word, Bool)
  /// The pointer leaves the surface.
  case pointerGone
  case disable(Word)
  case enable(Word)
  /// A custom recognizer sets its state.
  case setState(Word, StateName)
  /// An attribute of a view or controller changes.
  case setAttribute(Word, Attribute)
  case removeView(Word)
  /// A view goes in front of everything in another view.
  case moveView(Word, to: Word)
  /// A controller presents another one, or dismisses what it presents.
  case present(Word, from: Word)
  case dismiss(from: Word)
  /// The chain from a responder is printed.
  case chain(Word)
  case motion(MotionPhase)
  case remoteControl(RemoteControlSubtype)
  case press(PressChange.Change, PressType)
  case pointer(Point)
  /// A wheel turns below the pointer.
  case scroll(Point, by: Point)
  /// Fingers pinch on a touchpad.
  case zoom(Point, by: Double)
  case becomeInactive
  case beginReceivingRemoteControlEvents
  case endReceivingRemoteControlEvents
  case becomeFirstResponder(Word)
}

/// Everything that a script does at one of its lines.
struct ScriptLine: Hashable, Sendable {
  var time: Instant
  var actions: [Action]
  var place: Place
}

/// The names of a recognizer's states.
enum StateName: String, CaseIterable, Sendable {
  case possible = "Possible"
  case began = "Began"
  case changed = "Changed"
  case ended = "Ended"
  case cancelled = "Cancelled"
  case failed = "Failed"
}
