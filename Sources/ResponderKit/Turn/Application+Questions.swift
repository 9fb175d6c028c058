// Questions to somebody outside the engine, who answers later or not at all.

/// The delegate's questions that can be asked outside.
public struct RemoteQuestions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// May the recognizer begin?
  public static let shouldBegin = RemoteQuestions(rawValue: 1 << 0)
  /// May the recognizer have a touch?
  public static let shouldReceiveTouch = RemoteQuestions(rawValue: 1 << 1)
}

/// A question that waits for its answer; its recognizer alone waits with it.
final class OpenQuestion {
  let number: Int
  let kind: RemoteQuestions
  unowned let recognizer: GestureRecognizer
  let touch: Touch?
  let timer: EngineTimer

  init(
    number: Int, kind: RemoteQuestions, recognizer: GestureRecognizer, touch: Touch?,
    timer: EngineTimer
  ) {
    self.number = number
    self.kind = kind
    self.recognizer = recognizer
    self.touch = touch
    self.timer = timer
  }
}

extension Application {
  /// Asks outside; until the answer or the time-out the recognizer is blocked, as by a
  /// requirement, and everything else goes on. What nobody hears is not asked.
  final func ask(
    _ kind: RemoteQuestions, about recognizer: GestureRecognizer, _ touch: Touch?
  ) {
    guard hearsQuestions?(recognizer) ?? true else { return }
    let number = questionNumber(about: recognizer)
    let timer = EngineTimer(.maximum) { [unowned self] _ in missAnswer(number, of: recognizer) }
    recognizer.awaitedAnswers += 1
    openQuestions.append(
      OpenQuestion(
        number: number, kind: kind, recognizer: recognizer, touch: touch, timer: timer))
    timers.start(timer, at: outbox.time + recognizer.answerTimeout)
    outbox.say(.asksOutside(question: number, kind, recognizer, touch))
  }

  // As touches: what not all may learn of has numbers of its own.
  private final func questionNumber(about recognizer: GestureRecognizer) -> Int {
    let isForAll =
      (recognizer.view?.wholeAudience ?? []).isEmpty
      && recognizer.touches.allSatisfy { $0.audience.isEmpty }
    if isForAll {
      nextQuestion += 1
      return nextQuestion - 1
    }
    nextSecretQuestion += 1
    return nextSecretQuestion - 1
  }

  /// Takes the answer to a question; false when nobody waits for it any more.
  @discardableResult
  public final func answer(question number: Int, _ answer: Bool, at time: Instant) -> Bool {
    expire(beforeEventAt: time)
    guard openQuestions.contains(where: { $0.number == number }) else { return false }
    turn(at: time) { settleQuestion(number, answer) }
    return true
  }

  /// Whether the default is no to a question that nobody hears, and so is not asked.
  final func refusesUnheard(_ kind: RemoteQuestions, about recognizer: GestureRecognizer) -> Bool {
    guard recognizer.remoteQuestions.contains(kind), !recognizer.defaultAnswer else { return false }
    return !(hearsQuestions?(recognizer) ?? true)
  }

  /// The recognizer that waits for the answer to a question; nil when nobody does any more.
  public final func recognizer(waitingFor question: Int) -> GestureRecognizer? {
    openQuestions.first { $0.number == question }?.recognizer
  }

  /// Gives up the questions that nobody hears any more, as if their time were over.
  public final func giveUpUnheardQuestions(at time: Instant) {
    guard let hearsQuestions, !openQuestions.isEmpty else { return }
    expire(beforeEventAt: time)
    let unheard = openQuestions.filter { !hearsQuestions($0.recognizer) }
    guard !unheard.isEmpty else { return }
    turn(at: time) {
      for question in unheard { missAnswer(question.number, of: question.recognizer) }
    }
  }

  private final func missAnswer(_ number: Int, of recognizer: GestureRecognizer) {
    let touch = openQuestions.first { $0.number == number }?.touch
    outbox.say(
      .answerMissing(question: number, recognizer, recognizer.defaultAnswer),
      to: recognizer.attemptAudience.union(touch?.audience ?? []))
    settleQuestion(number, recognizer.defaultAnswer)
  }

  private final func settleQuestion(_ number: Int, _ answer: Bool) {
    guard let place = openQuestions.firstIndex(where: { $0.number == number }) else { return }
    let question = openQuestions.remove(at: place)
    question.recognizer.awaitedAnswers -= 1
    timers.stop(question.timer)
    needsSettling = true
    guard !answer else { return }
    let recognizer = question.recognizer
    if let touch = question.touch {
      guard recognizer.hasAccepted(touch) else { return }
      guard recognizer.publicState.isBegun else { return recognizer.end(because: .touchRefused) }
      ignore(touch, by: recognizer)
      // A gesture under way loses the finger as if it had lifted.
      if touch.isDown, !recognizer.hasDecided { recognizer.touchesEnded([touch], with: event) }
    } else {
      recognizer.end(because: .delegateRefused)
    }
  }

  final func awaitsAnswer(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.awaitedAnswers > 0
  }

  final func dropQuestions(about recognizer: GestureRecognizer) {
    guard recognizer.awaitedAnswers > 0 else { return }
    recognizer.awaitedAnswers = 0
    for question in openQuestions where question.recognizer === recognizer {
      timers.stop(question.timer)
    }
    openQuestions.removeAll { $0.recognizer === recognizer }
  }
}
