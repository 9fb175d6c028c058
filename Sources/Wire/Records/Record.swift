// One record: where its line lies, and what it is about, so that nobody has to read the line.

package import ResponderKit

/// A line of the encoder, with what filters ask about.
package struct Record {
  /// Its number; the instance counts all its records.
  package var seq: UInt64
  /// When it happened.
  package var time: Instant
  /// Where its line lies in the encoder's bytes, the line's end included.
  package var bytes: Range<Int>
  /// Its kind.
  package var type: RecordType
  /// The phase or state it tells of; nil for kinds that have none.
  package var phase: RecordPhase?
  /// The word that says more than the phase, such as `settled`; nil where there is none.
  package var exactPhase: ExactPhase?
  /// Where the view lies that it is about: the hit view of touches, the view of a recognizer, a
  /// control. Of what goes on, it is where that lay when it began.
  package var path: ViewPath?
  /// Where that view lay before, if the record tells that it has moved.
  package var formerPath: ViewPath?
  /// The responder that took the callback, or the view that scrolls.
  package var responder: Responder?
  /// The recognizer it is about.
  package var recognizer: GestureRecognizer?
  /// The device whose touches it tells of.
  package var device: Device?
  /// Its touches' numbers, a range of the encoder's `touches`.
  package var touches: Range<Int>
  /// The program that is to act on it; for all others its line says `observed`.
  package var actor: String?
  /// Who may learn of it.
  package var audience: Audience = []
  /// Who learns more from other records instead; empty for nobody.
  package var hiddenFrom: Audience = []

  /// Those of exactly these audiences, for whom alone it is; nil for no such bound.
  package var onlyFor: Audience?
  /// The audiences that there were then: who has come to belong to others reads it as before.
  package var among: Audience = .all

  /// Whether it is for those who meet these conditions.
  @inline(__always)
  package func isShown(to seen: Audience) -> Bool {
    audience.isSubset(of: seen) && (hiddenFrom.isEmpty || !hiddenFrom.isSubset(of: seen))
      && (onlyFor.map { isForThose(who: $0, seen) } ?? true)
  }

  // Whoever sees everything sees what comes as well.
  private func isForThose(who only: Audience, _ seen: Audience) -> Bool {
    if only == .all || seen == .all { return only == seen }
    return only.intersection(among) == seen.intersection(among)
  }

  /// Calls something with the id of its view and of each view that it lies in; a view that moves is
  /// at both places. False for a record that is about no view.
  package func forEachView(_ body: (String) -> Void) -> Bool {
    guard path != nil else { return false }
    for path in [path, formerPath] {
      var next = path
      while let each = next {
        body(each.id)
        next = each.above
      }
    }
    return true
  }

  /// Without what only the present turn needs, for those who ask for it later: views that are gone
  /// do not stay alive for its sake.
  package var past: Record {
    var record = self
    record.touches = 0..<0
    record.responder = nil
    return record
  }

  /// Whether a newer record of the same thing makes it stale, so that it may be left out.
  package var isPassing: Bool {
    guard let phase, phase.isPassing else { return false }
    switch type {
    case .touches, .unhandled, .gesture, .presses, .scroll, .raw: return true
    case .control, .action, .motion, .remoteControl, .firstResponder, .edit, .activity, .device,
      .question, .explain:
      return false
    }
  }
}
