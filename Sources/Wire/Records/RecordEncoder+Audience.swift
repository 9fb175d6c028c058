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
}

extension RecordEncoder {
  /// Follows the fingers of a frame that the application was given, for what is told of them.
  package func follow(_ frame: borrowing Frame, in application: Application) {
    contacts.note(frame, in: application)
  }

  /// The audiences of the fingers and keys of a frame, by which somebody is there.
  package func forEachActivity(
    of frame: borrowing Frame, in application: Application, _ body: (Audience) -> Void
  ) {
    for contact in frame.contacts {
      body(hidesAny ? contacts.audience(of: contact.id, on: frame.device) : [])
    }
    guard !frame.presses.isEmpty else { return }
    let receiver = application.focused ?? application.firstResponder
    body(audience(of: receiver))
  }

  /// The audiences of gestures and fingers that go on.
  package var audiencesInUse: Audience {
    var answer = contacts.audiences
    for gesture in openGestures.entries { answer.formUnion(gesture.audience) }
    for touch in book.live.touches { answer.formUnion(touch.report.audience) }
    return answer
  }

  func audience(of view: View?) -> Audience { hidesAny ? view?.wholeAudience ?? [] : [] }

  func audience(of responder: Responder?) -> Audience { audience(of: responder?.nearestView) }

  func audience(
    of view: View?, _ responder: Responder?, _ recognizer: GestureRecognizer?
  ) -> Audience {
    noted.union(audience(of: view)).union(audience(of: responder)).union(
      audience(of: recognizer?.view))
  }

  /// The audience of a record of touches, with which its frame is numbered.
  func audience(
    of reports: UnsafeBufferPointer<TouchReport>, _ range: Range<Int>, _ view: View?,
    _ responder: Responder?
  ) -> Audience {
    var whole = audience(of: view).union(audience(of: responder))
    for index in range { unsafe whole.formUnion(reports[index].audience) }
    frames.close(for: whole, isRaw: false, in: lines)
    return whole
  }

  /// The audience of those that a reason names.
  func audience(of reason: Reason) -> Audience {
    switch reason {
    case .excluded(let other), .requirementRecognised(let other): audience(of: other.view)
    case .vetoed(let view), .protected(let view), .contentKeeps(let view), .exclusive(let view),
      .contentMayNotBegin(let view):
      audience(of: view)
    case .noRoomToScroll(let view), .stopsContent(let view), .joinsDrag(let view):
      audience(of: view)
    case .recognised, .proposed, .reached, .goesOn, .fingersLifted, .moved, .tooLong, .noNextTap,
      .tooManyTouches, .tooFewTouches, .lifted, .wrongWay, .drifted, .farFromEdge, .noMatch,
      .delegateRefused, .touchesCancelled, .disabled, .removed, .isDisabled, .decided,
      .typeNotAllowed, .otherTypeInUse, .eventRefused, .touchRefused, .ignored, .onlyOneTouch,
      .stopped, .inhibited, .waitsInCircle, .stayedPossible, .noEdgeGesture, .buttonsMissing,
      .other:
      []
    }
  }

  /// Follows a gesture, so that whoever saw it begin sees it end: a finger that not everybody may
  /// know of hides it from then on, and is its end for those.
  func follow(
    _ recognizer: GestureRecognizer, _ phase: RecordPhase?, _ gesture: GestureReport,
    _ report: Report, _ outbox: Outbox
  ) {
    let whole = audience(of: gesture.view).union(gesture.audience)
    let place = openGestures.entries.firstIndex { $0.recognizer === recognizer }
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
        .gesture, phase: .cancelled, view: gesture.view, recognizer: recognizer,
        audience: told.audience, hiddenFrom: whole)
    }
    switch phase {
    case .began:
      guard place == nil else { return }
      openGestures.entries.append(
        OpenGestures.Entry(
          recognizer: recognizer, audience: whole, location: gesture.location))
    case .changed: if let place { openGestures.entries[place].location = gesture.location }
    case .ended, .cancelled: if let place { openGestures.entries.remove(at: place) }
    case .moved, .failed, nil: break
    }
  }
}
