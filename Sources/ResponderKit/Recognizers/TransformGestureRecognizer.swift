// Any number of fingers that transform a plane: pan, pinch and rotation as one transform.

/// A continuous recognizer of the transform that best maps the fingers' first positions to their
/// current ones.
///
///     possible ──a finger far enough──► began ──moves──► changed ──all up──► ended
///        └── all up ──► failed
///
/// One finger translates, two also rotate and scale, three or more may shear if `allowsShear`. When
/// a finger is added or lifted, the transform so far is kept and continues from there.
open class TransformGestureRecognizer: GestureRecognizer {
  package override class var kindWord: StaticString { "transform" }
  package override class var answersForOthers: Bool { self != TransformGestureRecognizer.self }
  open override class var measureNames: MeasureNames { MeasureNames("transform", "velocity") }

  /// How far a finger must move before the transform begins, in points.
  public final var threshold = 10.0
  /// The number of fingers below which the transform does not begin.
  public final var minimumNumberOfTouches = 1
  /// Whether three and more fingers may also shear and stretch.
  public final var allowsShear = false

  private final var anchors: ContiguousArray<(touch: Touch, position: Point)> = []
  private final var settled = AffineTransform.identity
  private final var fitted = AffineTransform.identity
  /// The sum of the mean steps of the fingers.
  private final var history = MotionHistory()

  package override var requiredTouches: Int { minimumNumberOfTouches }
  package override func dragThreshold(for swipe: SwipeGestureRecognizer) -> Double? {
    minimumNumberOfTouches <= swipe.numberOfTouchesRequired ? threshold : nil
  }
  override var startsWithBegan: Bool { true }
  override var goesOnWithoutTakenContacts: Bool {
    numberOfTouches >= (isUnderWay ? max(minimumNumberOfTouches, 1) : 1)
  }

  /// The transform since the beginning, in the screen's coordinates.
  public final var screenTransform: AffineTransform { settled.concatenating(fitted) }

  /// The length of the velocity window, in seconds.
  public final var velocityWindow: TimeInterval {
    get { history.window }
    set { history.window = newValue }
  }

  /// The transform since the beginning, and the velocity of the fingers' middle, in the view's
  /// coordinates.
  open override var measure: GestureMeasure {
    let time = presentTime
    let speed = MotionHistory.limited(
      hasTouchDown ? history.velocity(at: time) : history.velocity(atLift: time))
    guard let view else { return .transform(screenTransform, speed) }
    let origin = view.convert(Point.zero, to: nil)
    let x = view.convert(Point(x: 1, y: 0), to: nil) - origin
    let y = view.convert(Point(x: 0, y: 1), to: nil) - origin
    let outwards = AffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    guard let inwards = outwards.inverted else { return .transform(screenTransform, speed) }
    return .transform(
      outwards.concatenating(screenTransform).concatenating(inwards),
      view.convertVectorFromScreen(speed))
  }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    if let touch = touches.first, touch === self.touches.first {
      history.begin(at: touch.startTime)
    }
    reanchor()
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    let step = meanStep(of: touches, amongFingers: fingers(event))
    history.move(to: history.position + step, at: event.timestamp)
    if isUnderWay {
      fit()
      return propose(.changed, because: .goesOn)
    }
    let furthest = anchors.map { $0.touch.position.distance(to: $0.position) }.max() ?? 0
    guard numberOfTouches >= minimumNumberOfTouches, furthest >= threshold else { return }
    // The movement up to the threshold is not part of the transform, so the view does not jump.
    reanchor()
    settled = .identity
    propose(
      .began, because: .reached(furthest, limit: threshold, unit: .points, rule: "PAN1"))
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard numberOfTouches == 0 else { return reanchor() }
    if isUnderWay {
      propose(.ended, because: .fingersLifted)
    } else {
      fail(.lifted(after: event.timestamp - startTime, rule: "PAN4"))
    }
  }

  private final func reanchor() {
    settled = screenTransform
    fitted = .identity
    anchors.removeAll(keepingCapacity: true)
    for touch in touches where touch.isDown { anchors.append((touch, touch.position)) }
  }

  private final func fit() {
    var pairs = PointPairs()
    for (touch, position) in anchors { pairs.append(position, touch.position) }
    fitted = allowsShear ? pairs.affine : pairs.similarity
  }

  open override func reset() {
    anchors.removeAll(keepingCapacity: true)
    settled = .identity
    fitted = .identity
  }
}
