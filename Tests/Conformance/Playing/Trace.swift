// The engine's reports become the lines that scenarios expect.

import ResponderKit

/// The lines of one run, for the categories that its scenario observes.
struct Trace {
  /// What happened so far.
  private(set) var lines: [String] = []
  private let observed: Set<Category>
  private let disclosed: Disclosed

  /// An empty trace of a scenario.
  init(observed: Set<Category>, disclosed: Disclosed) {
    self.observed = observed
    self.disclosed = disclosed
  }

  /// What the engine must report for these lines.
  var wants: Outbox.Categories {
    var wants: Outbox.Categories = []
    for category in observed {
      switch category {
      case .hit: wants.insert(.hitTest)
      case .ask: wants.insert(.questions)
      case .gt: wants.insert(.recognizerTouches)
      case .st: wants.formUnion([.explain, .continuing])
      case .reset: wants.insert(.resets)
      case .act, .place: wants.insert(.actions)
      case .vt, .motion, .remote, .others: wants.insert(.callbacks)
      case .tr: wants.insert(.tracking)
      case .ce, .perform: wants.insert(.control)
      case .sc: wants.insert(.scroll)
      case .set: wants.insert(.proposals)
      case .responder: wants.insert(.firstResponder)
      case .chain: break
      }
    }
    return wants
  }

  /// Adds a line that the engine does not report itself.
  mutating func add(_ category: Category, at time: Instant, _ text: String) {
    guard observed.contains(category) else { return }
    lines.append("\(stamp(microseconds: time.microseconds)) \(text)")
  }

  /// Appends the reports of the engine; `setter` is the recognizer whose state the script sets.
  mutating func append(_ outbox: Outbox, setter: GestureRecognizer? = nil) {
    var setter = setter
    for report in outbox.reports {
      if case .proposed(let recognizer, let state, let current) = report.kind {
        // Only the script's own attempt is a line, not what it makes the recognizer do later.
        guard recognizer === setter else { continue }
        setter = nil
        add(
          .set, at: report.time, "\(recognizer.id).state=\(state.word) (currently \(current.word))")
      } else if let (category, text) = line(of: report.kind, in: outbox) {
        add(category, at: report.time, text)
        if let text = location(of: report.kind, in: outbox) { add(.place, at: report.time, text) }
        if let text = others(of: report.kind, in: outbox) { add(.others, at: report.time, text) }
      }
    }
    outbox.removeAll()
  }

  /// Where a gesture is in its own view, of which fingers or presses, and how many fingers are down.
  private func location(of kind: Report.Kind, in outbox: Outbox) -> String? {
    guard case .action(let recognizer, let state, let index) = kind else { return nil }
    let gesture = outbox.gestures[index]
    guard let place = gesture.location else {
      let presses = outbox.presses[gesture.presses].map(\.type.name).joined(separator: ",")
      return "\(recognizer.id) \(state.word) of [\(presses)]"
    }
    return "\(recognizer.id) \(state.word) at \(decimal(place.x)),\(decimal(place.y)) of "
      + "\(outbox.contacts(gesture.touches)) down=\(gesture.numberOfTouches)"
  }

  /// What of a callback the rest of the system is given.
  private func others(of kind: Report.Kind, in outbox: Outbox) -> String? {
    guard case .touches(let phase, let responder, let range) = kind else { return nil }
    let passed = range.filter { outbox.touches[$0].isPassedOn(by: responder) }
    if passed.isEmpty { return nil }
    let contacts = passed.map { "\(outbox.touches[$0].contact)" }.joined(separator: ",")
    return "others.touches\(phase.suffix) [\(contacts)]"
  }

  private func line(of kind: Report.Kind, in outbox: Outbox) -> (Category, String)? {
    switch kind {
    case .touches(let phase, let responder, let range):
      return (.vt, "\(responder.id).touches\(phase.suffix) \(outbox.contacts(range))")
    case .press(let phase, let responder, let press):
      return (.vt, "\(responder.id).presses\(phase.suffix) [\(press.type.name)]")
    case .recognizerTouches(let phase, let recognizer, let range):
      return (.gt, "\(recognizer.id).touches\(phase.suffix) \(outbox.contacts(range))")
    case .recognizerPress(let phase, let recognizer, let press):
      return (.gt, "\(recognizer.id).presses\(phase.suffix) [\(press.type.name)]")
    case .motion(let phase, let responder):
      return (.motion, "\(responder.id).motion\(phase.suffix) shake")
    case .remoteControl(let subtype, let responder):
      return (.remote, "\(responder.id).remoteControlReceived \(subtype.rawValue)")
    case .transition(let recognizer, let from, let to, _):
      guard from != to else { return nil }
      return (.st, "\(recognizer.id) \(from.word)>\(to.word)")
    case .reset(let recognizer):
      return (.reset, "\(recognizer.id) reset")
    case .action(let recognizer, let state, let index):
      let measure = outbox.gestures[index].measure
      let suffix = state == .cancelled ? "" : recognizer.suffix(measure)
      return (.act, "\(recognizer.id) action \(state.word)\(suffix)")
    case .hitTest(let view):
      return (.hit, "\(view.id).hitTest")
    case .pointInside(let view, let inside):
      return (.hit, "\(view.id).pointInside=\(inside ? 1 : 0)")
    case .tracking(let control, let step):
      return (.tr, "\(control.id) \(step.rawValue)")
    case .control(let control, let event, _, let value, _):
      let number = control is Slider ? value.map { " value=\(decimal($0))" } : nil
      let suffix = event == .valueChanged ? number ?? "" : ""
      return (.ce, "\(control.id) event \(event.name)\(suffix)")
    case .scrolled(_, .decelerating, _, _, _): return nil
    case .scrolled(let view, let phase, let offset, let zoom, _):
      let place = "(\(decimal(offset.x)),\(decimal(offset.y)))"
      let scale = abs(zoom - 1) < 1e-9 ? "" : " scale=\(decimal(zoom))"
      return (.sc, "\(view.id) scroll \(phase.rawValue) offset=\(place)\(scale)")
    case .performed(let action, let responder?, let sender):
      return (.perform, "\(responder.id).\(action) from \(sender.id)")
    case .canBecomeFirstResponder(let responder, let answer):
      guard disclosed.canBecome.contains(responder.id) else { return nil }
      return (.responder, "\(responder.id)?canBecomeFirstResponder=\(answer.word)")
    case .canResignFirstResponder(let responder, let answer):
      guard disclosed.canResign.contains(responder.id) else { return nil }
      return (.responder, "\(responder.id)?canResignFirstResponder=\(answer.word)")
    case .firstResponder(let candidate?, let accepted, let now, _):
      let holder = now?.id ?? "nil"
      return (
        .responder,
        "becomeFirstResponder(\(candidate.id))=\(accepted.word) firstResponder=\(holder)"
      )
    case .asked(let question, let answer):
      return self.question(question, answer).map { (.ask, "\($0)=\(answer.word)") }
    case .performed(_, nil, _), .firstResponder(nil, _, _, _), .focused, .contacts, .unhandled,
      .unhandledPress, .lost, .waits, .holds, .released, .refused, .untracked, .landed, .lifted,
      .missed, .dropped,
      .stuck, .cycle,
      .failure, .proposed, .asksOutside, .asksForLanding, .answerMissing, .answered, .passedOver,
      .added, .removed,
      .moved, .changed, .feedback:
      return nil
    }
  }

  /// A question whose answer is a line: some always, some only when the tree gives the answer.
  private func question(_ question: Question, _ answer: Bool) -> String? {
    switch question {
    case .shouldReceiveTouch(let recognizer, let view):
      disclosed.receive.contains(recognizer.id)
        ? "\(recognizer.id)?shouldReceiveTouch(\(view?.id ?? "nil"))" : nil
    case .shouldBegin(let recognizer):
      disclosed.shouldBegin.contains(recognizer.id) ? "\(recognizer.id)?shouldBegin" : nil
    case .viewShouldBegin(let view, let recognizer):
      answer ? nil : "\(view.id)?gestureRecognizerShouldBegin(\(recognizer.id))"
    case .touchesShouldBegin(let scrollView, let view):
      answer ? nil : "\(scrollView.id)?touchesShouldBegin(\(view.id))"
    case .touchesShouldCancel(let scrollView, let view):
      "\(scrollView.id)?touchesShouldCancel(\(view.id))"
    case .shouldRequireFailure(let recognizer, of: let other):
      answer ? "\(recognizer.id)?shouldRequireFailureOf(\(other.id))" : nil
    case .shouldBeRequiredToFail(let recognizer, by: let other):
      answer ? "\(recognizer.id)?shouldBeRequiredToFailBy(\(other.id))" : nil
    case .shouldReceivePress, .shouldReceiveEvent, .shouldRecognizeSimultaneously: nil
    }
  }
}

/// Whose answers are lines, because the scenario gives them in so many words.
struct Disclosed {
  var receive: Set<String> = []
  var shouldBegin: Set<String> = []
  var canBecome: Set<String> = []
  var canResign: Set<String> = []
}

extension Outbox {
  fileprivate func contacts(_ range: Range<Int>) -> String {
    "[\(touches[range].map { String($0.contact) }.joined(separator: ","))]"
  }
}

extension Bool {
  fileprivate var word: String { self ? "yes" : "no" }
}

extension TouchPhase {
  fileprivate var suffix: String {
    switch self {
    case .began: "Began"
    case .moved: "Moved"
    case .stationary: "Stationary"
    case .ended: "Ended"
    case .cancelled: "Cancelled"
    }
  }
}

extension MotionPhase {
  fileprivate var suffix: String {
    switch self {
    case .began: "Began"
    case .ended: "Ended"
    case .cancelled: "Cancelled"
    }
  }
}

extension GestureRecognizer {
  /// What an action's line says of a measure.
  fileprivate func suffix(_ measure: GestureMeasure) -> String {
    switch measure {
    case .vectors(let translation, _), .vectorsAndNumber(let translation, _, _):
      " t=(\(decimal(translation.x)),\(decimal(translation.y)))"
    case .numbers(let angle, _) where self is RotationGestureRecognizer:
      " rot=\(decimal(angle * 180 / .pi, places: 2))deg"
    case .numbers(let scale, _): " scale=\(decimal(scale))"
    case .none, .number, .view, .word, .transform: ""
    }
  }
}
