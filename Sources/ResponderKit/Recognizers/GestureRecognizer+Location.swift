// Where a gesture is: the middle of the touches that belong to it now.

extension GestureRecognizer {
  /// From which moment on a touch that is over belongs to the gesture: the present event's while
  /// a finger is down, else the last lift's.
  final var latestEnd: Instant {
    var last = Instant(microseconds: .min)
    for touch in touches {
      if touch.isDown { return attempt.arbitration?.time ?? last }
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
}
