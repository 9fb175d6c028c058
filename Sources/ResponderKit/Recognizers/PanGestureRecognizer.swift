// A drag with one or more fingers.

/// A continuous recognizer: enough fingers move far enough, in any direction.
///
///     possible ──far enough──► began ──moves──► changed ──all up──► ended
///        └── all up ──► failed
///
/// The translation is the sum of the fingers' mean steps, so it does not jump when a finger is
/// added or lifted.
open class PanGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "pan" }
  package override class var answersForOthers: Bool { self != PanGestureRecognizer.self }
  open override class var measureNames: MeasureNames { MeasureNames("translation", "velocity") }

  /// The number of fingers below which the pan does not begin.
  public final var minimumNumberOfTouches = 1
  /// The number of fingers above which further fingers are ignored.
  public final var maximumNumberOfTouches = Int.max
  /// The straight distance that the fingers must move before the pan begins, in points.
  public final var threshold = 10.0

  /// The length of the velocity window, in seconds.
  public final var velocityWindow: TimeInterval {
    get { history.window }
    set { history.window = newValue }
  }

  /// The movement of the fingers towards the threshold.
  public private(set) final var displacement = Point.zero
  private final var hasPassedThreshold = false
  private final var zero = Point.zero
  private final var history = MotionHistory()

  package override var requiredTouches: Int { minimumNumberOfTouches }
  package override func dragThreshold(for swipe: SwipeGestureRecognizer) -> Double? {
    let fingers = swipe.numberOfTouchesRequired
    return minimumNumberOfTouches <= fingers && fingers <= maximumNumberOfTouches ? threshold : nil
  }
  override var startsWithBegan: Bool { true }
  override var goesOnWithoutTakenContacts: Bool {
    numberOfTouches >= (isUnderWay ? max(minimumNumberOfTouches, 1) : 1)
  }

  /// The translation since the beginning, in the screen's directions.
  final var screenTranslation: Point { hasPassedThreshold ? history.position - zero : .zero }

  /// The translation since the beginning, in a view's directions; nil is the screen.
  public final func translation(in view: View?) -> Point {
    view?.convertVectorFromScreen(screenTranslation) ?? screenTranslation
  }

  /// Sets the current translation; later movement adds to it, the velocity does not change.
  public final func setTranslation(_ translation: Point, in view: View?) {
    zero = history.position - (view?.convertVectorToScreen(translation) ?? translation)
  }

  private final var speed: Point {
    let time = presentTime
    return MotionHistory.limited(
      hasTouchDown ? history.velocity(at: time) : history.velocity(atLift: time))
  }

  /// The velocity of the fingers, in a view's directions.
  public final func velocity(in view: View?) -> Point {
    let speed = self.speed
    return view?.convertVectorFromScreen(speed) ?? speed
  }

  /// Whether the fingers have stood still since a time, for as long as this and for longer than
  /// their device is silent between two reports.
  final func stands(since moved: Instant, for duration: TimeInterval) -> Bool {
    presentTime - moved >= max(duration, 1.5 * history.usualGap)
  }

  open override var measure: GestureMeasure {
    let speed = self.speed
    return viewReference?.read {
      .vectors($0.convertVectorFromScreen(screenTranslation), $0.convertVectorFromScreen(speed))
    } ?? .vectors(screenTranslation, speed)
  }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    var followed = fingers(event) - touches.count
    for touch in touches {
      if self.touches.first === touch { history.begin(at: touch.startTime) }
      if followed < maximumNumberOfTouches { followed += 1 } else { ignore(touch, for: event) }
    }
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    let count = touches.count == attempt.touches.count ? touches.count : fingers(event)
    let step = meanStep(of: touches, amongFingers: count)
    history.move(to: history.position + step, at: event.timestamp)
    if isUnderWay {
      propose(.changed, because: .goesOn)
    } else if count >= minimumNumberOfTouches {
      displacement += step
      advance(by: step)
    }
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard !hasTouchDown else { return }
    if isUnderWay {
      propose(.ended, because: .fingersLifted)
    } else {
      fail(.lifted(after: event.timestamp - startTime, rule: "PAN4"))
    }
  }

  /// Begins if the displacement, of which this is the latest step, is large enough; a subclass may
  /// require more.
  func advance(by step: Point) {
    guard let passing = displacement.passing(threshold, in: step) else { return }
    begin(rule: "PAN1", after: displacement.length, passing: passing)
  }

  /// Proposes to begin, because the threshold was passed at a part of the latest step.
  final func begin(rule: String, after distance: Double, passing: Double) {
    hasPassedThreshold = true
    zero = history.position
    passLimit(at: passing)
    propose(
      .began, because: .reached(distance, limit: threshold, unit: .points, rule: rule))
  }

  override func mayFollow(_ direction: Point) -> Bool {
    minimumNumberOfTouches <= numberOfTouches
      && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  open override func reset() {
    displacement = .zero
    hasPassedThreshold = false
    zero = .zero
  }
}
