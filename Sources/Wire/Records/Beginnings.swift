// When what goes on began: the records of a finger or gesture are about the place where it did.

import ResponderKit

/// The first records of touches and gestures that go on, or that ended in this turn.
struct Beginnings {
  private struct Gesture {
    var recognizer: GestureRecognizer
    var view: View?
    var seq: UInt64
  }

  private var gestures: ContiguousArray<Gesture> = []
  // Several responders may be told of one end.
  private var ended: ContiguousArray<(touch: Int, seq: UInt64)> = []

  mutating func touchEnded(_ touch: Int, seq: UInt64) { ended.append((touch, seq)) }

  /// The first record of a touch that ended in this turn.
  func seq(ofEnded touch: Int) -> UInt64? { ended.first { $0.touch == touch }?.seq }

  /// Follows a gesture; gives its first record, and its view, which it may have lost since.
  mutating func take(
    _ recognizer: GestureRecognizer, _ phase: RecordPhase?, seq: UInt64
  ) -> (seq: UInt64, view: View?) {
    let place = gestures.firstIndex { $0.recognizer === recognizer }
    switch phase {
    case .began:
      if let place { gestures.remove(at: place) }
      gestures.append(Gesture(recognizer: recognizer, view: recognizer.view, seq: seq))
      return (seq, recognizer.view)
    case .moved, .changed, .failed, nil: break
    case .ended, .cancelled:
      guard let place else { break }
      let gesture = gestures.remove(at: place)
      return (gesture.seq, recognizer.view ?? gesture.view)
    }
    guard let place else { return (seq, recognizer.view) }
    return (gestures[place].seq, recognizer.view ?? gestures[place].view)
  }

  /// The oldest first record of a gesture that goes on.
  var oldest: UInt64? { gestures.first?.seq }

  /// Forgets what ended in the turn that is over.
  mutating func removeEnded() { ended.removeAll(keepingCapacity: true) }
}
