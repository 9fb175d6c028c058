// Whom a report is about: where that lies, who is to act on it, and who may learn of what it names.

/// What every report says beside what happened.
struct ReportSubject {
  /// Where what it is about lies.
  var path: ViewPath?
  /// The program that is to act on it.
  var actor: String?
  /// Who may learn of everything that it names.
  var audience: Audience

  fileprivate init(at path: ViewPath?, for audience: Audience = []) {
    self.path = path
    actor = path?.actor
    self.audience = audience.union(path?.audience ?? [])
  }

  fileprivate init(_ responder: Responder?, for audience: Audience = []) {
    self.init(at: responder?.path, for: audience)
  }

  fileprivate init(_ recognizer: GestureRecognizer?, for audience: Audience = []) {
    self.init(at: recognizer?.view?.currentPath, for: audience)
  }

  /// A gesture lies where it began, and is for those who may learn of its view as it is now.
  fileprivate init(_ gesture: GestureReport, for audience: Audience = []) {
    path = gesture.path
    actor = gesture.path?.actor
    self.audience = audience.union(gesture.audience)
  }

  /// Of something held back or refused: where its view is, or else the recognizer's.
  fileprivate init(
    _ item: Deliverable, and recognizer: GestureRecognizer?, for audience: Audience = []
  ) {
    self.init(
      at: item.view?.currentPath ?? recognizer?.view?.currentPath,
      for: audience.union(item.audience).union(recognizer.audienceOfView))
  }
}

extension Outbox {
  func subject(of kind: Report.Kind) -> ReportSubject {
    switch kind {
    case .touches(_, let responder, let range), .unhandled(_, let responder, let range):
      return ReportSubject(responder, for: audience(of: range))
    case .contacts: return ReportSubject(at: nil)
    case .press(_, let responder, let press), .unhandledPress(_, let responder, let press):
      return ReportSubject(responder, for: press.audience)
    case .motion(_, let responder), .remoteControl(_, let responder),
      .canBecomeFirstResponder(let responder, _), .canResignFirstResponder(let responder, _):
      return ReportSubject(responder)
    case .action(_, _, let index): return ReportSubject(gestures[index])
    case .failure(_, let reason, let index):
      return ReportSubject(gestures[index], for: reason.audience)
    case .control(let control, _, let range, _):
      // A control that follows a finger is where it was when the finger landed.
      var subject = ReportSubject(control, for: audience(of: range))
      if let touch = range.first, let path = touches[touch].path?.part(endingAt: control.id) {
        subject.path = path
        subject.actor = path.actor
      }
      return subject
    case .performed(_, let responder, let sender):
      var subject = ReportSubject(sender, for: responder?.path?.audience ?? [])
      if let path = responder?.path { subject.actor = path.actor }
      return subject
    case .scrolled(let view, _, _, _): return ReportSubject(view)
    case .firstResponder(let candidate, _, let now):
      return ReportSubject(candidate, for: now?.path?.audience ?? [])
    case .transition(let recognizer, _, _, let reason):
      return ReportSubject(recognizer, for: reason.audience)
    case .waits(let recognizer, let other):
      return ReportSubject(recognizer, for: other.audienceOfView)
    case .holds(let recognizer, let item, _, _): return ReportSubject(item, and: recognizer)
    case .released(let item, _, _): return ReportSubject(item, and: nil)
    case .refused(let item, .recognizer(let recognizer), let reason):
      return ReportSubject(item, and: recognizer, for: reason.audience)
    case .refused(let item, .responder(let responder), let reason):
      return ReportSubject(
        item, and: nil, for: reason.audience.union(responder.path?.audience ?? []))
    case .missed: return ReportSubject(at: nil)
    case .cycle(let circle):
      return ReportSubject(
        circle.first, for: circle.reduce(into: []) { $0.formUnion($1.audienceOfView) })
    case .stuck(let recognizer), .reset(let recognizer), .proposed(let recognizer, _, _),
      .asksOutside(_, _, let recognizer, _), .answerMissing(_, let recognizer, _):
      return ReportSubject(recognizer)
    case .recognizerTouches(_, let recognizer, let range):
      return ReportSubject(recognizer, for: audience(of: range))
    case .recognizerPress(_, let recognizer, let press):
      return ReportSubject(recognizer, for: press.audience)
    case .hitTest(let view), .pointInside(let view, _): return ReportSubject(view)
    case .asked(let question, _): return subject(of: question)
    case .tracking(let control, _): return ReportSubject(control)
    }
  }

  private func subject(of question: Question) -> ReportSubject {
    switch question {
    case .shouldReceiveTouch(let recognizer, let view):
      ReportSubject(recognizer, for: view?.currentPath.audience ?? [])
    case .shouldReceivePress(let recognizer, _), .shouldReceiveEvent(let recognizer),
      .shouldBegin(let recognizer):
      ReportSubject(recognizer)
    case .viewShouldBegin(let view, let recognizer):
      ReportSubject(view, for: recognizer.audienceOfView)
    case .shouldRequireFailure(let one, let other), .shouldBeRequiredToFail(let one, let other),
      .shouldRecognizeSimultaneously(let one, let other):
      ReportSubject(one, for: other.audienceOfView)
    case .touchesShouldBegin(let view, let content), .touchesShouldCancel(let view, let content):
      ReportSubject(view, for: content.currentPath.audience)
    }
  }

  private func audience(of range: Range<Int>) -> Audience {
    range.reduce(into: []) { $0.formUnion(touches[$1].audience) }
  }
}

extension GestureRecognizer {
  /// Who may learn of what happens in its view.
  fileprivate final var audienceOfView: Audience { view?.currentPath.audience ?? [] }
}

extension GestureRecognizer? {
  fileprivate var audienceOfView: Audience { self?.audienceOfView ?? [] }
}

extension Reason {
  /// Who may learn of everything that it names.
  fileprivate var audience: Audience {
    switch self {
    case .excluded(let other), .requirementRecognised(let other): other.audienceOfView
    case .vetoed(let view), .protected(let view), .contentKeeps(let view), .exclusive(let view),
      .contentMayNotBegin(let view):
      view.currentPath.audience
    case .noRoomToScroll(let view), .stopsContent(let view), .joinsDrag(let view):
      view.currentPath.audience
    case .recognised, .proposed, .reached, .goesOn, .fingersLifted, .moved, .tooLong, .noNextTap,
      .tooManyTouches, .tooFewTouches, .lifted, .wrongWay, .drifted, .farFromEdge, .noMatch,
      .delegateRefused, .touchesCancelled, .disabled, .removed, .isDisabled, .decided,
      .typeNotAllowed, .otherTypeInUse, .eventRefused, .touchRefused, .ignored, .onlyOneTouch,
      .stopped, .inhibited, .waitsInCircle, .stayedPossible, .noEdgeGesture, .buttonsMissing,
      .other:
      []
    }
  }
}
