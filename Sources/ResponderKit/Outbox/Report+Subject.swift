// The subject of a report: its path and its actor.

/// What every report has beside its kind.
struct ReportSubject {
  /// The path of the view that the report is about.
  var path: ViewPath?
  /// The path of the responder that acts on the report, if it is another one.
  var otherPath: ViewPath?

  fileprivate init(at path: ViewPath?, by otherPath: ViewPath? = nil) {
    self.path = path
    self.otherPath = otherPath
  }

  fileprivate init(_ responder: Responder?) { self.init(at: responder?.path) }

  fileprivate init(_ recognizer: GestureRecognizer?) {
    self.init(at: recognizer?.view?.currentPath)
  }

  /// The path of a held or refused touch's view, or else of the recognizer's.
  fileprivate init(_ item: Deliverable, and recognizer: GestureRecognizer?) {
    self.init(at: item.view?.currentPath ?? recognizer?.view?.currentPath)
  }
}

extension Outbox {
  func subject(of kind: Report.Kind) -> ReportSubject {
    switch kind {
    case .touches(_, let responder, let range): subject(of: range, handledBy: responder)
    case .unhandled(_, _, let range): subject(of: range, handledBy: nil)
    case .contacts, .missed: ReportSubject(at: nil)
    case .press(_, let responder, _), .unhandledPress(_, let responder, _),
      .motion(_, let responder), .remoteControl(_, let responder),
      .canBecomeFirstResponder(let responder, _), .canResignFirstResponder(let responder, _):
      ReportSubject(responder)
    case .action(let recognizer, _, _), .failure(let recognizer, _, _):
      ReportSubject(at: recognizer.gesturePath)
    case .control(let control, _, let range, _, _), .lost(let control, let range):
      // A tracking control has the path that it had when the finger landed.
      ReportSubject(
        at: range.first.flatMap { touches[$0].path?.part(endingAt: control.id) } ?? control.path)
    case .performed(_, let responder, let sender):
      ReportSubject(at: sender.path, by: responder?.path)
    case .scrolled(let view, _, _, _, _): ReportSubject(view)
    case .asksForLanding(_, let landing): ReportSubject(landing.scrollView)
    case .firstResponder(let candidate, _, _, _): ReportSubject(candidate)
    case .focused(let responder, _, _): ReportSubject(responder)
    case .holds(let recognizer, let item, _, _): ReportSubject(item, and: recognizer)
    case .released(let item, _, _), .refused(let item, .responder, _):
      ReportSubject(item, and: nil)
    case .refused(let item, .recognizer(let recognizer), _):
      ReportSubject(item, and: recognizer)
    case .cycle(let cycle): ReportSubject(cycle.first)
    case .transition(let recognizer, _, _, _), .waits(let recognizer, _), .stuck(let recognizer),
      .reset(let recognizer), .proposed(let recognizer, _, _),
      .asksOutside(_, _, let recognizer, _), .answerMissing(_, let recognizer, _),
      .recognizerTouches(_, let recognizer, _), .recognizerPress(_, let recognizer, _):
      ReportSubject(recognizer)
    case .added(let view), .moved(let view), .changed(let view), .removed(let view),
      .hitTest(let view), .pointInside(let view, _), .answered(let view, _):
      ReportSubject(view)
    case .dropped(_, _, _, let view, _), .feedback(let view, _): ReportSubject(view)
    case .passedOver(let window): ReportSubject(window)
    case .landed(let touch, _), .lifted(let touch), .untracked(_, let touch, _):
      ReportSubject(at: touch.path)
    case .asked(let question, _): subject(of: question)
    case .tracking(let control, _): ReportSubject(control)
    }
  }

  private func subject(of question: Question) -> ReportSubject {
    switch question {
    case .shouldReceiveTouch(let recognizer, _), .shouldReceivePress(let recognizer, _),
      .shouldReceiveEvent(let recognizer), .shouldBegin(let recognizer),
      .shouldRequireFailure(let recognizer, _), .shouldBeRequiredToFail(let recognizer, _),
      .shouldRecognizeSimultaneously(let recognizer, _):
      ReportSubject(recognizer)
    case .viewShouldBegin(let view, _): ReportSubject(view)
    case .touchesShouldBegin(let view, _), .touchesShouldCancel(let view, _): ReportSubject(view)
    }
  }

  // The path of touches is that at their beginning; the program is that of the responder that
  // handled them, or of the view if none did.
  private func subject(of range: Range<Int>, handledBy responder: Responder?) -> ReportSubject {
    guard let first = range.first else { return ReportSubject(responder) }
    let touch = touches[first].source
    return ReportSubject(at: touch.path, by: responder.flatMap { touch.actorPath(of: $0) })
  }
}
