// The audience of a record: the clients that may see everything that the record names.

package import ResponderKit

/// Gestures whose beginning was reported, with the audience of the report.
struct OpenGestures {
  struct Entry {
    var recognizer: GestureRecognizer
    var audience: Audience
    var location: Point?
  }

  var entries: ContiguousArray<Entry> = []

  /// The audience to which a gesture was reported; nil if it was not reported.
  func audience(of recognizer: GestureRecognizer) -> Audience? {
    entries.first { $0.recognizer === recognizer }?.audience
  }
}

extension RecordEncoder {
  /// The audiences of gestures and touches under way.
  package var audiencesInUse: Audience {
    var answer: Audience = []
    for gesture in openGestures.entries { answer.formUnion(gesture.audience) }
    for touch in encoded.live.touches {
      for audience in touch.readers { answer.formUnion(audience) }
    }
    return answer
  }

  /// Follows a gesture, so that a client that read its beginning also reads its end: when a finger
  /// with an audience joins, the gesture ends for all clients outside of this audience. Returns the
  /// audience of the record.
  func follow(
    _ recognizer: GestureRecognizer, _ phase: RecordPhase?, _ gesture: GestureReport,
    _ report: Report
  ) -> Audience {
    var whole = gesture.audience
    let index = openGestures.entries.firstIndex { $0.recognizer === recognizer }
    // A client to which the end was reported receives no further record.
    if let index { whole.formUnion(openGestures.entries[index].audience) }
    if let index, openGestures.entries[index].audience != whole {
      let entry = openGestures.entries[index]
      openGestures.entries[index].audience = whole
      begin(.gesture, at: report.time, frame: report.frame)
      lines.member("recognizer", recognizer.id)
      lines.member("kind", word: type(of: recognizer).kindWord)
      lines.member("state", word: RecordPhase.cancelled.word)
      lines.member("view", gesture.view?.id)
      if let location = entry.location {
        lines.member("x", coordinate: location.x)
        lines.member("y", coordinate: location.y)
      }
      lines.raw(",\"touches\":[]")
      end(
        .gesture, phase: .cancelled, at: gesture.path, recognizer: recognizer,
        actor: gesture.path?.actor, for: entry.audience, hiddenFrom: [whole])
    }
    switch phase {
    case .began:
      guard index == nil else { break }
      openGestures.entries.append(
        OpenGestures.Entry(
          recognizer: recognizer, audience: whole, location: gesture.location))
    case .changed: if let index { openGestures.entries[index].location = gesture.location }
    case .ended, .cancelled: if let index { openGestures.entries.remove(at: index) }
    case .moved, .failed, nil: break
    }
    return whole
  }
}
