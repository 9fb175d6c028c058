// The subject of a report: its path, its actor and its audience.

/// What every report has beside its kind.
struct ReportSubject {
  /// The path of the view that the report is about.
  var path: ViewPath?
  /// The path of the responder that acts on the report, if it is another one.
  var actorPath: ViewPath?
  /// The audience of everything that the report names.
  var audience: Audience

  fileprivate init(at path: ViewPath?, for audience: Audience = []) {
    self.path = path
    self.audience = audience.union(path?.audience ?? [])
  }

  fileprivate init(_ responder: Responder?, for audience: Audience = []) {
    self.init(at: responder?.path, for: audience)
  }

  fileprivate init(_ recognizer: GestureRecognizer?, for audience: Audience = []) {
    self.init(at: recognizer?.view?.currentPath, for: audience)
  }

  /// The subject of touches, of which this is the first: the path at its beginning, and the program
  /// of the responder that handled them, or of the view if none did.
  init(_ first: Touch, handledBy responder: Responder?, for audience: Audience) {
    path = first.path
    actorPath = responder.flatMap { first.actorPath(of: $0) }
    self.audience = Self.audience(of: Uncounted(first), handledBy: responder, for: audience)
  }

  /// The audience of touches, of which this is the first, together with that of the views now.
  @inline(__always)
  static func audience(
    of first: Uncounted<Touch>, handledBy responder: Responder?, for audience: Audience
  ) -> Audience {
    first.read {
      var audience = audience.union($0.viewReference?.read { $0.currentAudience } ?? [])
      if let responder, $0.view !== responder, let path = responder.path {
        audience.formUnion(path.audience)
      }
      return audience
    }
  }

  /// The path is the one at the gesture's beginning, the audience that of the view now.
  @inline(__always)
  init(ofGestureAt path: ViewPath?, for audience: Audience) {
    self.path = path
    self.audience = audience
  }

  /// The path of a held or refused touch's view, or else of the recognizer's.
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
    case .touches(_, let responder, let range): return subject(of: range, handledBy: responder)
    case .unhandled(_, _, let range): return subject(of: range, handledBy: nil)
    case .contacts: return ReportSubject(at: nil)
    case .press(_, let responder, let press), .unhandledPress(_, let responder, let press):
      return ReportSubject(responder, for: press.audience)
    case .motion(_, let responder), .remoteControl(_, let responder),
      .canBecomeFirstResponder(let responder, _), .canResignFirstResponder(let responder, _):
      return ReportSubject(responder)
    case .action(let recognizer, _, let index):
      return ReportSubject(ofGestureAt: recognizer.gesturePath, for: gestures[index].audience)
    case .failure(let recognizer, let reason, let index):
      return ReportSubject(
        ofGestureAt: recognizer.gesturePath,
        for: gestures[index].audience.union(reason.audience))
    case .control(let control, _, let range, _, _), .lost(let control, let range):
      // A tracking control has the path that it had when the finger landed.
      var subject = ReportSubject(control, for: audience(of: range))
      if let touch = range.first, let path = touches[touch].path?.part(endingAt: control.id) {
        subject.path = path
      }
      return subject
    case .performed(_, let responder, let sender):
      var subject = ReportSubject(sender, for: responder?.path?.audience ?? [])
      subject.actorPath = responder?.path
      return subject
    case .scrolled(let view, _, _, _, _): return ReportSubject(view)
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
    case .cycle(let cycle):
      return ReportSubject(
        cycle.first, for: cycle.reduce(into: []) { $0.formUnion($1.audienceOfView) })
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

  private func subject(of range: Range<Int>, handledBy responder: Responder?) -> ReportSubject {
    guard let first = range.first else { return ReportSubject(responder) }
    return ReportSubject(
      touches[first].source, handledBy: responder, for: audience(of: range))
  }

  private func audience(of range: Range<Int>) -> Audience {
    range.reduce(into: []) { $0.formUnion(touches[$1].audience) }
  }
}

extension GestureRecognizer {
  /// The audience of the recognizer's view.
  fileprivate final var audienceOfView: Audience { view?.currentPath.audience ?? [] }
}

extension GestureRecognizer? {
  fileprivate var audienceOfView: Audience { self?.audienceOfView ?? [] }
}

extension Reason {
  /// The audience of everything that the reason names.
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
      .delegateRefused, .touchesCancelled, .disabled, .removed, .behindPage, .isDisabled, .decided,
      .typeNotAllowed, .otherTypeInUse, .eventRefused, .touchRefused, .ignored, .onlyOneTouch,
      .stopped, .inhibited, .waitsInCycle, .stayedPossible, .noEdgeGesture, .buttonsMissing,
      .other:
      []
    }
  }
}
