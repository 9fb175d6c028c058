// The engine's reports, kept until the caller removes them.

/// The engine's reports since they were last removed, in order.
public final class Outbox {
  /// The categories of report that are kept; reports of other categories cost no time.
  public var wants: Categories
  /// The reports, in order.
  public private(set) var reports: ContiguousArray<Report> = []
  /// The touches of the reports, by index.
  public private(set) var touches: ContiguousArray<TouchReport> = []
  /// The contacts of the reports, by index.
  public private(set) var contacts: ContiguousArray<Contact> = []
  /// The presses of gestures, by index.
  public private(set) var presses: ContiguousArray<PressReport> = []
  /// The measures of recognizers when their actions were sent, by index.
  public private(set) var gestures: ContiguousArray<GestureReport> = []
  /// The ids of the views that recognizers measured, by index.
  public private(set) var views: ContiguousArray<String> = []

  /// Where pens are expected to be that have moved: the index of the touch, and the place in its view.
  package private(set) var predictions: ContiguousArray<(touch: Int, location: Point)> = []

  /// Called after a report of a view that was added or moved. The report means the position and the
  /// subviews that the view has at this moment, so it must be read before the next change.
  package var didReportPosition: (() -> Void)?

  // The running turn, with which reports are stamped.
  private var time = Instant(microseconds: 0)
  private var turn: UInt64 = 0

  /// An empty outbox that keeps these categories.
  public init(wants: Categories = .standard) {
    self.wants = wants
  }

  /// Whether there is no report.
  public var isEmpty: Bool { reports.isEmpty }

  /// Removes all reports, and keeps the capacity.
  public func removeAll() {
    reports.empty()
    touches.empty()
    presses.empty()
    contacts.empty()
    gestures.empty()
    views.empty()
    predictions.empty()
  }

  /// Categories of report.
  public struct Categories: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Touches, presses, motion and remote control that responders handled.
    public static let callbacks = Categories(rawValue: 1 << 0)
    /// Touches and presses that no responder of the chain handled.
    public static let unhandled = Categories(rawValue: 1 << 1)
    /// Actions of recognizers.
    public static let actions = Categories(rawValue: 1 << 2)
    /// Control events, and actions performed for them along the chain.
    public static let control = Categories(rawValue: 1 << 3)
    /// Content offsets and zoom scales of scroll views.
    public static let scroll = Categories(rawValue: 1 << 4)
    /// Changes of the focus and of the first responder, and the answers that led to them.
    public static let firstResponder = Categories(rawValue: 1 << 5)
    /// State changes with their reasons; which recognizer waits, holds back or is refused.
    public static let explain = Categories(rawValue: 1 << 6)
    /// The state `changed`, with its reason, in each frame in which a gesture continues.
    public static let continuing = Categories(rawValue: 1 << 16)
    /// Every question of a hit test, in order.
    public static let hitTest = Categories(rawValue: 1 << 7)
    /// Every question to a delegate or a view about a recognizer.
    public static let questions = Categories(rawValue: 1 << 8)
    /// The phases that recognizers received.
    public static let recognizerTouches = Categories(rawValue: 1 << 9)
    /// The tracking calls of controls.
    public static let tracking = Categories(rawValue: 1 << 10)
    /// Attempts to set a recognizer's state.
    public static let proposals = Categories(rawValue: 1 << 11)
    /// Resets of recognizers.
    public static let resets = Categories(rawValue: 1 << 12)
    /// Hints for what a person should feel or see.
    public static let feedback = Categories(rawValue: 1 << 17)

    /// Where pens are expected to be next.
    public static let predictions = Categories(rawValue: 1 << 18)

    /// Changes of the tree in a turn.
    public static let edits = Categories(rawValue: 1 << 14)

    /// Moved phases of fingers that stay, with another force, size or angle.
    public static let detail = Categories(rawValue: 1 << 15)

    /// The categories that an outbox keeps by default.
    public static let standard: Categories = [
      .callbacks, .unhandled, .actions, .control, .scroll, .firstResponder, .edits, .detail,
    ]
    /// Everything that happens in the engine.
    public static let all = Categories(rawValue: 0x11FFF)
    /// What devices report, before the hit test.
    public static let contacts = Categories(rawValue: 1 << 13)
  }

  // MARK: Reporting

  /// Stamps the following reports with a turn's number and time, and the modifier keys that are held.
  func beginTurn(_ number: UInt64, at time: Instant, with flags: ModifierFlags) {
    turn = Report.turn(number, with: flags)
    self.time = time
  }

  /// Reports a question to a view or a delegate, and its answer.
  func report(
    _ question: Question, _ answer: Bool, about recognizer: GestureRecognizer? = nil
  ) {
    guard wants.contains(.questions) else { return }
    if let recognizer {
      append(.asked(question, answer), of: recognizer)
    } else {
      append(.asked(question, answer))
    }
  }

  /// Appends a report.
  func append(_ kind: Report.Kind) { append(kind, attempt: 0..<0) }

  /// Appends a report about a recognizer's current attempt.
  func append(_ kind: Report.Kind, of recognizer: GestureRecognizer) {
    let attempt = append(recognizer.touches, in: recognizer.viewReference)
    append(kind, attempt: attempt)
  }

  private func append(_ kind: Report.Kind, attempt: Range<Int>) {
    let subject = subject(of: kind)
    append(kind, attempt: attempt, at: subject.path, by: subject.otherPath)
  }

  /// Reports that a view was added, removed or moved, or has changed.
  func append(edit kind: Report.Kind, at path: ViewPath?, from former: ViewPath? = nil) {
    guard wants.contains(.edits) else { return }
    append(kind, attempt: 0..<0, at: path, by: former)
  }

  private func append(
    _ kind: consuming Report.Kind, attempt: Range<Int> = 0..<0, at path: consuming ViewPath?,
    by otherPath: consuming ViewPath? = nil
  ) {
    reports.append(
      Report(
        time: time, turn: turn, kind: kind, attempt: attempt, path: path, otherPath: otherPath))
  }

  /// Reports touches that a responder has handled.
  func append(
    _ phase: TouchPhase, of list: ContiguousArray<Touch>, handledBy responder: Responder
  ) {
    guard !list.isEmpty else { return }
    let indices = append(list)
    if wants.contains(.predictions), phase == .moved { predict(list, from: indices.lowerBound) }
    append(
      .touches(phase, responder, indices), at: list[0].path,
      by: list[0].actorPath(of: responder))
  }

  @inline(never)
  private func predict(_ list: ContiguousArray<Touch>, from first: Int) {
    for (index, touch) in list.enumerated() where touch.type == .pencil {
      guard let position = touch.predictedPosition else { continue }
      let location = touch.view?.convert(position, from: nil) ?? position
      predictions.append((first + index, location))
    }
  }

  /// Reports that a recognizer sent its action, with what it measured.
  func append(
    _ state: GestureRecognizer.State, of recognizer: GestureRecognizer,
    _ gesture: consuming GestureReport
  ) {
    append(.action(recognizer, state, gestures.count), at: recognizer.gesturePath)
    gestures.append(gesture)
  }

  /// Reports touches that no responder of a chain handled.
  func append(
    _ phase: TouchPhase, of list: ContiguousArray<Touch>, notHandledFrom target: Responder
  ) {
    guard let first = list.first else { return }
    let indices = append(list)
    append(.unhandled(phase, target, indices), at: first.path)
  }

  /// Reports a device's input.
  func append(_ frame: borrowing Frame, number: UInt64) {
    let range = contacts.count..<(contacts.count + frame.contacts.count)
    for contact in frame.contacts { contacts.append(contact) }
    reports.append(
      Report(
        time: frame.time, turn: number, kind: .contacts(frame.device, range), attempt: 0..<0))
  }

  /// Appends touches in a view's coordinates, or each in its own hit view's, and returns their
  /// indices.
  func append(_ list: ContiguousArray<Touch>, in view: Uncounted<View>? = nil) -> Range<Int> {
    let first = touches.count
    // Here and below: counted, ten fingers take 1 % more instructions.
    for index in list.indices {
      touches.append(Uncounted(list[index]).read { $0.report(in: view) })
    }
    return first..<touches.count
  }

  /// Appends the current touches of a recognizer in its view's coordinates, and returns their indices
  /// and the number of those that are down.
  func appendCurrentTouches(of recognizer: GestureRecognizer) -> (indices: Range<Int>, down: Int) {
    let first = touches.count
    let end = recognizer.latestEnd
    var down = 0
    for index in recognizer.attempt.touches.indices {
      let touch = Uncounted(recognizer.attempt.touches[index])
      guard touch.read({ $0.isCurrent(since: end) }) else { continue }
      touches.append(touch.read { $0.report(in: recognizer.viewReference) })
      if touch.read({ $0.isDown }) { down += 1 }
    }
    return (first..<touches.count, down)
  }

  /// Appends the presses of a gesture, and returns their indices.
  func append(_ list: ContiguousArray<Press>) -> Range<Int> {
    let first = presses.count
    for press in list { presses.append(PressReport(press)) }
    return first..<presses.count
  }

  /// Appends the id of a view that a recognizer measures, and returns its index.
  func append(named view: View) -> Int {
    views.append(view.id)
    return views.count - 1
  }

  func append(_ gesture: consuming GestureReport) -> Int {
    gestures.append(gesture)
    return gestures.count - 1
  }
}
