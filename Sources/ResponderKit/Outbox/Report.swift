// The kinds of report.

/// One report of the engine.
public struct Report {
  /// The time of the event or timer.
  public var time: Instant
  // The number of the turn and, in the last byte, the modifier keys: a report is copied often.
  let turn: UInt64
  /// The kind of report.
  public var kind: Kind
  /// For explanations about a recognizer, the touches of its attempt, among the outbox's.
  public var attempt: Range<Int>
  /// The path of the view that the report is about; for a gesture under way, the path at its
  /// beginning.
  package var path: ViewPath?
  /// The path of the responder that acts on the report, if it is another one; of a view that was
  /// moved, its earlier path if that is another one.
  package var otherPath: ViewPath?
  /// The number of the turn; all reports that one input frame causes share it.
  public var frame: UInt64 { turn & 0xFF_FFFF_FFFF_FFFF }
  /// The modifier keys that were held when the turn began.
  public var modifierFlags: ModifierFlags { ModifierFlags(rawValue: UInt8(turn >> 56)) }
  /// The program that acts on the report; nil for none.
  package var actor: String? { (otherPath ?? path)?.actor }

  /// The number of a turn with the modifier keys that are held, as reports have it.
  static func turn(_ number: UInt64, with flags: ModifierFlags) -> UInt64 {
    number | UInt64(flags.rawValue) << 56
  }

  /// Kinds of report.
  public enum Kind {
    /// A responder handled a touch callback.
    case touches(TouchPhase, Responder, Range<Int>)
    /// No responder in the chain of the hit view handled a touch callback.
    case unhandled(TouchPhase, Responder, Range<Int>)
    /// A responder handled a press callback.
    case press(TouchPhase, Responder, PressReport)
    /// No responder in the chain handled a press callback.
    case unhandledPress(TouchPhase, Responder, PressReport)
    /// A responder handled a motion callback.
    case motion(MotionPhase, Responder)
    /// A responder handled a remote-control callback.
    case remoteControl(RemoteControlSubtype, Responder)

    /// A view was added with its subviews.
    case added(View)
    /// A view was removed with its subviews.
    case removed(View)
    /// A view has another parent or index.
    case moved(View)
    /// Properties, recognizers or pages of a view have changed.
    case changed(View)

    /// A device reported contacts; the indices are those of the outbox's contacts.
    case contacts(Device, Range<Int>)

    /// A recognizer sent its action; the index is one of the outbox's gestures.
    case action(GestureRecognizer, GestureRecognizer.State, Int)
    /// A recognizer with `reportsFailure` failed; the index is one of the outbox's gestures.
    case failure(GestureRecognizer, Reason, Int)
    /// A control sent an event.
    case control(
      Control, ControlEvent, touches: Range<Int>, value: Double?, isHighlighted: Bool)
    /// A control lost its tracked touch without a callback: it leaves its window, or takes no touches
    /// any more.
    case lost(Control, touches: Range<Int>)
    /// A responder of the chain performed a control's nil-target action, or none did.
    case performed(action: String, by: Responder?, sender: Control)
    /// A scroll view's content moved; at the end of a drag, with the offset at which it will rest.
    case scrolled(ScrollView, ScrollPhase, offset: Point, zoom: Double, target: Point?)
    /// What happens to a view should be felt or seen.
    case feedback(View, Feedback)
    /// A responder asked to become first responder of its zone, or to resign.
    case firstResponder(candidate: Responder?, accepted: Bool, now: Responder?, zone: String?)
    /// Another responder has the focus of a zone now, or none; or a finger that explores has come to it.
    case focused(Responder?, isExplored: Bool, zone: String?)
    /// A responder was asked whether it can become first responder.
    case canBecomeFirstResponder(Responder, Bool)
    /// A responder was asked whether it can stop being first responder.
    case canResignFirstResponder(Responder, Bool)

    /// A recognizer's public state changed.
    case transition(
      GestureRecognizer, from: GestureRecognizer.State, to: GestureRecognizer.State, Reason)
    /// A recognizer wants to be recognized and waits for another to fail.
    case waits(GestureRecognizer, for: GestureRecognizer)
    /// The window holds back a phase of a touch for a recognizer, at most until a time.
    case holds(GestureRecognizer, Deliverable, TouchPhase, until: Instant?)
    /// The window delivered a phase that it had held back for a time.
    case released(Deliverable, TouchPhase, after: TimeInterval)
    /// A recognizer or a responder was refused a touch or press.
    case refused(Deliverable, by: Party, Reason)
    /// A control receives a touch and does not track it.
    case untracked(Control, Touch, Reason)
    /// A finger landed, and its touch has a view; the questions of the hit test are among the reports.
    case landed(Touch, hitTest: Range<Int>)
    /// A finger was taken back, or lifted without an end for its view in this event: the view has lost
    /// the touch before, or not received it yet.
    case lifted(Touch)
    /// A finger landed where no window has a view; there is no further report about it.
    case missed(Device, contact: Int, at: Point, hitTest: Range<Int>)
    /// A finger on a view is no touch, because of the accommodations that apply there.
    case dropped(Device, contact: Int, at: Point, on: View, Reason)
    /// A recognizer stayed possible after its last finger lifted, with no timer running.
    case stuck(GestureRecognizer)
    /// Recognizers waited for each other in a cycle, and all failed with their last finger.
    case cycle([GestureRecognizer])

    /// A program is asked; the answer goes to `Application.answer` with this number.
    case asksOutside(question: Int, RemoteQuestions, GestureRecognizer, Touch?)
    /// A program is asked where content comes to rest; the answer goes to `Application.answer`.
    case asksForLanding(question: Int, ReleasedDrag)
    /// No answer came in time, and the recognizer's default answer is used; nil where content rests as
    /// it would without a question.
    case answerMissing(question: Int, GestureRecognizer, Bool?)

    /// A view was asked for its hit view.
    case hitTest(View)
    /// A view was asked whether the point is inside.
    case pointInside(View, Bool)
    /// A view that has the point answered with another view instead of itself, or with none.
    case answered(View, with: View?)
    /// A hidden window was not asked.
    case passedOver(Window)
    /// A delegate or view was asked about a recognizer.
    case asked(Question, Bool)
    /// A recognizer received a phase of touches.
    case recognizerTouches(TouchPhase, GestureRecognizer, Range<Int>)
    /// A recognizer received a phase of a press.
    case recognizerPress(TouchPhase, GestureRecognizer, PressReport)
    /// A recognizer went back to possible.
    case reset(GestureRecognizer)
    /// A recognizer's own code set its state.
    case proposed(
      GestureRecognizer, GestureRecognizer.State, currently: GestureRecognizer.State)
    /// A control's tracking method was called.
    case tracking(Control, TrackingStep)
  }
}

/// A responder or a recognizer.
public enum Party {
  case responder(Responder)
  case recognizer(GestureRecognizer)
}

/// The calls with which a control tracks a finger.
public enum TrackingStep: String, Sendable, CaseIterable {
  case beginTracking, continueTracking, endTracking, cancelTracking
}

/// Phases of a scroll view's content.
public enum ScrollPhase: String, Sendable, CaseIterable {
  case began, changed, ended, decelerating, settled, zooming
}

extension Question {
  /// The answer that changes nothing.
  public var usualAnswer: Bool {
    switch self {
    case .shouldReceiveTouch, .shouldReceivePress, .shouldReceiveEvent, .shouldBegin,
      .viewShouldBegin, .touchesShouldBegin, .touchesShouldCancel:
      true
    case .shouldRequireFailure, .shouldBeRequiredToFail, .shouldRecognizeSimultaneously: false
    }
  }
}

/// The questions that the engine asks about recognizers.
public enum Question {
  /// A delegate: may the recognizer have a touch of this view?
  case shouldReceiveTouch(GestureRecognizer, View?)
  /// A delegate: may the recognizer have this press?
  case shouldReceivePress(GestureRecognizer, PressType)
  /// A delegate: may the recognizer look at this event?
  case shouldReceiveEvent(GestureRecognizer)
  /// A delegate: may the recognizer begin?
  case shouldBegin(GestureRecognizer)
  /// A view: may the recognizer begin?
  case viewShouldBegin(View, GestureRecognizer)
  /// The first recognizer's class or delegate: must the second fail first?
  case shouldRequireFailure(GestureRecognizer, of: GestureRecognizer)
  /// The first recognizer's class or delegate: must it fail before the second?
  case shouldBeRequiredToFail(GestureRecognizer, by: GestureRecognizer)
  /// The first recognizer's delegate: may both be recognized?
  case shouldRecognizeSimultaneously(GestureRecognizer, with: GestureRecognizer)
  /// A scroll view: may content have a touch of this view?
  case touchesShouldBegin(ScrollView, View)
  /// A scroll view: may content lose a touch of this view to scrolling?
  case touchesShouldCancel(ScrollView, View)
}
