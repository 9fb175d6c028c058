// Reasons of state changes and refusals, with the numbers that decided them.

/// Why a recognizer changed its state, or why a touch was refused.
public enum Reason {
  /// The recognizer's conditions were met.
  case recognised
  /// The recognizer's own code set the state.
  case proposed
  /// A measured value reached its limit.
  case reached(Double, limit: Double, unit: Unit, rule: String?)
  /// The gesture is under way, and its fingers moved.
  case goesOn
  /// The gesture is under way, and its fingers lifted.
  case fingersLifted
  /// A finger, or the middle of the fingers, moved too far.
  case moved(Double, limit: Double, rule: String)
  /// The gesture took longer than allowed.
  case tooLong(TimeInterval, limit: TimeInterval, rule: String)
  /// The next tap did not come in time.
  case noNextTap(TimeInterval)
  /// No gesture from the edge came while its touches were held back.
  case noEdgeGesture(TimeInterval)
  /// There were more fingers than required.
  case tooManyTouches(Int, limit: Int, rule: String)
  /// A finger lifted before the required number was down.
  case tooFewTouches(Int, needed: Int)
  /// The fingers lifted before the recognizer's conditions were met.
  case lifted(after: TimeInterval, rule: String)
  /// A finger lifted before it was a touch.
  case tooBrief(TimeInterval, needed: TimeInterval)
  /// A finger landed too soon after the end of a touch.
  case landedAgain(after: TimeInterval, limit: TimeInterval)
  /// The finger landed beside a pen.
  case besidePen
  /// The finger explores.
  case explored
  /// The movement went in a wrong direction.
  case wrongWay(Double, rule: String)
  /// The movement drifted sideways.
  case drifted(Double, limit: Double, rule: String)
  /// The touch did not begin at the edge.
  case farFromEdge(Double, limit: Double)
  /// The stroke does not match the template.
  case noMatch(score: Double, needed: Double)
  /// Another recognizer that was recognized excludes this one.
  case excluded(by: GestureRecognizer)
  /// The recognizer whose failure it requires was recognized.
  case requirementRecognised(GestureRecognizer)
  /// A view refused that the recognizer begins.
  case vetoed(by: View)
  /// A control protects its default action from the recognizer.
  case protected(by: View)
  /// The delegate refused that the recognizer begins.
  case delegateRefused
  /// The scroll view may not cancel the touch of its content.
  case contentKeeps(View)
  /// The scroll view has no room left in the direction of the drag, and an outer scroll view has.
  case noRoomToScroll(ScrollView)
  /// The touch stops the content of a scroll view, which keeps the touch from its content.
  case stopsContent(ScrollView)
  /// The touch joins the drag of a scroll view, which keeps the touch from its content.
  case joinsDrag(ScrollView)
  /// The touches were cancelled from outside.
  case touchesCancelled(CancelReason)
  /// The recognizer was disabled.
  case disabled
  /// The recognizer or its view was removed.
  case removed
  /// Another page came in front of the page that has the recognizer's view.
  case behindPage
  /// The recognizer is disabled, so no touch is offered to it.
  case isDisabled
  /// The recognizer has decided already and accepts no more touches.
  case decided
  /// The type of touch or press is not among the allowed ones.
  case typeNotAllowed
  /// The recognizer follows a touch of another type.
  case otherTypeInUse
  /// The finger landed too far from another one of the gesture.
  case farApart(Double, limit: Double)
  /// Required buttons are not pressed.
  case buttonsMissing(ButtonMask)
  /// Required modifier keys are not held.
  case modifiersMissing(ModifierFlags)
  /// The recognizer or its delegate refuses the event.
  case eventRefused
  /// The recognizer or its delegate refuses the touch.
  case touchRefused
  /// The recognizer accepted the touch and released it.
  case ignored
  /// The view handles one touch at a time.
  case onlyOneTouch
  /// Another view of the window has a touch, and one of the two views is exclusive.
  case exclusive(View)
  /// The scroll view does not let its content receive the touch.
  case contentMayNotBegin(View)
  /// A modal presentation came in front of the view while the touch was held back.
  case behindModal
  /// A view inside of the control is hit, and not the control itself.
  case hitInside(View)
  /// The recognizer had not decided when its last finger lifted, and no timer was running.
  case stayedPossible
  /// A program asked the recognizer to stop.
  case stopped
  /// Recognition in the view is inhibited.
  case inhibited
  /// The recognizer waits in a cycle of so many recognizers, whose fingers have lifted.
  case waitsInCycle(Int)
  /// A text from a recognizer class outside of the engine.
  case other(String)
}

extension Reason {
  /// Units of measured values.
  public enum Unit: String, Sendable {
    case points = "pt"
    case milliseconds = "ms"
    case degrees = "°"
    case taps
    case score
  }
}

/// Causes of a cancellation from outside.
public enum CancelReason: String, Sendable, CaseIterable {
  case system, inactive, deviceRemoved, contact, suspend, sessionLock, configuration, shutdown
  case request
}

extension Reason {
  /// The rule code that decided, if there is one.
  public var rule: String? {
    switch self {
    case .recognised, .proposed, .goesOn, .fingersLifted, .other, .noMatch: nil
    case .reached(_, _, _, let rule): rule
    case .moved(_, _, let rule), .tooLong(_, _, let rule), .tooManyTouches(_, _, let rule),
      .lifted(_, let rule), .wrongWay(_, let rule), .drifted(_, _, let rule):
      rule
    case .tooBrief: "AC1"
    case .landedAgain: "AC2"
    case .besidePen: "T14"
    case .explored: "AC4"
    case .noNextTap: "TAP5"
    case .noEdgeGesture: "DL1"
    case .tooFewTouches: "TAP3"
    case .farFromEdge: "ED1"
    case .excluded: "P1"
    case .requirementRecognised: "F3"
    case .vetoed, .delegateRefused: "G7"
    case .protected: "P8"
    case .contentKeeps: "SV4"
    case .noRoomToScroll: "SV11"
    case .stopsContent: "SV12"
    case .joinsDrag: "SV17"
    case .touchesCancelled: "CX2"
    case .disabled, .stopped: "CX3"
    case .stayedPossible: "G11"
    case .inhibited: "CX7"
    case .waitsInCycle: "F11"
    case .removed, .behindPage: "CX4"
    case .isDisabled, .decided, .eventRefused, .touchRefused: "G2"
    case .ignored: "C4"
    case .typeNotAllowed, .otherTypeInUse: "T9"
    case .modifiersMissing: "T15"
    case .buttonsMissing: "TAP7"
    case .farApart: "G13"
    case .onlyOneTouch: "T4"
    case .exclusive: "T7"
    case .contentMayNotBegin: "SV7"
    case .behindModal: "SV27"
    case .hitInside: "K2"
    }
  }
}

extension Reason: CustomStringConvertible {
  /// One line with the numbers.
  public var description: String {
    switch self {
    case .recognised: "recognized"
    case .proposed: "set by its own code"
    case .reached(let measured, let limit, let unit, _):
      unit == .score
        ? "matched \(hundredths(measured)), needed \(hundredths(limit))"
        : "\(tenths(measured)) of \(tenths(limit)) \(unit.rawValue)"
    case .goesOn: "continues"
    case .fingersLifted: "its fingers lifted"
    case .moved(let distance, let limit, _):
      "moved \(tenths(distance)) pt > \(tenths(limit)) pt"
    case .tooLong(let time, let limit, _):
      "took \(milliseconds(time)) > \(milliseconds(limit))"
    case .tooBrief(let time, let needed):
      "lifted after \(milliseconds(time)) < \(milliseconds(needed))"
    case .landedAgain(let time, let limit):
      "landed \(milliseconds(time)) < \(milliseconds(limit)) after a touch"
    case .besidePen: "is beside a pen: a palm"
    case .explored: "explores: it reads, and two quick taps act"
    case .noNextTap(let limit): "no further tap within \(milliseconds(limit))"
    case .noEdgeGesture(let limit): "no gesture from the edge within \(milliseconds(limit))"
    case .tooManyTouches(let count, let limit, _): "\(count) fingers > \(limit)"
    case .tooFewTouches(let count, let needed): "lifted with \(count) of \(needed) fingers down"
    case .lifted(let time, _): "lifted after \(milliseconds(time))"
    case .wrongWay(let distance, _): "moved \(tenths(distance)) pt in the wrong direction"
    case .drifted(let distance, let limit, _):
      "drifted \(tenths(distance)) pt sideways > \(tenths(limit)) pt"
    case .farFromEdge(let distance, let limit):
      "began \(tenths(distance)) pt from the edge > \(tenths(limit)) pt"
    case .noMatch(let score, let needed): "matched \(hundredths(score)) < \(hundredths(needed))"
    case .excluded(let winner): "excluded by \(winner.id)"
    case .requirementRecognised(let other): "\(other.id), which had to fail, was recognized"
    case .vetoed(let view): "vetoed by \(view.id)"
    case .protected(let control): "the default action of \(control.id) is protected"
    case .delegateRefused: "its delegate does not let it begin"
    case .contentKeeps(let view): "\(view.id) keeps its touch"
    case .noRoomToScroll(let outer): "no room left in this direction, \(outer.id) scrolls instead"
    case .stopsContent(let scrollView): "the touch stops the content of \(scrollView.id)"
    case .joinsDrag(let scrollView): "the touch joins the drag of \(scrollView.id)"
    case .touchesCancelled(let cause): "touches cancelled: \(cause.rawValue)"
    case .disabled: "was disabled"
    case .removed: "was removed"
    case .behindPage: "another page came in front"
    case .isDisabled: "is disabled"
    case .decided: "has decided already"
    case .typeNotAllowed: "type not allowed"
    case .otherTypeInUse: "follows a touch of another type"
    case .farApart(let distance, let limit):
      "landed \(tenths(distance)) pt > \(tenths(limit)) pt from another of its fingers"
    case .buttonsMissing(let buttons):
      "without the button \(buttons.names.joined(separator: ", "))"
    case .modifiersMissing(let flags): "without the key \(flags.names.joined(separator: ", "))"
    case .eventRefused: "event refused"
    case .touchRefused: "touch refused"
    case .ignored: "ignored"
    case .onlyOneTouch: "the view takes one finger at a time"
    case .exclusive(let view): "\(view.id) has a finger, and one of the two is exclusive"
    case .contentMayNotBegin(let scrollView): "\(scrollView.id) keeps it from its content"
    case .behindModal: "a modal presentation came in front"
    case .hitInside(let view): "\(view.id) in it is hit, and not the control itself"
    case .stayedPossible: "stayed possible after its last finger"
    case .stopped: "was cancelled"
    case .inhibited: "its view is inhibited"
    case .waitsInCycle(let length): "waits in a cycle of \(length)"
    case .other(let words): words
    }
  }

  private func tenths(_ number: Double) -> String {
    let rounded = (number * 10).rounded() / 10
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }

  private func hundredths(_ number: Double) -> String {
    "\((number * 100).rounded() / 100)"
  }

  private func milliseconds(_ time: TimeInterval) -> String {
    "\(Int((time * 1000).rounded())) ms"
  }
}
