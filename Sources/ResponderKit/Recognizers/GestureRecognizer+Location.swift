// The location of a gesture: the middle of its current touches; and the mean step of its fingers.

extension GestureRecognizer {
  /// The time since which an ended touch still belongs to the gesture: that of the current event
  /// while a finger is down, else that of the last lift.
  final var latestEnd: Instant {
    var last = Instant(microseconds: .min)
    // Here and below: counted, ten fingers take 3 % more instructions.
    for index in attempt.touches.indices {
      let touch = Uncounted(attempt.touches[index])
      if touch.read({ $0.isDown }) {
        return attempt.arbitrationReference?.read { $0.time } ?? last
      }
      last = max(last, touch.read { $0.timestamp })
    }
    return last
  }

  /// The middle of the current touches on the screen: those that are down, and those that ended in
  /// this event, or that ended last.
  final var middleOfTouches: Point? {
    if attempt.touches.count == 1 { return attempt.touches[0].position }
    let end = latestEnd
    var sum = Point.zero
    var count = 0
    for touch in attempt.touches where touch.isCurrent(since: end) {
      sum += touch.position
      count += 1
    }
    return count == 0 ? nil : sum / Double(count)
  }

  /// Whether the gesture has a location; a gesture of presses only has none.
  public final var hasLocation: Bool { attempt.presses.isEmpty || !attempt.touches.isEmpty }

  /// The location of the gesture in a view's coordinates; nil means the screen.
  public final func location(in view: View?) -> Point {
    view?.convert(screenLocation, from: nil) ?? screenLocation
  }

  /// The number of accepted touches that are down.
  public final var numberOfTouches: Int {
    var count = 0
    for index in attempt.touches.indices
    where Uncounted(attempt.touches[index]).read({ $0.isDown }) {
      count += 1
    }
    return count
  }

  /// The number of fingers that the gesture follows in an event, those that lift in it included.
  final func fingers(_ event: Event) -> Int {
    var count = 0
    for index in attempt.touches.indices
    where attempt.touches[index].isDown || attempt.touches[index].eventNumber == event.number {
      count += 1
    }
    return count
  }

  /// The mean step of so many fingers, of which these moved.
  @inline(__always)
  final func meanStep(of touches: ContiguousArray<Touch>, amongFingers count: Int) -> Point {
    var sum = SIMD2<Double>.zero
    for index in touches.indices {
      sum += touches[index].position.vector - touches[index].previousPosition.vector
    }
    return Point(sum / Double(max(count, 1)))
  }

  /// Whether an accepted touch is down.
  final var hasTouchDown: Bool {
    for index in attempt.touches.indices
    where Uncounted(attempt.touches[index]).read({ $0.isDown }) {
      return true
    }
    return false
  }

  /// The location of one touch in a view's coordinates; nil means the screen.
  public final func location(ofTouch index: Int, in view: View?) -> Point {
    view?.convert(touches[index].position, from: nil) ?? touches[index].position
  }
}
