// What the engine has promised and not yet kept, read from its reports.

import ResponderKit

/// Follows the reports of one run and names every broken promise.
struct Ledger {
  /// Promises broken so far, in plain words.
  private(set) var complaints: [String] = []
  /// Touches that a responder was given and that have not ended for it, by their numbers.
  private var open: [ObjectIdentifier: Set<Int>] = [:]
  private var closed: [ObjectIdentifier: Set<Int>] = [:]
  private var excused: [ObjectIdentifier: Set<Int>] = [:]
  /// Touches whose beginning was passed on and whose end was not, by their numbers.
  private var passing: Set<Int> = []
  private var states: [ObjectIdentifier: GestureRecognizer.State] = [:]
  /// State changes whose action has not been sent.
  private var owed: [ObjectIdentifier: String] = [:]
  /// Recognizers whose questions have no answer yet, by the question's number.
  private var questions: [Int: ObjectIdentifier] = [:]
  /// The greatest number of a touch that was spoken of in an earlier step.
  private var lastTouch = 0
  private var lastTime = Instant(microseconds: .min)

  /// The categories of report that it reads.
  static let wants: Outbox.Categories = [
    .callbacks, .actions, .tracking, .explain, .continuing, .recognizerTouches, .resets,
  ]

  /// Whether every responder has received the end of each of its touches.
  var hasOpenTouches: Bool {
    !passing.isEmpty || open.contains { !$0.value.subtracting(excused[$0.key] ?? []).isEmpty }
  }

  /// Whether a recognizer still waits for an answer.
  var hasOpenQuestions: Bool { !questions.isEmpty }

  /// Reads the engine's reports of a step, which may have answered a question first.
  mutating func read(_ outbox: Outbox, answered question: Int? = nil) {
    if let question, questions.removeValue(forKey: question) == nil {
      complain("question \(question) was answered although nobody had asked it")
    }
    defer { lastTouch = max(lastTouch, outbox.touches.map(\.touch).max() ?? 0) }
    for report in outbox.reports {
      if report.time < lastTime { complain("time goes back") }
      lastTime = report.time
      switch report.kind {
      case .touches(let phase, let responder, let range):
        for touch in outbox.touches[range] {
          touched(responder, touch.touch, phase)
          if touch.isPassedOn(by: responder) { passedOn(touch.touch, phase) }
          if touch.touch > lastTouch, phase == .began, touch.view?.isAnywhereInhibited ?? false {
            complain("touch \(touch.touch) landed in an inhibited view and was delivered")
          }
        }
      case .tracking(let control, .cancelTracking):
        // A control that left its window receives this in place of its touches' cancellation.
        let id = ObjectIdentifier(control)
        excused[id, default: []].formUnion(open[id] ?? [])
      case .transition(let recognizer, let from, let to, _): changed(recognizer, from, to)
      case .action(let recognizer, let state, _): acted(recognizer, state)
      case .failure(let recognizer, _, _):
        if states[ObjectIdentifier(recognizer)] != .failed {
          complain("\(recognizer.id) reports a failure, but it has not failed")
        }
      case .reset(let recognizer): wasReset(recognizer)
      case .asksOutside(let question, _, let recognizer, _):
        questions[question] = ObjectIdentifier(recognizer)
      case .answerMissing(let question, let recognizer, _):
        if questions.removeValue(forKey: question) == nil {
          complain("\(recognizer.id) misses the answer to a question that it does not ask")
        }
      case .recognizerTouches(_, let recognizer, _):
        if states[ObjectIdentifier(recognizer)]?.isFinished ?? false {
          complain("\(recognizer.id) is finished and was given touches")
        }
      default: break
      }
    }
    if !outbox.touches.allSatisfy({ $0.location.isFinite && $0.windowLocation.isFinite }) {
      complain("a touch is at a place that is no number")
    }
    if !outbox.gestures.allSatisfy({ ($0.location?.isFinite ?? true) && $0.measure.isFinite }) {
      complain("a gesture measures what is no number")
    }
    for words in owed.values.sorted() { complain("\(words) without its action") }
    owed.removeAll()
  }

  private mutating func complain(_ words: String) { complaints.append(words) }

  /// The phases of a touch that are passed on have one beginning and one end.
  private mutating func passedOn(_ touch: Int, _ phase: TouchPhase) {
    let isSound =
      switch phase {
      case .began: passing.insert(touch).inserted
      case .moved, .stationary: passing.contains(touch)
      case .ended, .cancelled: passing.remove(touch) != nil
      }
    if !isSound { complain("touch \(touch) was passed on as \(phase) out of turn") }
  }

  private mutating func touched(_ responder: Responder, _ touch: Int, _ phase: TouchPhase) {
    let id = ObjectIdentifier(responder)
    let isOpen = open[id, default: []].contains(touch)
    switch phase {
    case .began:
      if isOpen || closed[id, default: []].contains(touch) {
        complain("\(responder.id) was given the began of touch \(touch) twice")
      }
      open[id, default: []].insert(touch)
    case .moved:
      if !isOpen {
        complain("\(responder.id) was given a move of touch \(touch), which it has not")
      }
    case .ended, .cancelled:
      if !isOpen {
        complain("\(responder.id) was given \(phase.word) of touch \(touch), which it has not")
      }
      open[id, default: []].remove(touch)
      closed[id, default: []].insert(touch)
    case .stationary: complain("\(responder.id) was given a stationary touch")
    }
  }

  private mutating func changed(
    _ recognizer: GestureRecognizer, _ from: GestureRecognizer.State,
    _ to: GestureRecognizer.State
  ) {
    let id = ObjectIdentifier(recognizer)
    let known = states[id] ?? .possible
    let words = "\(recognizer.id) \(from.word)>\(to.word)"
    if from == .possible, to != .failed, questions.values.contains(id) {
      complain("\(words), but it waits for an answer")
    }
    if let before = owed[id] { complain("\(words), but \(before) has not sent its action") }
    if known != from { complain("\(words), but it was \(known.word)") }
    switch (from, to) {
    case (.possible, .began), (.possible, .ended), (.possible, .failed), (.began, .changed),
      (.began, .ended), (.began, .cancelled), (.changed, .changed), (.changed, .ended),
      (.changed, .cancelled):
      break
    default: complain("\(words) is no step")
    }
    states[id] = to
    owed[id] = to == .failed ? nil : words
  }

  private mutating func acted(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    let known = states[ObjectIdentifier(recognizer)] ?? .possible
    if known != state || state == .possible || state == .failed {
      complain("\(recognizer.id) sends its action for \(state.word) while it is \(known.word)")
    }
    if owed.removeValue(forKey: ObjectIdentifier(recognizer)) == nil {
      complain("\(recognizer.id) sends its action for \(state.word) twice")
    }
  }

  private mutating func wasReset(_ recognizer: GestureRecognizer) {
    let id = ObjectIdentifier(recognizer)
    if !(states[id]?.isFinished ?? false) {
      complain("\(recognizer.id) was reset without having finished")
    }
    states[id] = .possible
    questions = questions.filter { $0.value != id }
  }
}

extension View {
  fileprivate var isAnywhereInhibited: Bool {
    isInhibited || superview?.isAnywhereInhibited ?? false
  }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension GestureMeasure {
  fileprivate var isFinite: Bool {
    switch self {
    case .number(let value): value.isFinite
    case .numbers(let one, let other): one.isFinite && other.isFinite
    case .vectors(let one, let other): one.isFinite && other.isFinite
    case .vectorsAndNumber(let one, let other, let number):
      one.isFinite && other.isFinite && number.isFinite
    case .transform(let plane, let speed):
      speed.isFinite
        && [plane.a, plane.b, plane.c, plane.d, plane.tx, plane.ty].allSatisfy(\.isFinite)
    case .none, .view, .word: true
    }
  }
}
