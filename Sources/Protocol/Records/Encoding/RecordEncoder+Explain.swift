// Explanations: state changes with reasons, waiting, holding back, refusals.

import Protocol
internal import ResponderKit

extension RecordEncoder {
  func explain(_ report: Report, of outbox: Outbox) {
    begin(.explain, at: report.time, frame: report.frame)
    switch report.kind {
    case .transition(let recognizer, let from, let to, let reason):
      lines.member("recognizer", recognizer.id)
      lines.member("from", word: from.recordWord)
      lines.member("to", word: to.recordWord)
      lines.member("reason", reason.description)
      lines.member("rule", reason.rule)
      let touches = list(report.attempt, of: outbox)
      end(
        .explain, of: report, phase: to == .failed ? nil : RecordPhase(to),
        recognizer: recognizer, touches: touches)
    case .waits(let recognizer, let other):
      event("waits", recognizer)
      lines.member("for", other.id)
      lines.member("rule", word: "F2")
      let touches = list(report.attempt, of: outbox)
      end(.explain, of: report, recognizer: recognizer, touches: touches)
    case .holds(let recognizer, let held, let phase, let until):
      event("holds", recognizer)
      lines.member("phase", phase.word)
      if let until {
        lines.key("until")
        lines.seconds(microseconds: until.microseconds)
      }
      lines.member("rule", word: phase == .began ? "DL1" : "DL5")
      let touches = single(held)
      end(.explain, of: report, recognizer: recognizer, touches: touches)
    case .released(let held, let phase, let after):
      lines.member("event", word: "releases")
      lines.member("responder", held.view?.id)
      lines.member("phase", phase.word)
      lines.member("after", ratio: after)
      let touches = single(held)
      end(.explain, of: report, touches: touches)
    case .refused(let held, let party, let reason):
      lines.member("event", word: "refuses")
      var recognizer: GestureRecognizer?
      var responder: Responder?
      switch party {
      case .recognizer(let one):
        recognizer = one
        lines.member("recognizer", one.id)
      case .responder(let one):
        responder = one
        lines.member("responder", one.id)
      }
      lines.member("reason", reason.description)
      lines.member("rule", reason.rule)
      let touches = single(held)
      end(
        .explain, of: report, responder: responder, recognizer: recognizer, touches: touches)
    case .untracked(let control, let touch, let reason):
      lines.member("event", word: "ignores")
      lines.member("control", control.id)
      lines.member("reason", reason.description)
      lines.member("rule", reason.rule)
      let touches = single(touch)
      end(.explain, of: report, responder: control, touches: touches)
    case .landed(let touch, let questions):
      lines.member("event", word: "lands")
      lines.member("view", touch.view?.id)
      lines.trace(outbox.reports[questions])
      let touches = single(touch)
      end(.explain, of: report, device: touch.device, touches: touches)
    case .lifted(let touch):
      lines.member("event", word: "lifts")
      lines.member("point", touch.position)
      let touches = single(touch)
      end(.explain, of: report, device: touch.device, touches: touches)
    case .missed(let device, let contact, let place, let questions):
      lines.member("event", word: "misses")
      lines.member("device", device.name)
      lines.member("contact", contact)
      lines.member("point", place)
      lines.member("rule", word: "H14")
      if includesHits { lines.trace(outbox.reports[questions]) }
      end(.explain, of: report, device: device)
    case .dropped(let device, let contact, let place, let view, let reason):
      lines.member("event", word: "drops")
      lines.member("view", view.id)
      lines.member("device", device.name)
      lines.member("contact", contact)
      lines.member("point", place)
      lines.member("reason", reason.description)
      lines.member("rule", reason.rule)
      end(.explain, of: report, device: device)
    case .stuck(let recognizer):
      event("stuck", recognizer)
      lines.member("rule", word: "G11")
      let touches = list(report.attempt, of: outbox)
      end(.explain, of: report, recognizer: recognizer, touches: touches)
    case .cycle(let circle):
      lines.member("event", word: "cycle")
      lines.member("recognizer", circle.first?.id)
      lines.member("recognizers", circle.map(\.id))
      lines.member("length", circle.count)
      lines.member("rule", word: "F11")
      end(.explain, of: report, recognizer: circle.first)
    case .hitTest(let view):
      lines.member("event", word: "hitTest")
      lines.member("view", view.id)
      end(.explain, of: report)
    case .pointInside(let view, let answer):
      lines.member("event", word: "pointInside")
      lines.member("view", view.id)
      lines.member("answer", answer)
      end(.explain, of: report)
    case .asked(let question, let answer): asked(question, answer, report, of: outbox)
    case .recognizerTouches(let phase, let recognizer, let range):
      event("touches", recognizer)
      lines.member("phase", phase.word)
      let touches = list(range, of: outbox)
      end(.explain, of: report, recognizer: recognizer, touches: touches)
    case .recognizerPress(let phase, let recognizer, let press):
      event("press", recognizer)
      lines.member("phase", phase.word)
      lines.member("press", press.type.name)
      end(.explain, of: report, recognizer: recognizer)
    case .reset(let recognizer):
      event("reset", recognizer)
      end(.explain, of: report, recognizer: recognizer)
    case .proposed(let recognizer, let state, let current):
      event("proposes", recognizer)
      lines.member("state", word: state.recordWord)
      lines.member("currently", word: current.recordWord)
      end(.explain, of: report, recognizer: recognizer)
    case .tracking(let control, let step):
      lines.member("event", step.rawValue)
      lines.member("control", control.id)
      end(.explain, of: report, responder: control)
    case .canBecomeFirstResponder(let responder, let answer):
      firstResponderAsked("canBecomeFirstResponder", responder, answer, report)
    case .canResignFirstResponder(let responder, let answer):
      firstResponderAsked("canResignFirstResponder", responder, answer, report)
    case .touches, .contacts, .unhandled, .press, .unhandledPress, .motion, .remoteControl,
      .action, .failure, .control, .lost, .performed, .scrolled, .firstResponder, .focused,
      .asksOutside, .asksForLanding, .answerMissing, .answered, .passedOver, .added, .removed,
      .moved, .changed, .feedback:
      preconditionFailure("records of their own do not come here")
    }
  }

  private func event(_ word: StaticString, _ recognizer: GestureRecognizer) {
    lines.member("event", word: word)
    lines.member("recognizer", recognizer.id)
  }

  private func single(_ held: Deliverable) -> Range<Int> {
    if held is Press {
      lines.member("press", held.id)
      return 0..<0
    }
    lines.key("touches")
    lines.beginArray()
    lines.element(held.id)
    lines.endArray()
    encoded.append(touch: held.id)
    return encoded.touches.count - 1..<encoded.touches.count
  }

  private func firstResponderAsked(
    _ word: StaticString, _ responder: Responder, _ answer: Bool, _ report: Report
  ) {
    lines.member("event", word: word)
    lines.member("responder", responder.id)
    lines.member("answer", answer)
    end(.explain, of: report, responder: responder)
  }

  private func asked(
    _ question: Question, _ answer: Bool, _ report: Report, of outbox: Outbox
  ) {
    lines.member("event", word: "asks")
    var recognizer: GestureRecognizer?
    func about(_ one: GestureRecognizer, _ word: StaticString) {
      recognizer = one
      lines.member("question", word: word)
      lines.member("recognizer", one.id)
    }
    switch question {
    case .shouldReceiveTouch(let one, let of):
      about(one, "shouldReceiveTouch")
      lines.member("view", of?.id)
    case .shouldReceivePress(let one, let type):
      about(one, "shouldReceivePress")
      lines.member("press", type.name)
    case .shouldReceiveEvent(let one): about(one, "shouldReceiveEvent")
    case .shouldBegin(let one): about(one, "shouldBegin")
    case .viewShouldBegin(let asked, let one):
      about(one, "gestureRecognizerShouldBegin")
      lines.member("view", asked.id)
    case .shouldRequireFailure(let one, let of):
      about(one, "shouldRequireFailureOf")
      lines.member("other", of.id)
    case .shouldBeRequiredToFail(let one, let by):
      about(one, "shouldBeRequiredToFailBy")
      lines.member("other", by.id)
    case .shouldRecognizeSimultaneously(let one, let with):
      about(one, "shouldRecognizeSimultaneouslyWith")
      lines.member("other", with.id)
    case .touchesShouldBegin(let scrollView, let content):
      lines.member("question", word: "touchesShouldBegin")
      lines.member("scrollView", scrollView.id)
      lines.member("view", content.id)
    case .touchesShouldCancel(let scrollView, let content):
      lines.member("question", word: "touchesShouldCancel")
      lines.member("scrollView", scrollView.id)
      lines.member("view", content.id)
    }
    lines.member("answer", answer)
    let touches = report.attempt.isEmpty ? 0..<0 : list(report.attempt, of: outbox)
    end(.explain, of: report, recognizer: recognizer, touches: touches)
  }
}
