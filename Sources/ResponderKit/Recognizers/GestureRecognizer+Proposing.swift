// The one table that says what becomes of a state that a recognizer's own code sets.

extension GestureRecognizer.State {
  /// The state's name as traces write it.
  public var word: String {
    switch self {
    case .possible: "Possible"
    case .began: "Began"
    case .changed: "Changed"
    case .ended: "Ended"
    case .cancelled: "Cancelled"
    case .failed: "Failed"
    }
  }

  /// Whether nothing but a reset follows.
  public var isFinished: Bool {
    switch self {
    case .possible, .began, .changed: false
    case .ended, .cancelled, .failed: true
    }
  }

  /// Whether a continuous gesture is under way.
  public var isBegun: Bool { self == .began || self == .changed }
}

extension GestureRecognizer {
  /// Whether its own code has decided on a state after which nothing more can come.
  final var hasDecided: Bool { publicState.isFinished || (wanted?.isFinished ?? false) }

  /// Takes a proposal.
  ///
  ///     from \ set │ Possible  Began     Changed   Ended     Cancelled  Failed
  ///     ───────────┼──────────────────────────────────────────────────────────────
  ///     Possible   │ –         Began¹    Began¹    Ended¹    Failed     Failed
  ///     Began      │ –         Changed   Changed   Ended     Cancelled  Cancelled
  ///     Changed    │ –         Changed   Changed   Ended     Cancelled  Cancelled
  ///     finished   │ –         –         –         –         –          –
  ///
  ///     – ignored. ¹ Its views and its delegate are asked first, once; one no means Failed.
  ///     It becomes public when requirements and exclusion allow it.
  final func propose(_ state: State, because reason: Reason, byItself: Bool) {
    guard let application = server ?? view?.application else { return }
    if byItself, application.outbox.wants.contains(.proposals) {
      application.outbox.say(.proposed(self, state, currently: wanted ?? publicState))
    }
    guard !hasDecided, state != .possible else { return }
    application.activate(self, at: application.outbox.time)
    switch (publicState, state) {
    case (_, .possible): return
    case (.possible, .began), (.possible, .changed), (.possible, .ended):
      let isFirst = wanted == nil
      if isFirst, let refusal = application.refusalToBegin(self) {
        want(.failed, because: refusal, in: application)
      } else {
        if state != .ended { hasWantedBegan = true }
        want(state == .changed ? .began : state, because: reason, in: application)
        if isFirst, remoteQuestions.contains(.shouldBegin) {
          application.questions.ask(.shouldBegin, about: self, nil)
        }
      }
    case (.possible, .cancelled), (.possible, .failed):
      want(.failed, because: reason, in: application)
    case (.began, .began), (.began, .changed), (.changed, .began), (.changed, .changed):
      want(.changed, because: reason, in: application)
    case (.began, .ended), (.changed, .ended): want(.ended, because: reason, in: application)
    case (.began, .cancelled), (.began, .failed), (.changed, .cancelled), (.changed, .failed):
      want(.cancelled, because: reason, in: application)
    case (.ended, _), (.cancelled, _), (.failed, _): return
    }
    application.settleSoon()
  }

  /// Ends the attempt from outside, whatever its own code has decided.
  final func end(because reason: Reason) {
    guard !publicState.isFinished, let application = server else { return }
    want(publicState == .possible ? .failed : .cancelled, because: reason, in: application)
  }

  private final func want(_ state: State, because reason: Reason, in application: Application) {
    wants(state, in: application)
    self.reason = reason
  }

  /// Notes what it wants, and with its application how many recognizers want something.
  final func wants(_ state: State?, in application: Application) {
    if (wanted == nil) != (state == nil) { application.wanting += state == nil ? -1 : 1 }
    wanted = state
  }

  // MARK: Places

  /// From which moment on a touch that is over belongs to the gesture: the present event's while
  /// a finger is down, else the last lift's.
  final var latestEnd: Instant {
    var last = Instant(microseconds: .min)
    for touch in touches {
      if touch.isDown { return server?.outbox.time ?? last }
      last = max(last, touch.timestamp)
    }
    return last
  }

  /// The middle of its present touches on the screen: those that are down, and those that ended in
  /// this event, or last of all.
  final var middleOfTouches: Point? {
    let end = latestEnd
    var sum = Point.zero
    var count = 0
    for touch in touches where touch.isDown || touch.timestamp >= end {
      sum += touch.position
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }

  /// Whether the gesture is somewhere: one of presses alone is not.
  public final var hasLocation: Bool { presses.isEmpty || !touches.isEmpty }

  /// Where the gesture is, in a view's coordinates; nil means the screen.
  public final func location(in view: View?) -> Point {
    view?.convert(screenLocation, from: nil) ?? screenLocation
  }

  /// How many of the fingers it has accepted are down.
  public final var numberOfTouches: Int {
    var count = 0
    for touch in touches where touch.isDown { count += 1 }
    return count
  }

  /// Where one of its touches is, in a view's coordinates; nil means the screen.
  public final func location(ofTouch index: Int, in view: View?) -> Point {
    view?.convert(touches[index].position, from: nil) ?? touches[index].position
  }

  /// Whether an event changed one of the touches that it has accepted.
  final func hasAccepted(_ touch: Touch) -> Bool { touches.contains { $0 === touch } }
}
