// Who may learn of a record: whoever may learn of everything that it names.

package import ResponderKit

/// Gestures of which a beginning was told, as it was told.
struct OpenGestures {
  struct Entry {
    var recognizer: GestureRecognizer
    var audience: Audience
    var location: Point?
  }

  var entries: ContiguousArray<Entry> = []

  /// Who was told that the gesture of a recognizer goes on; nil when nobody was.
  func audience(of recognizer: GestureRecognizer) -> Audience? {
    entries.first { $0.recognizer === recognizer }?.audience
  }
}

extension RecordEncoder {
  /// The audiences of gestures and touches that go on.
  package var audiencesInUse: Audience {
    var answer: Audience = []
    for gesture in openGestures.entries { answer.formUnion(gesture.audience) }
    for touch in book.live.touches { answer.formUnion(touch.report.audience) }
    return answer
  }

  /// Follows a gesture, so that whoever saw it begin sees it end: a finger that not everybody may
  /// know of hides it from then on, and is its end for those. Says who may still learn of it.
  func follow(
    _ recognizer: GestureRecognizer, _ phase: RecordPhase?, _ gesture: GestureReport,
    _ report: Report
  ) -> Audience {
    var whole = gesture.audience
    let place = openGestures.entries.firstIndex { $0.recognizer === recognizer }
    // Whoever was told that it is over hears no more of it.
    if let place { whole.formUnion(openGestures.entries[place].audience) }
    if let place, openGestures.entries[place].audience != whole {
      let told = openGestures.entries[place]
      openGestures.entries[place].audience = whole
      begin(.gesture, at: report.time, frame: report.frame)
      lines.member("recognizer", recognizer.id)
      lines.member("kind", word: recognizer.kindWord)
      lines.member("state", word: RecordPhase.cancelled.word)
      lines.member("view", gesture.view?.id)
      if let location = told.location {
        lines.member("x", coordinate: location.x)
        lines.member("y", coordinate: location.y)
      }
      lines.raw(",\"touches\":[]")
      end(
        .gesture, phase: .cancelled, at: gesture.path, recognizer: recognizer,
        actor: gesture.path?.actor, for: told.audience, hiddenFrom: whole)
    }
    switch phase {
    case .began:
      guard place == nil else { break }
      openGestures.entries.append(
        OpenGestures.Entry(
          recognizer: recognizer, audience: whole, location: gesture.location))
    case .changed: if let place { openGestures.entries[place].location = gesture.location }
    case .ended, .cancelled: if let place { openGestures.entries.remove(at: place) }
    case .moved, .failed, nil: break
    }
    return whole
  }
}
