// The part that pinch and rotation share: the first two fingers, as long as one of them is down.

/// A continuous recognizer of a pair of fingers; a lifted one may be replaced.
///
///     possible ──threshold──► began ──pair moves──► changed ──both up──► ended
///        └── both up ──► failed
open class TwoFingerGestureRecognizer: GestureRecognizer {
  private final var first: Touch?
  private final var second: Touch?

  /// The two fingers; nil unless both are down.
  final var pair: (first: Touch, second: Touch)? {
    guard let first, let second else { return nil }
    return (first, second)
  }

  /// The history of the measured value.
  final var velocityHistory = MotionHistory()

  /// The length of the velocity window, in seconds.
  public final var velocityWindow: TimeInterval {
    get { velocityHistory.window }
    set { velocityHistory.window = newValue }
  }

  package override var requiredTouches: Int { 2 }
  override var startsWithBegan: Bool { true }
  override var goesOnWithoutTakenContacts: Bool { numberOfTouches > 0 }

  /// The vector from the first finger to the second, on the screen; nil unless both are down.
  final var line: Point? { pair.map { $0.second.position - $0.first.position } }

  open override func touchesBegan(_ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches {
      if first == nil {
        first = touch
      } else if second == nil {
        second = touch
      } else {
        ignore(touch, for: event)
        continue
      }
      if first != nil && second != nil { pairBegan() }
    }
  }

  open override func touchesMoved(_ touches: ContiguousArray<Touch>, with event: Event) {
    guard first != nil, second != nil else { return }
    let hasBegun = isUnderWay
    pairMoved(hasBegun: hasBegun, at: event.timestamp)
    if hasBegun { propose(.changed, because: .goesOn) }
  }

  open override func touchesEnded(_ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches {
      if touch === first { first = nil }
      if touch === second { second = nil }
    }
    guard first == nil && second == nil else { return }
    if isUnderWay {
      propose(.ended, because: .fingersLifted)
    } else {
      fail(.lifted(after: event.timestamp - startTime, rule: "PI3"))
    }
  }

  /// Called when both fingers are down, for the first time or again.
  func pairBegan() {}

  /// Called when one of the two fingers moved; before the gesture has begun, it may begin here.
  func pairMoved(hasBegun: Bool, at time: Instant) {}

  open override func reset() {
    first = nil
    second = nil
  }
}
