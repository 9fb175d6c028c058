// Questions to a program, which answers later or not at all.

/// The delegate's questions that a program can answer.
public struct RemoteQuestions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// May the recognizer begin?
  public static let shouldBegin = RemoteQuestions(rawValue: 1 << 0)
  /// May the recognizer receive a touch?
  public static let shouldReceiveTouch = RemoteQuestions(rawValue: 1 << 1)
  /// Where does content come to rest, when its drag ends?
  public static let willEndDragging = RemoteQuestions(rawValue: 1 << 2)
}

/// The questions that wait for an answer.
///
///     ask ──► open ── answer · its time is up · no program can answer any more ──► answered
///               └──── its recognizer is reset ──► dropped
///
/// While a question is open, arbitration blocks its recognizer as a requirement would; all other
/// recognizers continue. A question where content comes to rest blocks nothing: content moves to where
/// it would rest without an answer. A question that no program can answer is not asked.
final class Questions {
  unowned var application: Application!
  /// Whether a program can answer questions about a recognizer; nil means that one always can.
  var canBeAnswered: ((GestureRecognizer) -> Bool)?

  private struct OpenQuestion {
    let number: Int
    unowned let recognizer: GestureRecognizer
    let touch: Touch?
    let timer: EngineTimer
    /// What the question is about, if it is where content comes to rest.
    var landing: ReleasedDrag?
  }
  private var open: ContiguousArray<OpenQuestion> = []
  /// The number of open questions of each recognizer.
  private var counts: [ObjectIdentifier: Int] = [:]
  private var latestNumber = 0

  /// Asks about a recognizer, or about a touch that the recognizer has accepted.
  func ask(_ kind: RemoteQuestions, about recognizer: GestureRecognizer, _ touch: Touch?) {
    guard let number = open(about: recognizer, touch) else { return }
    counts[ObjectIdentifier(recognizer), default: 0] += 1
    application.outbox.append(.asksOutside(question: number, kind, recognizer, touch))
  }

  /// Asks where the content of a scroll view comes to rest.
  func ask(about landing: ReleasedDrag) {
    guard let number = open(about: landing.scrollView.panGestureRecognizer, landing: landing) else {
      return
    }
    application.outbox.append(.asksForLanding(question: number, landing))
  }

  private func open(
    about recognizer: GestureRecognizer, _ touch: Touch? = nil, landing: ReleasedDrag? = nil
  ) -> Int? {
    guard canBeAnswered?(recognizer) ?? true else { return nil }
    latestNumber += 1
    let number = latestNumber
    let timer = EngineTimer(.maximum) { [unowned self] _ in useDefaultAnswer(to: number) }
    open.append(
      OpenQuestion(
        number: number, recognizer: recognizer, touch: touch, timer: timer, landing: landing))
    application.timers.start(timer, at: application.turn.time + recognizer.answerTimeout)
    return number
  }

  /// Whether no program can answer a question and its default answer is no.
  func refusesUnanswerable(_ kind: RemoteQuestions, about recognizer: GestureRecognizer) -> Bool {
    guard recognizer.remoteQuestions.contains(kind), !recognizer.defaultAnswer else { return false }
    return !(canBeAnswered?(recognizer) ?? true)
  }

  /// Whether a recognizer waits for an answer.
  func isOpen(about recognizer: GestureRecognizer) -> Bool {
    !counts.isEmpty && counts[ObjectIdentifier(recognizer)] != nil
  }

  /// The recognizer of an open question.
  func recognizer(of number: Int) -> GestureRecognizer? {
    open.first { $0.number == number }?.recognizer
  }

  /// Whether a question is open, and where content comes to rest.
  func isAboutLanding(_ number: Int) -> Bool {
    open.contains { $0.number == number && $0.landing != nil }
  }

  /// The open questions that no program can answer any more.
  var unanswerable: [Int] {
    guard let canBeAnswered, !open.isEmpty else { return [] }
    return open.filter { !canBeAnswered($0.recognizer) }.map(\.number)
  }

  /// Answers a question with its recognizer's default.
  func useDefaultAnswer(to number: Int) {
    guard let question = open.first(where: { $0.number == number }) else { return }
    let recognizer = question.recognizer
    guard question.landing == nil else {
      application.outbox.append(.answerMissing(question: number, recognizer, nil))
      return close(number)
    }
    application.outbox.append(
      .answerMissing(question: number, recognizer, recognizer.defaultAnswer))
    close(number, answer: recognizer.defaultAnswer)
  }

  /// Closes a question where content comes to rest, with the offset of the answer.
  func close(_ number: Int, landingAt offset: Point? = nil) {
    guard let index = open.firstIndex(where: { $0.number == number }),
      let landing = open[index].landing
    else { return }
    application.timers.stop(open.remove(at: index).timer)
    if let offset { landing.scrollView.land(at: offset, after: landing) }
  }

  /// Closes a question with an answer.
  func close(_ number: Int, answer: Bool) {
    guard let index = open.firstIndex(where: { $0.number == number }) else { return }
    let question = open.remove(at: index)
    let recognizer = question.recognizer
    let count = counts[ObjectIdentifier(recognizer), default: 1] - 1
    counts[ObjectIdentifier(recognizer)] = count > 0 ? count : nil
    application.timers.stop(question.timer)
    application.turn.setNeedsUpdate()
    if !answer { refuse(question) }
  }

  /// Handles the answer no: the attempt ends, or the recognizer loses the touch.
  private func refuse(_ question: OpenQuestion) {
    let recognizer = question.recognizer
    let arbitration = application.arbitration
    guard let touch = question.touch else {
      return arbitration.interrupt(recognizer, because: .delegateRefused)
    }
    guard recognizer.hasAccepted(touch) else { return }
    guard recognizer.publicState.isBegun else {
      return arbitration.interrupt(recognizer, because: .touchRefused)
    }
    arbitration.ignore(touch, by: recognizer)
    // A gesture under way loses the finger as if it had lifted.
    if touch.isDown, !recognizer.hasDecided {
      recognizer.touchesEnded([touch], with: application.event)
    }
  }

  /// Drops the questions about a recognizer that is reset.
  func drop(about recognizer: GestureRecognizer) {
    guard isOpen(about: recognizer) else { return }
    counts[ObjectIdentifier(recognizer)] = nil
    drop { $0.recognizer === recognizer && $0.landing == nil }
  }

  /// Drops the questions where the content of a scroll view comes to rest, as it leaves.
  func drop(about scrollView: ScrollView) { drop { $0.landing?.scrollView === scrollView } }

  private func drop(where isMeant: (OpenQuestion) -> Bool) {
    for question in open where isMeant(question) { application.timers.stop(question.timer) }
    open.removeAll(where: isMeant)
  }
}

extension Application {
  /// Whether a program can answer questions about a recognizer; nil means that one always can.
  public final var canBeAsked: ((GestureRecognizer) -> Bool)? {
    get { questions.canBeAnswered }
    set { questions.canBeAnswered = newValue }
  }

  /// Handles the answer to a question; false if the question is not open.
  @discardableResult
  public final func answer(question number: Int, _ answer: Bool, at time: Instant) -> Bool {
    expire(beforeEventAt: time)
    guard questions.recognizer(of: number) != nil, !questions.isAboutLanding(number) else {
      return false
    }
    runTurn(at: time) { questions.close(number, answer: answer) }
    return true
  }

  /// Handles the answer to a question where content comes to rest; false if it is not open.
  @discardableResult
  public final func answer(question number: Int, landingAt offset: Point, at time: Instant) -> Bool
  {
    expire(beforeEventAt: time)
    guard questions.isAboutLanding(number) else { return false }
    runTurn(at: time) { questions.close(number, landingAt: offset) }
    return true
  }

  /// Whether a question is open, and where content comes to rest.
  public final func isAboutLanding(question number: Int) -> Bool {
    questions.isAboutLanding(number)
  }

  /// The recognizer that waits for the answer to a question; nil if the question is not open.
  public final func recognizer(waitingFor question: Int) -> GestureRecognizer? {
    questions.recognizer(of: question)
  }

  /// Gives the default answer to the questions that no program can answer any more.
  public final func giveUpUnanswerableQuestions(at time: Instant) {
    guard !questions.unanswerable.isEmpty else { return }
    expire(beforeEventAt: time)
    let unanswerable = questions.unanswerable
    guard !unanswerable.isEmpty else { return }
    runTurn(at: time) {
      for number in unanswerable { questions.useDefaultAnswer(to: number) }
    }
  }
}
