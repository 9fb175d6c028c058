// Which touches a recognizer's attempt is about, also when it has let go of them already.

internal import ResponderKit

/// The touches that recognizers were given since their attempts began.
struct AcceptedTouches {
  private struct Attempt {
    var recognizer: ObjectIdentifier
    var touches: ContiguousArray<Int>
    var isOver: Bool
  }

  private var attempts: ContiguousArray<Attempt> = []

  /// Notes touches that a recognizer was given; the first after an attempt's end begins another.
  mutating func note(_ touches: some Sequence<Int>, for recognizer: GestureRecognizer) {
    let key = ObjectIdentifier(recognizer)
    guard let place = attempts.firstIndex(where: { $0.recognizer == key }) else {
      attempts.append(
        Attempt(recognizer: key, touches: ContiguousArray(touches), isOver: false))
      return
    }
    if attempts[place].isOver {
      attempts[place].touches.removeAll(keepingCapacity: true)
      attempts[place].isOver = false
    }
    for touch in touches where !attempts[place].touches.contains(touch) {
      attempts[place].touches.append(touch)
    }
  }

  /// The touches of the present or last attempt; the end of it is noted.
  mutating func touches(
    of recognizer: GestureRecognizer, ends: Bool
  ) -> ContiguousArray<Int> {
    let key = ObjectIdentifier(recognizer)
    guard let place = attempts.firstIndex(where: { $0.recognizer == key }) else { return [] }
    if ends { attempts[place].isOver = true }
    return attempts[place].touches
  }
}
